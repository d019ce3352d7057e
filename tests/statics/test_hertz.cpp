// SPDX-License-Identifier: MIT
// Hertz: an elastic ball pressed on a rigid plane, without friction (K. L. Johnson, Contact Mechanics, §3.4,
// §4.2).
//
//   a³ = 3FR/4E* ,   p(s) = p₀ √(1 − s²/a²) ,   p₀ = 3F/2πa² ,   E* = E/(1 − ν²)
//
// It is of half-spaces and small strains: a/R = 0.027 here, so that the strains under the contact are 1 %.
// (At a/R = 0.08 vertical strains just under the surface are 20 % lower than in theory, on all meshes.)
//
// The approach of points far from the contact is infinite in no body of finite size. So the displacement of a
// point on the axis at depth z relative to the surface is compared, for the force found, with Boussinesq's
// solution under Hertz's pressure:
//
//   w(z) = ∫ p(s) (1 + ν)/E (z²/ρ³ + 2 (1 − ν)/ρ) s ds ,   ρ² = s² + z²
//
// The radius comes from all contact forces, whose second moment is Σ F s² / Σ F = 2/5 a² of this p(s): the
// outermost node in contact says no more than the size of a cell. The peak pressure comes from the force on the pole over its
// cell; the stress of elements there, extrapolated to their corner below which it falls steeply, is some cells' worth too high.
#include "statics/static_scene.hpp"

#include "corbel/solvers/portfolio/auto_solver.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

constexpr double E = 1e9, nu = 0.3, R = 1, size = 0.6, approach = 6e-4, inner = 0.032;

double boussinesq(double force, double a, double z)
{
  const double p0 = 1.5 * force / (pi * a * a);
  double w = 0;
  const int n = 20000;  // s = a sin t, mid-point rule
  for (int i = 0; i < n; ++i) {
    const double t = (i + 0.5) / n * pi / 2, s = a * std::sin(t), rho = std::hypot(s, z);
    w += p0 * std::cos(t) * (1 + nu) / E * (z * z / (rho * rho * rho) + 2 * (1 - nu) / rho) * s * a *
         std::cos(t) * pi / 2 / n;
  }
  return w;
}

/// From 0 … 1 to 0 … size: m equal cells up to `inner`, then m growing geometrically.
double graded(double x, int m)
{
  const double h = inner / m;
  double low = 1, high = 10;
  const auto sum = [&](double q, int k) { return h * q * (std::pow(q, k) - 1) / (q - 1); };
  for (int i = 0; i < 100; ++i)
    (sum((low + high) / 2, m) < size - inner ? low : high) = (low + high) / 2;
  const int i = static_cast<int>(std::lround(2 * m * x));
  return i <= m ? h * i : inner + sum(low, i - m);
}

struct Ratios {
  double radius, pressure, stress, displacement;  ///< found, as part of theory
};

/// A quarter of the lower part of the ball, (2m)³ hexahedra.
Ratios found_to_theory(int m)
{
  const Mesh mesh = brick(2 * m, 2 * m, 2 * m, [&](double x, double y, double z) -> Vec3 {
    const double X = graded(x, m), Y = graded(y, m), low = R - std::sqrt(R * R - X * X - Y * Y);
    return {X, Y, low + (size - low) * graded(z, m) / size};
  });
  StaticCase c(mesh, {E, nu, 1000}, "BC");
  c.simulation.model.surface_materials.add(
      {.label = "contact", .surface1 = {}, .surface2 = {}, .friction = 0, .restitution = 0});
  add_floor(c.simulation, 4);
  c.fix(plane(0, 0), "x");
  c.fix(plane(1, 0), "y");
  for (std::size_t i = 0; i < c.body.node_count(); ++i) {
    const Vec3 X = c.body.reference_node(i);
    if (X.z() > size - 1e-9)
      c.simulation.model.add_prescribed_motion(c.body, X, {0, 0, 1}, MotionKind::displacement,
                                               series({0, 1}, {0, -approach}));
  }
  // As runs from Python have it by default: sweeps that end at 1e-7 leave too much on the pole.
  EXPECT_EQ(c.simulation.run(AutoSolver({.tolerance = 1e-10}), 1.0, {}).unconverged_steps, 0) << m;
  double force = 0, moment = 0, pole = 0;
  for (const ConstraintRecord& r : c.simulation.constraints()) {
    if (r.joint != 0) continue;
    const double F = 4 * std::abs(spatial_impulse(r).z()) / c.simulation.step_of_reactions();
    force += F;
    moment += F * (r.point[0] * r.point[0] + r.point[1] * r.point[1]);
    if (std::hypot(r.point[0], r.point[1]) < 0.1 * inner / m) pole += F;
  }
  const double a = std::cbrt(0.75 * force * R * (1 - nu * nu) / E), z = graded(0.75, m);
  const Vec3 X = c.body.reference_node(c.node({0, 0, z}));
  EXPECT_NEAR(X.z(), z, 1e-9);
  const double cell = inner / m;
  return {std::sqrt(2.5 * moment / force) / a, pole / (cell * cell) / (1.5 * force / (pi * a * a)),
          -c.stress({0, 0, 0})(2, 2) / (1.5 * force / (pi * a * a)),
          (c.displacement({0, 0, 0}).z() - c.displacement(X).z()) /
              (boussinesq(force, a, 0) - boussinesq(force, a, X.z()))};
}

/// Meshes of 4 and 6 cells to the edge of the contact. Errors are of the size of a cell (the pressure rises
/// steeply within the last one), so those of the finer mesh are two thirds of the coarse ones.
TEST(Hertz, RadiusPeakPressureAndDisplacementTendToTheClosedForm)
{
  EXPECT_NEAR(boussinesq(1e5, 0.05, 1e-9) / (0.75 * 1e5 * (1 - nu * nu) / (E * 0.05)), 1,
              1e-5);  // w(0) = a²/R
  const Ratios coarse = found_to_theory(4), fine = found_to_theory(6);
  EXPECT_NEAR(coarse.radius, 1, 0.03);
  EXPECT_NEAR(fine.radius, 1, 0.015);
  EXPECT_NEAR(coarse.pressure, 1, 0.02);
  EXPECT_NEAR(fine.pressure, 1, 0.02);
  EXPECT_NEAR(coarse.stress, 1, 0.15);
  EXPECT_NEAR(fine.stress, 1, 0.12);
  EXPECT_LT(std::abs(fine.stress - 1), std::abs(coarse.stress - 1));
  EXPECT_NEAR(coarse.displacement, 1, 0.03);
  EXPECT_NEAR(fine.displacement, 1, 0.02);
}

}  // namespace
}  // namespace corbel::testing
