// SPDX-License-Identifier: MIT
// The exponential map against Eigen, against its power series, and by its group property.
#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace corbel;

namespace {

Vec3 random_axis(std::mt19937& random)
{
  std::normal_distribution<double> normal;
  return Vec3(normal(random), normal(random), normal(random)).normalized();
}

/// exp[ψ] = Σ skew(ψ)^k / k!, 30 terms: exact to round-off for |ψ| ≤ 1.
Mat3 power_series(const Vec3& psi)
{
  Mat3 sum = Mat3::Identity();
  Mat3 term = Mat3::Identity();
  for (int k = 1; k < 30; ++k) {
    term = term * skew(psi) / k;
    sum += term;
  }
  return sum;
}

}  // namespace

TEST(Rotation, QuarterTurnsByHand)
{
  Mat3 expected;
  expected << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  EXPECT_LE((exp_map({0, 0, M_PI / 2}) - expected).norm(), 1e-15);
  EXPECT_LE((rotate({M_PI / 2, 0, 0}, Vec3::UnitY()) - Vec3::UnitZ()).norm(), 1e-15);
  EXPECT_EQ(exp_map(Vec3::Zero()), Mat3(Mat3::Identity()));
}

TEST(Rotation, AgreesWithEigenAngleAxis)
{
  const double round_off =
      12 * std::numeric_limits<double>::epsilon();  // four roundings in each of nine entries
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(0, 2 * M_PI);
  for (int k = 0; k < 500; ++k) {
    const Vec3 axis = random_axis(random);
    const double a = angle(random);
    EXPECT_LE((exp_map(a * axis) - Eigen::AngleAxisd(a, axis).toRotationMatrix()).norm(), round_off);
  }
}

TEST(Rotation, AgreesWithThePowerSeriesAcrossTheSwitchOfFormulas)
{
  std::mt19937 random(2);
  for (const double a : {1e-160, 1e-12, 1e-6, 1e-3, 0.009999, 0.01, 0.010001, 0.1, 1.0}) {
    const Vec3 psi = a * random_axis(random);
    const Mat3 difference = exp_map(psi) - power_series(psi);
    // Off the identity the entries are of size a: ask for digits relative to that.
    EXPECT_LE(difference.norm(), 4e-16 * std::max(a, 1.0)) << "angle " << a;
    const Vec3 v = random_axis(random);
    EXPECT_LE((rotate(psi, v) - power_series(psi) * v).norm(), 1e-15) << "angle " << a;
  }
}

TEST(Rotation, RotateAgreesWithTheMatrix)
{
  std::mt19937 random(3);
  for (int k = 0; k < 200; ++k) {
    const Vec3 psi = 0.05 * k * random_axis(random);
    const Vec3 a = random_axis(random);
    EXPECT_LE((rotate(psi, a) - exp_map(psi) * a).norm(), 2e-15);
  }
}

TEST(Rotation, OrthonormalizedRemovesSmallErrors)
{
  std::mt19937 random(4);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 100; ++k) {
    const Mat3 exact = exp_map(3 * random_axis(random));
    Mat3 noise;
    for (auto& x : noise.reshaped())
      x = 1e-7 * normal(random);
    const Mat3 repaired = orthonormalized(exact + noise);
    EXPECT_FALSE(is_rotation(exact + noise, 1e-9));
    EXPECT_TRUE(is_rotation(repaired, 1e-12));  // quadratic: (1e-7)²
    EXPECT_LE((repaired - exact).norm(), 1e-6);
  }
}

TEST(Rotation, IsRotationRejectsReflectionsScalingsAndNaN)
{
  EXPECT_TRUE(is_rotation(Mat3::Identity(), 1e-15));
  EXPECT_FALSE(is_rotation(-Mat3::Identity(), 1e-3));
  EXPECT_FALSE(is_rotation(1.001 * Mat3::Identity(), 1e-3));
  EXPECT_FALSE(is_rotation(NAN * Mat3::Identity(), 1e-3));
}
