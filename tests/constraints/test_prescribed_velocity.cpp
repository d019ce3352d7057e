// SPDX-License-Identifier: MIT
// Prescribed velocities: the block solve reaches them, singular blocks fail.
#include "corbel/constraints/prescribed_velocity.hpp"

#include <gtest/gtest.h>

#include <random>

using namespace corbel;

namespace {
const BlockOptions options;
const Vec3 before(7, 8, 9);
}  // namespace

TEST(PrescribedVelocity, ParticleByHand)
{
  // W = I/m, m = 0.5: R = m (U* − b).
  const BlockResult result =
      PrescribedVelocity{{1, 2, 3}}.solve_block(2 * Mat3::Identity(), {0, 0, -1}, before, options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_EQ(result.R, Vec3(0.5, 1, 2));
}

TEST(PrescribedVelocity, RandomBlocksReachTheVelocity)
{
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 500; ++k) {
    Mat3 A;
    for (auto& x : A.reshaped())
      x = normal(random);
    const Mat3 W = A * A.transpose() + 0.1 * Mat3::Identity();
    const PrescribedVelocity law{{normal(random), normal(random), normal(random)}};
    const Vec3 b(normal(random), normal(random), normal(random));
    const BlockResult result = law.solve_block(W, b, before, options);
    EXPECT_EQ(result.status, BlockStatus::ok);
    EXPECT_LE((W * result.R + b - law.U_star).norm(), 1e-12 * (1 + W.norm() * result.R.norm()));
  }
}

TEST(PrescribedVelocity, SingularBlocksFailAndLeaveR)
{
  const Vec3 a(1, 2, 3), c(0, 1, -1);
  for (const Mat3& W : {Mat3(Mat3::Zero()), Mat3(a * a.transpose()),
                        Mat3(a * a.transpose() + c * c.transpose()), Mat3(-Mat3::Identity())}) {
    const BlockResult result = PrescribedVelocity{}.solve_block(W, {1, 1, 1}, before, options);
    EXPECT_EQ(result.status, BlockStatus::failed);
    EXPECT_EQ(result.R, before);
  }
}

TEST(PrescribedVelocity, ResidualIsTheMissingVelocity)
{
  const PrescribedVelocity law{{1, 2, 3}};
  EXPECT_EQ(law.natural_residual({1, 2, 3}, before, 2), Vec3(0, 0, 0));
  EXPECT_EQ(law.natural_residual({2, 2, 1}, before, 2), Vec3(2, 0, -4));
  EXPECT_EQ(law.admissible(before), before);
}

TEST(PrescribedNormalVelocity, OnlyTheNormalIsDriven)
{
  // R_N = (U* − b_N)/W_NN = (3 + 1)/2; the tangential velocity is what it becomes.
  const BlockResult result =
      PrescribedNormalVelocity{3}.solve_block(2 * Mat3::Identity(), {5, 5, -1}, before, options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_EQ(result.R, Vec3(0, 0, 2));
}

TEST(PrescribedNormalVelocity, FailsWithoutNormalMobility)
{
  const Mat3 W = Vec3(1, 1, 0).asDiagonal();
  const BlockResult result = PrescribedNormalVelocity{3}.solve_block(W, {0, 0, 0}, before, options);
  EXPECT_EQ(result.status, BlockStatus::failed);
  EXPECT_EQ(result.R, before);
}

TEST(PrescribedNormalVelocity, ResidualCountsTangentialImpulse)
{
  const PrescribedNormalVelocity law{3};
  EXPECT_EQ(law.natural_residual({9, 9, 4}, {0.5, -0.5, 7}, 2), Vec3(0.5, -0.5, 2));
  EXPECT_EQ(law.admissible(before), Vec3(0, 0, 9));
}

TEST(PrescribedTangentVelocity, TheTangentPlaneIsDrivenWithoutNormalImpulse)
{
  // W_TT = [[4, 1], [1, 2]], U* − b = (3, −1): R_T = (3·2 + 1, −1·4 − 3)/7 = (1, −1). W_NN does not matter.
  Mat3 W;
  W << 4, 1, 0.5, 1, 2, -0.25, 0.5, -0.25, 0;
  const BlockResult result = PrescribedTangentVelocity{{4, 1}}.solve_block(W, {1, 2, 5}, before, options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_NEAR((result.R - Vec3(1, -1, 0)).norm(), 0, 1e-15);
}

TEST(PrescribedTangentVelocity, FailsWhereTheTangentPlaneIsSingular)
{
  for (const Mat3& W : {Mat3(Vec3(0, 1, 1).asDiagonal()), Mat3(Vec3(1, 0, 1).asDiagonal()),
                        Mat3(Vec3(1, 2, 0) * Vec3(1, 2, 0).transpose()), Mat3(-Mat3::Identity())}) {
    const BlockResult result = PrescribedTangentVelocity{}.solve_block(W, {1, 1, 1}, before, options);
    EXPECT_EQ(result.status, BlockStatus::failed);
    EXPECT_EQ(result.R, before);
  }
}

TEST(PrescribedTangentVelocity, ResidualCountsNormalImpulse)
{
  const PrescribedTangentVelocity law{{3, 1}};
  EXPECT_EQ(law.natural_residual({4, 0, 9}, {0.5, -0.5, 7}, 2), Vec3(2, -2, 7));
  EXPECT_EQ(law.admissible(before), Vec3(7, 8, 0));
}
