// SPDX-License-Identifier: MIT
// The law of a spring between two points, with its stops.
#include "random_blocks.hpp"

#include "corbel/constraints/spring.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

const BlockOptions options;
constexpr double none = std::numeric_limits<double>::infinity();

BlockResult solve(const Spring& law, double b_N)
{
  return law.solve_block(2 * Mat3::Identity(), {0.3, 0.4, b_N}, {1, 1, 1}, options);
}

}  // namespace

TEST(Spring, LineThroughTheDynamics)
{
  // R = 3 − 0.5 U, U = 2 R + 1: U = 2 (3 − U/2) + 1 = 7 − U, so U = 3.5 and R = 1.25.
  const BlockResult result = solve({.impulse = 3, .stiffness = 0.5}, 1);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_LE((result.R - Vec3(0, 0, 1.25)).norm(), 1e-15);
}

TEST(Spring, StopsBringTheVelocityToTheirBound)
{
  // The same with U ≤ 0: 2 R + 1 = 0; with U ≥ 5: 2 R + 1 = 5.
  EXPECT_LE((solve({3, 0.5, -none, 0}, 1).R - Vec3(0, 0, -0.5)).norm(), 1e-15);
  EXPECT_LE((solve({3, 0.5, 5, none}, 1).R - Vec3(0, 0, 2)).norm(), 1e-15);
  EXPECT_LE((solve({3, 0.5, -1, 5}, 1).R - Vec3(0, 0, 1.25)).norm(), 1e-15);
}

TEST(Spring, ResidualVanishesAtTheSolutionOnly)
{
  std::mt19937 random(3);
  for (int i = 0; i < 500; ++i) {
    const Vec3 numbers = random_vector(random), b = random_vector(random);
    const Mat3 W = random_W(random, 0.4);
    const Spring law{numbers.x(), std::abs(numbers.y()), i % 2 ? -0.1 : -none, i % 3 ? 0.1 : none};
    const Vec3 R = law.solve_block(W, b, Vec3::Zero(), options).R;
    EXPECT_LE(law.natural_residual(W * R + b, R, 0.5).norm(), 1e-12);
    const Vec3 other = R + Vec3(0, 0, 0.3);
    EXPECT_GE(law.natural_residual(W * other + b, other, 0.5).norm(), 1e-3);
  }
}

TEST(Spring, ConeFormIsTheSameLine)
{
  // u_N = U_N + offset + compliance R_N = 0 at the solution of the first test.
  const ConeForm form = Spring{.impulse = 3, .stiffness = 0.5}.cone_form({0, 0, 3.5}, {0, 0, 1.25});
  EXPECT_FALSE(form.contact);
  EXPECT_TRUE(form.held[2] && !form.held[0] && !form.held[1]);
  EXPECT_LE(std::abs(3.5 + form.offset.z() + form.compliance.z() * 1.25), 1e-14);
  const ConeForm stop = Spring{3, 0.5, -none, 0}.cone_form({0, 0, 0}, {0, 0, -0.5});
  EXPECT_EQ(stop.compliance.z(), 0);
  EXPECT_EQ(stop.offset.z(), 0);
  EXPECT_TRUE(stop.linearized);
}

TEST(Spring, SettlingAConstantForceKeepsIt)
{
  Spring law{.impulse = 3};
  law.settle(2, 1);
  EXPECT_GT(law.stiffness, 0);
  EXPECT_NEAR(solve(law, 1).R.z(), 3, 1e-7);
}

TEST(Spring, OnlyAStopThatHoldsHasAnImpulse)
{
  Spring spring{.impulse = 1, .stiffness = 2};
  EXPECT_FALSE(spring.has_stops());
  EXPECT_EQ(spring.stop_impulse({0, 0, 3}, {0, 0, 7}), 0);
  spring.upper = 0.5;
  EXPECT_TRUE(spring.has_stops());
  EXPECT_EQ(spring.stop_impulse({0, 0, 0.25}, {0, 0, 0.5}), 0);   // on the line
  EXPECT_EQ(spring.stop_impulse({0, 0, 0.5}, {0, 0, -4}), -4);    // 1 − 2 U is zero there
  EXPECT_EQ(spring.stop_impulse({0, 0, 0.25}, {0, 0, 0.75}), 0);  // off the line, but no stop pulls
}

TEST(Spring, ImmovablePointsFail)
{
  EXPECT_EQ(Spring{}.solve_block(Mat3::Zero(), Vec3::Zero(), Vec3::Zero(), options).status,
            BlockStatus::failed);
}
