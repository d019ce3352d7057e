// SPDX-License-Identifier: MIT
// Hertz: an elastic ball pressed on a rigid plane, without friction.
//
//   F = 4/3 E* √R d^{3/2} ,   a² = R d ,   p(s) = 3F/(2πa²) √(1 − s²/a²) ,   E* = E/(1 − ν²)
//
// d is the approach of points far from the contact, which no finite body has. So the way of a point on the
// axis at depth z is compared, for the force found, with Boussinesq's solution under Hertz's pressure:
//
//   w(z) = ∫ p(s) (1 + ν)/E (z²/ρ³ + 2 (1 − ν)/ρ) s ds ,   ρ² = s² + z² ,   d = w(0)
#include "statics/static_scene.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

constexpr double E = 1e9, nu = 0.3, R = 1, size = 0.6;

double hertz_way(double force, double z)
{
  const double a = std::cbrt(0.75 * force * R * (1 - nu * nu) / E), p0 = 1.5 * force / (pi * a * a);
  double w = 0;
  const int n = 20000;  // s = a sin t, mid-point rule
  for (int i = 0; i < n; ++i) {
    const double t = (i + 0.5) / n * pi / 2, s = a * std::sin(t), rho = std::hypot(s, z);
    w += p0 * std::cos(t) * (1 + nu) / E * (z * z / (rho * rho * rho) + 2 * (1 - nu) / rho) * s * a *
         std::cos(t) * pi / 2 / n;
  }
  return w;
}

/// The ratio of the way found to that of theory, on a quarter of the lower part of the ball.
double found_to_theory(int n)
{
  const Mesh mesh = sector(n, 6, n, [](double r, double s, double z) -> Vec3 {
    const double radius = size * r * r, low = R - std::sqrt(R * R - radius * radius);
    return {radius * std::cos(s * pi / 2), radius * std::sin(s * pi / 2), low + (size - low) * z * z};
  });
  StaticCase c(mesh, {E, nu, 1000}, "BC");
  set_material(c.simulation, 0);
  add_floor(c.simulation, 4);
  c.fix(plane(0, 0), "x");
  c.fix(plane(1, 0), "y");
  for (std::size_t i = 0; i < c.body.node_count(); ++i) {
    const Vec3 X = c.body.reference_node(i);
    if (X.z() > size - 1e-9)
      c.simulation.model.add_prescribed_motion(c.body, X, {0, 0, 1}, MotionKind::displacement,
                                               series({0, 1}, {0, -0.006}));
  }
  EXPECT_EQ(run_steps(c.simulation, 1, {}, solver(1e-7, 10000)).unconverged_steps, 0) << n;
  double force = 0;
  for (const ConstraintRecord& r : c.simulation.constraints())
    if (r.joint == 0) force += 4 * std::abs(spatial_impulse(r).z()) / c.simulation.step_of_reactions();
  const Vec3 X = c.body.reference_node(c.node({0, 0, size / 4}));  // z = 1/2 of the map: a node of every mesh
  EXPECT_NEAR(X.z(), size / 4, 1e-9);
  const double way = c.displacement({0, 0, 0}).z() - c.displacement(X).z();
  const double ratio = way / (hertz_way(force, 0) - hertz_way(force, X.z()));
  return ratio;
}

TEST(Hertz, ApproachTendsToTheClosedForm)
{
  EXPECT_NEAR(hertz_way(1e5, 1e-9) / std::pow(0.75 * 1e5 * (1 - nu * nu) / E / std::sqrt(R), 2.0 / 3), 1,
              1e-5);
  // The edge of the contact lies between nodes, so errors jump from mesh to mesh; what shrinks is their
  // bound.
  for (const int n : {4, 6})
    EXPECT_NEAR(found_to_theory(n), 1, 0.15) << n;
  for (const int n : {8, 10})
    EXPECT_NEAR(found_to_theory(n), 1, 0.035) << n;
}

}  // namespace
}  // namespace corbel::testing
