// SPDX-License-Identifier: MIT
// The polar rotation of products R U with known R, and its defining property where R is not unique.
#include "corbel/core/error.hpp"
#include "corbel/math/polar.hpp"
#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace corbel;

namespace {

class Polar : public ::testing::Test {
 protected:
  std::mt19937 random{7};

  Vec3 axis()
  {
    std::normal_distribution<double> normal;
    return Vec3(normal(random), normal(random), normal(random)).normalized();
  }
  Mat3 rotation() { return exp_map(uniform(0, M_PI) * axis()); }
  double uniform(double from, double to) { return std::uniform_real_distribution<double>(from, to)(random); }
  /// Symmetric positive definite with the given stretches in random directions.
  Mat3 stretch(const Vec3& stretches)
  {
    const Mat3 Q = rotation();
    return Q * stretches.asDiagonal() * Q.transpose();
  }
};

double nearness(const Mat3& R, const Mat3& F) { return (R.transpose() * F).trace(); }

/// The half turn about n, exactly: 2 n nᵀ − I.
Mat3 half_turn(const Vec3& n) { return 2 * n * n.transpose() - Mat3::Identity(); }

}  // namespace

TEST_F(Polar, FindsTheRotationOfRotatedStretches)
{
  for (int k = 0; k < 500; ++k) {
    const Mat3 R = rotation();
    const Mat3 U = stretch({uniform(0.1, 10), uniform(0.1, 10), uniform(0.1, 10)});
    EXPECT_LE((polar_rotation(R * U) - R).norm(), 1e-12);
    EXPECT_LE((polar_rotation(R * U, Mat3::Identity()) - R).norm(), 1e-12);
  }
}

TEST_F(Polar, FindsHalfTurns)
{
  for (const Vec3& n : {Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY()), Vec3(Vec3::UnitZ()), axis(), axis()}) {
    EXPECT_LE((polar_rotation(half_turn(n)) - half_turn(n)).norm(), 1e-14);
    const Mat3 U = stretch({0.5, 1, 2});
    EXPECT_LE((polar_rotation(half_turn(n) * U) - half_turn(n)).norm(), 1e-13);
  }
}

TEST_F(Polar, SizeDoesNotMatter)
{
  const Mat3 R = rotation(), U = stretch({0.7, 1, 1.5});
  for (const double scale : {1e-150, 1e-20, 1e20, 1e150})
    EXPECT_LE((polar_rotation(scale * (R * U)) - R).norm(), 1e-13);
}

TEST_F(Polar, FlattenedToAPlaneIsStillUnique)
{
  for (const double thin : {1e-8, 1e-14, 0.0}) {
    const Mat3 R = rotation();
    const Mat3 F = R * stretch({2, 1, thin});
    EXPECT_LE((polar_rotation(F) - R).norm(), 1e-13) << thin;
    EXPECT_LE((polar_rotation(F, Mat3::Identity()) - R).norm(), 1e-13) << thin;
  }
}

TEST_F(Polar, IsTheNearestRotationToAnyMatrix)
{
  for (int k = 0; k < 100; ++k) {
    Mat3 F;
    for (double& f : F.reshaped())
      f = uniform(-1, 1);  // half of them turned inside out
    const Mat3 R = polar_rotation(F);
    EXPECT_TRUE(is_rotation(R, 1e-14));
    for (int q = 0; q < 100; ++q) {
      const Vec3 turn = std::pow(10, uniform(-3, 0.5)) * axis();
      EXPECT_GE(nearness(R, F), nearness(exp_map(turn) * R, F) - 1e-13);
    }
  }
}

TEST_F(Polar, FlattenedToALineKeepsTheLastTurnAboutIt)
{
  for (int k = 0; k < 50; ++k) {
    const Vec3 a = axis(), b = axis();
    const Mat3 previous = rotation();
    const Mat3 R = polar_rotation(3 * a * b.transpose(), previous);
    EXPECT_TRUE(is_rotation(R, 1e-14));
    EXPECT_LE((R * b - a).norm(), 1e-14);  // all that F says
    for (int q = 0; q < 50; ++q)
      EXPECT_GE(nearness(R, previous), nearness(exp_map(uniform(0, 2 * M_PI) * a) * R, previous) - 1e-13);
  }
}

TEST_F(Polar, FollowsABodySqueezedThroughALine)
{
  // Two stretches go through zero together: −1 × −1 is a half turn about the third, which the limit from one
  // side does not know of. At zero itself the rotation is that of before.
  const Mat3 R = rotation();
  const Mat3 F = R * Vec3(1, 0, 0).asDiagonal();
  EXPECT_LE((polar_rotation(F, R) - R).norm(), 1e-14);
  const Mat3 turned = exp_map(0.3 * R.col(0)) * R;
  EXPECT_LE((polar_rotation(F, turned) - turned).norm(), 1e-14);
}

TEST_F(Polar, ZeroAndPointReflectionTakeTheLastOne)
{
  const Mat3 previous = rotation();
  EXPECT_EQ(polar_rotation(Mat3::Zero(), previous), previous);
  EXPECT_TRUE(is_rotation(polar_rotation(Mat3::Zero()), 1e-15));

  const Mat3 W = rotation();
  const Mat3 R = polar_rotation(-2 * W, previous);
  EXPECT_TRUE(is_rotation(R, 1e-13));
  EXPECT_NEAR(nearness(R, -W), 1, 1e-13);  // the best there is: a half turn away from W
  for (int q = 0; q < 200; ++q)
    EXPECT_GE(nearness(R, previous), nearness(W * half_turn(axis()), previous) - 1e-13);
}

TEST_F(Polar, RefusesWhatIsNotFinite)
{
  Mat3 F = Mat3::Identity();
  F(1, 2) = NAN;
  EXPECT_THROW((void)polar_rotation(F), InternalError);
  F(1, 2) = INFINITY;
  EXPECT_THROW((void)polar_rotation(F, Mat3::Identity()), InternalError);
}
