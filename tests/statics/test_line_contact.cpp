// SPDX-License-Identifier: MIT
// Hertz: a cylinder pressed on a rigid plane along a line (K. L. Johnson, Contact Mechanics, §4.2(c)), P per length:
//
//   a² = 4PR/πE* ,   p(x) = p₀ √(1 − x²/a²) ,   p₀ = 2P/πa ,   E* = E with ν = 0
//
// With ν = 0 a slice of one element is in plane strain by itself. a comes from all contact forces, whose second moment is
// Σ F x²/Σ F = a²/4 of this p(x), p₀ from the force on the node in the middle over its part of the surface.
#include "statics/static_scene.hpp"

#include "corbel/solvers/portfolio/auto_solver.hpp"

#include <gtest/gtest.h>

#include <map>

namespace corbel::testing {
namespace {

constexpr double E = 1e9, R = 1, slice = 0.05, size = 0.8, half_width = 0.04, inner = 1.5 * half_width;
const double P = pi * E * half_width * half_width / (4 * R);

/// From 0 … 1 to 0 … size: m equal cells up to `inner`, then m growing geometrically.
double graded_line(double x, int m)
{
  const double h = inner / m;
  double low = 1, high = 10;
  const auto sum = [&](double q, int k) { return h * q * (std::pow(q, k) - 1) / (q - 1); };
  for (int i = 0; i < 100; ++i)
    (sum((low + high) / 2, m) < size - inner ? low : high) = (low + high) / 2;
  const int i = static_cast<int>(std::lround(2 * m * x));
  return i <= m ? h * i : inner + sum(low, i - m);
}

/// Right half of the lower part of a cylinder, pressed down evenly from its flat top. (With friction the contact is narrower by some per cent: the surface
/// of the cylinder is drawn inwards, that of the plane is not.)
struct HalfCylinder : StaticCase {
  HalfCylinder(int m, const char* form)
      : StaticCase(brick(2 * m, 1, 2 * m,
                         [m](double x, double y, double z) -> Vec3 {
                           const double X = graded_line(x, m), low = R - std::sqrt(R * R - X * X);
                           return {X, slice * y, low + (size - low) * graded_line(z, m) / size};
                         }),
                   {E, 0, 1000}, form)
  {
    simulation.model.surface_materials.add(
        {.label = "contact", .surface1 = {}, .surface2 = {}, .friction = 0, .restitution = 0});
    add_floor(simulation, 4);
    fix(plane(0, 0), "xy");
    simulation.model.add_surface_load(body, LoadKind::spatial, top, SurfaceAxis::normal,
                                      series({0, 4}, {0, -P / 2 / size}));
  }
};

void expect_hertz(const char* form)
{
  constexpr int m = 10;  // 13 cells across the contact
  HalfCylinder c(m, form);
  for (int step = 1; step <= 4; ++step) {
    const RunReport report = c.simulation.run(AutoSolver({.tolerance = 1e-10}), 1.0, {});
    EXPECT_EQ(report.unconverged_steps, 0) << step << ' ' << report.static_failure;
    EXPECT_LE(report.passes, 20) << step;
  }
  double force = 0, moment = 0;
  double middle = 0;
  for (const ConstraintRecord& r : c.simulation.constraints()) {
    if (r.joint != 0) continue;
    const double F = 2 * std::abs(spatial_impulse(r).z()) / c.simulation.step_of_reactions() / slice;
    force += F;
    moment += F * r.point[0] * r.point[0];
    if (std::abs(r.point[0]) < 0.1 * inner / m) middle += F;
  }
  EXPECT_NEAR(force / P, 1, 1e-6);
  EXPECT_NEAR(2 * std::sqrt(moment / force) / half_width, 1, 0.03) << form;
  EXPECT_NEAR(middle / (inner / m) / (2 * P / (pi * half_width)), 1, 0.03) << form;
}

TEST(LineContact, HalfWidthAndPeakPressureAreThoseOfHertz) { expect_hertz("LINEAR"); }
TEST(LineContact, AlsoOfFormBC) { expect_hertz("BC"); }

}  // namespace
}  // namespace corbel::testing
