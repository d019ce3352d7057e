// SPDX-License-Identifier: MIT
// The algebra of the Lorentz cone by its defining identities.
#include "corbel/math/lorentz.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace corbel;

namespace {

/// Inside the cone, from far inside to close to its surface.
Vec3 inside(std::mt19937& random)
{
  std::normal_distribution<double> normal;
  Vec3 x(normal(random), normal(random), 0);
  x.z() = x.head<2>().norm() * (1 + std::pow(10, -3 * std::abs(normal(random)))) + 1e-6;
  return x;
}

}  // namespace

TEST(Lorentz, QuotientUndoesTheProduct)
{
  std::mt19937 random(1);
  for (int k = 0; k < 200; ++k) {
    const Vec3 x = inside(random), y = inside(random);
    const double scale = x.norm() * x.norm() / lorentz::determinant(x);
    EXPECT_LE((lorentz::quotient(x, lorentz::product(x, y)) - y).norm(), 1e-14 * scale * y.norm() + 1e-15);
  }
}

TEST(Lorentz, ScalingTakesBothPointsToOne)
{
  std::mt19937 random(2);
  for (int k = 0; k < 200; ++k) {
    const Vec3 x = inside(random), z = inside(random);
    const lorentz::Scaling s = lorentz::scaling(x, z);
    EXPECT_LE((s.V * s.inverse - Mat3::Identity()).norm(), 1e-8);
    EXPECT_LE((s.V * z - s.inverse * x).norm(), 1e-8 * s.lambda.norm());
    EXPECT_NEAR(s.lambda.squaredNorm(), x.dot(z), 1e-8 * x.dot(z));  // λ·λ = x·z
    EXPECT_GT(s.lambda.z(), s.lambda.head<2>().norm());
  }
}

TEST(Lorentz, TheWayToTheSurfaceEndsOnIt)
{
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 500; ++k) {
    const Vec3 x = inside(random), d(normal(random), normal(random), normal(random));
    const double a = lorentz::way_to_surface(x, d);
    ASSERT_GT(a, 0);
    if (std::isinf(a)) {
      EXPECT_GE(d.z(), d.head<2>().norm());  // the direction is in the cone itself
      continue;
    }
    const Vec3 end = x + a * d, before = x + 0.999 * a * d;
    EXPECT_NEAR(end.z(), end.head<2>().norm(), 1e-9 * (1 + a * d.norm() + x.norm()));
    EXPECT_GE(before.z(), before.head<2>().norm() - 1e-12 * (1 + a));
  }
}
