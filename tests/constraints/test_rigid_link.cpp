// SPDX-License-Identifier: MIT
// The rigid link: closed forms of one pendulum step, and a length that stays over many.
#include "corbel/constraints/rigid_link.hpp"

#include "corbel/math/frame.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace corbel;

namespace {
const BlockOptions options;
constexpr double m = 0.5, d = 2, eta = 0.05;
const Mat3 particle = Mat3::Identity() / m;
}  // namespace

TEST(RigidLink, PendulumStepByHand)
{
  // A particle at z = d e_N with the transverse velocity s: (d + η R_N/m)² + η² s² = d².
  const double s = 3;
  const BlockResult result =
      RigidLink{{0, 0, d}, eta, d}.solve_block(particle, {s, 0, 0}, Vec3::Zero(), options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_EQ(result.R.head<2>(), Eigen::Vector2d(0, 0));
  EXPECT_NEAR(result.R.z(), m / eta * (std::sqrt(d * d - eta * eta * s * s) - d), 1e-14);
}

TEST(RigidLink, RadialMotionIsStopped)
{
  // z + η U = d e_N with U = b + R_N/m: R_N = −m b_N; the other root turns the link over by 2 d.
  const BlockResult result =
      RigidLink{{0, 0, d}, eta, d}.solve_block(particle, {0, 0, 4}, {0, 0, 1e9}, options);
  EXPECT_NEAR(result.R.z(), -m * 4, 1e-14);
}

TEST(RigidLink, StretchAtTheHalfStepIsTakenBack)
{
  // Too long by g: U_N = −g/η.
  const double g = 1e-3;
  const BlockResult result =
      RigidLink{{0, 0, d + g}, eta, d}.solve_block(particle, {0, 0, 0}, Vec3::Zero(), options);
  EXPECT_NEAR(result.R.z(), -m * g / eta, 1e-14);
}

TEST(RigidLink, TinyCorrectionKeepsItsDigits)
{
  // Same closed form with the difference of roots multiplied out; the textbook root of the quadratic would
  // have four digits left here.
  const double s = 1e-4;
  const BlockResult result =
      RigidLink{{0, 0, d}, eta, d}.solve_block(particle, {s, 0, 0}, Vec3::Zero(), options);
  const double expected = -m * eta * s * s / (d + std::sqrt(d * d - eta * eta * s * s));
  EXPECT_NEAR(result.R.z() / expected, 1, 1e-14);
}

TEST(RigidLink, RestNeedsNothing)
{
  const BlockResult result =
      RigidLink{{0, 0, d}, eta, d}.solve_block(particle, {0, 0, 0}, {0, 0, 5}, options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_EQ(result.R, Vec3(0, 0, 0));
}

TEST(RigidLink, UnreachableLengthGivesTheNearestApproach)
{
  // η s = 3 > d: whatever R_N, the distance is at least η s; it is reached with z_N = 0, R_N = −m d/η.
  const BlockResult result =
      RigidLink{{0, 0, d}, eta, d}.solve_block(particle, {3 / eta, 0, 0}, Vec3::Zero(), options);
  EXPECT_EQ(result.status, BlockStatus::diverged);
  EXPECT_NEAR(result.R.z(), -m * d / eta, 1e-12);
}

TEST(RigidLink, ImmovableEndsFailAndLeaveR)
{
  const BlockResult result =
      RigidLink{{0, 0, d}, eta, d}.solve_block(Mat3::Zero(), {1, 0, 0}, {0, 0, 5}, options);
  EXPECT_EQ(result.status, BlockStatus::failed);
  EXPECT_EQ(result.R, Vec3(0, 0, 5));
}

TEST(RigidLink, RandomBlocksKeepTheLengthWithTheSmallerRoot)
{
  std::mt19937 random(8);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 1000; ++k) {
    Mat3 A;
    for (auto& x : A.reshaped())
      x = normal(random);
    const Mat3 W = A * A.transpose() + Mat3::Identity();
    const Vec3 b(normal(random), normal(random), normal(random));
    const RigidLink law{{0, 0, d * (1 + 0.01 * normal(random))}, eta, d};
    const BlockResult result = law.solve_block(W, b, Vec3::Zero(), options);
    ASSERT_EQ(result.status, BlockStatus::ok);
    EXPECT_NEAR((law.z + eta * (b + W * result.R)).norm(), d, 1e-13);
    EXPECT_LE(law.natural_residual(b + W * result.R, result.R, 1).norm(), 1e-11);
    // The sum of the roots is −2 a·g/|g|²: the other one is not smaller.
    const Vec3 a = law.z + eta * b, g = eta * W.col(2);
    const double other = -2 * a.dot(g) / g.squaredNorm() - result.R.z();
    EXPECT_LE(std::abs(result.R.z()), std::abs(other));
  }
}

TEST(RigidLink, ResidualIsTheMissingVelocity)
{
  // |z + η U| = |(0, 3, 4)| = 5, d = 2: (5 − 2)/η; tangential impulse counts as it is.
  const RigidLink law{{0, 0, 3}, 0.5, 2};
  EXPECT_EQ(law.natural_residual({0, 6, 2}, {0.1, 0.2, 9}, 2), Vec3(0.1, 0.2, 12));
  EXPECT_EQ(law.admissible({0.1, 0.2, 9}), Vec3(0, 0, 9));
}

TEST(RigidLink, SwingingPendulumKeepsItsLengthAtEveryStep)
{
  // x ← x + h/2 u, u ← u + h g + R n/m, x ← x + h/2 u: |x| = d at the end of every step by construction.
  const double h = 2 * eta / 10;
  Vec3 x(d, 0, 0), u(0, 0.5, 0);
  for (int step = 0; step < 500; ++step) {
    const Vec3 z = x + h / 2 * u;
    const Mat3 frame = frame_of_normal(z.normalized());
    const Vec3 free = u + h * Vec3(0, 0, -9.81);
    const RigidLink law{frame.transpose() * z, h / 2, d};
    const BlockResult result = law.solve_block(particle, frame.transpose() * free, Vec3::Zero(), options);
    ASSERT_EQ(result.status, BlockStatus::ok);
    u = free + frame * result.R / m;
    x = z + h / 2 * u;
    ASSERT_NEAR(x.norm(), d, 1e-13) << "step " << step;
  }
}
