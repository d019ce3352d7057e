// SPDX-License-Identifier: MIT
// A state with inverted elements is no equilibrium of a solid, however well its forces balance.
#include "statics/static_scene.hpp"

#include "run/log_lines.hpp"

#include "corbel/run/progress.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

/// A cube of two elements, one above the other, its top pushed down by `depth` within the first step.
RunReport push_down(const char* form, double depth, int steps = 1)
{
  StaticCase c(straight_brick({0, 0, 0}, {1, 1, 1}, 1, 1, 2), {1e6, 0}, form);
  c.fix(plane(2, 0), "xyz");
  c.fix(plane(2, 1), "xy");
  for (const double x : {0.0, 1.0})
    for (const double y : {0.0, 1.0})
      c.simulation.model.add_prescribed_motion(c.body, {x, y, 1}, Vec3::UnitZ(), MotionKind::displacement,
                                               series({0, 1}, {0, -depth}));
  return c.solve(steps);
}

class Inverted : public ::testing::TestWithParam<const char*> {};

/// The top ends below the bottom: both elements are turned over, and by symmetry the forces balance.
TEST_P(Inverted, IsNotConverged)
{
  const LogLines log;
  const RunReport report = push_down(GetParam(), 1.5, 2);
  EXPECT_LT(report.worst_imbalance, 1e-9);
  EXPECT_EQ(report.unconverged_steps, 2);
  EXPECT_EQ(report.inverted_steps, 2);
  ASSERT_FALSE(report.strains.empty());
  EXPECT_EQ(report.strains.front().finding.state, StrainState::inverted);
  EXPECT_NEAR(report.strains.front().finding.value, -0.5, 1e-6);  // det F of the cube as a whole
  EXPECT_NE(outline(report).find("2 of the steps not converged ended with inverted elements"),
            std::string::npos);
}

TEST_P(Inverted, CompressedIsConverged)
{
  const RunReport report = push_down(GetParam(), 0.1);
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_EQ(report.inverted_steps, 0);
}

INSTANTIATE_TEST_SUITE_P(Forms, Inverted, ::testing::Values("TL", "BC"));

}  // namespace
}  // namespace corbel::testing
