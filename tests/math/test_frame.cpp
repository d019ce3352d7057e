// SPDX-License-Identifier: MIT
// The local frame: the manual's choice of tangents.
#include "corbel/math/frame.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <random>

using namespace corbel;

TEST(Frame, ByHand)
{
  Mat3 up;  // ex × ez = −ey, −ey × ez = −ex
  up << 0, -1, 0, -1, 0, 0, 0, 0, 1;
  EXPECT_EQ(frame_of_normal(Vec3::UnitZ()), up);
  Mat3 side;  // ex × ey = ez, ez × ey = −ex
  side << 0, -1, 0, 0, 0, 1, 1, 0, 0;
  EXPECT_EQ(frame_of_normal(Vec3::UnitY()), side);
}

TEST(Frame, NormalAlongXTakesTheSecondAxis)
{
  Mat3 along;  // ey × ex = −ez, −ez × ex = −ey
  along << 0, 0, 1, 0, -1, 0, -1, 0, 0;
  EXPECT_EQ(frame_of_normal(Vec3::UnitX()), along);
  Mat3 against;  // ey × −ex = ez, ez × −ex = −ey
  against << 0, 0, -1, 0, -1, 0, 1, 0, 0;
  EXPECT_EQ(frame_of_normal(-Vec3::UnitX()), against);
}

TEST(Frame, IsOrthonormalLeftHandedAndEndsInTheNormal)
{
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 500; ++k) {
    Vec3 n(normal(random), normal(random), normal(random));
    if (k % 5 == 0) n.tail<2>() *= 1e-5;  // close to ±ex
    n.normalize();
    const Mat3 frame = frame_of_normal(n);
    EXPECT_LE((frame.transpose() * frame - Mat3::Identity()).norm(), 1e-14);
    EXPECT_NEAR(frame.determinant(), -1, 1e-14);
    EXPECT_EQ(frame.col(2), n);
  }
}
