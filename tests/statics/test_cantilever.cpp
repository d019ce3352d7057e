// SPDX-License-Identifier: MIT
// A cantilever of square section, 1 m long: independence of step and duration, beam theory, passes.
#include "statics/static_scene.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

constexpr double young = 1e9, width = 0.1, area = width * width, inertia = area * area / 12, rho = 1000;

class Cantilever : public ::testing::TestWithParam<const char*> {};

StaticCase clamped(std::string_view form, int along, int across, double h = 1)
{
  return StaticCase(straight_brick({0, 0, 0}, {1, width, width}, along, across, across), {young, 0, rho},
                    form, h);
}

double tip_deflection(StaticCase& c, int steps = 1)
{
  c.fix(plane(0, 0), "xyz");
  const RunReport report = c.solve(steps);
  EXPECT_EQ(report.unconverged_steps, 0);
  return c.displacement({1, width / 2, width / 2}).z();
}

TEST_P(Cantilever, TheAnswerDependsNeitherOnStepNorOnDuration)
{
  std::vector<double> tips;
  for (const double h : {1e-3, 1.0, 100.0})
    for (const int steps : {1, 5}) {
      StaticCase c = clamped(GetParam(), 10, 2, h);
      c.push({1, width / 2, width / 2}, {0, 0, -2000});
      tips.push_back(tip_deflection(c, steps));
    }
  for (const double tip : tips)
    EXPECT_NEAR(tip, tips.front(), 1e-8 * std::abs(tips.front()));
}

/// Timoshenko with the shear coefficient 5/6 of a rectangle and ν = 0, for loads too small for large
/// rotations. Hexahedra of 8 nodes: second order in the stiffness, which is too large by a part
/// that goes with h² (shear of bent elements).
TEST_P(Cantilever, TipLoadAndWeightTendToBeamTheory)
{
  const double shear = young / 2 * area * 5 / 6;
  const double P = 0.1, g = 1e-3, w = rho * g * area;
  struct Load {
    bool weight;
    double theory;
  };
  for (const Load& load : {Load{false, -P / (3 * young * inertia) - P / shear},
                           Load{true, -w / (8 * young * inertia) - w / (2 * shear)}}) {
    std::vector<double> stiffness;
    for (const int n : {1, 2, 4}) {
      StaticCase c = clamped(GetParam(), 10 * n, n);
      if (load.weight)
        set_gravity(c.simulation, {0, 0, -g});
      else  // shear stress over the end face; its singular neighbourhood would disturb the order
        c.simulation.model.add_surface_load(c.body, LoadKind::spatial, right, Vec3(0, 0, -1), P / area);
      stiffness.push_back(1 / tip_deflection(c));
    }
    const Limit limit = extrapolate(stiffness[0], stiffness[1], stiffness[2]);
    EXPECT_NEAR(limit.order, 2, 0.2);
    EXPECT_NEAR(limit.value * load.theory, 1, 0.005);
  }
}

/// A deflection of a third of the length. Stresses change the stiffness of the bent body, and K alone is then
/// indefinite in rotations that the clamp prevents.
TEST(StaticPasses, LargeDeflectionsTakeAFewNewtonPasses)
{
  StaticCase c = clamped("TL", 20, 4);
  c.push({1, width / 2, width / 2}, {0, 0, -1e4});
  c.fix(plane(0, 0), "xyz");
  const RunReport report = c.solve();
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_LE(report.passes, 10);
  EXPECT_LT(c.displacement({1, width / 2, width / 2}).z(), -0.3);
}

INSTANTIATE_TEST_SUITE_P(Forms, Cantilever, ::testing::Values("TL", "BC", "LINEAR"));

}  // namespace
}  // namespace corbel::testing
