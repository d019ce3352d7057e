// SPDX-License-Identifier: MIT
// Random blocks of rigid bodies.
#pragma once

#include "corbel/math/types.hpp"

#include <random>

namespace corbel::testing {

inline Vec3 random_vector(std::mt19937& random)
{
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

/// W of a rigid body of mass 1 and random inertia, at a random point: symmetric positive definite.
inline Mat3 random_W(std::mt19937& random, double offset)
{
  std::uniform_real_distribution<double> uniform(0.2, 5);
  const Vec3 x = offset * random_vector(random);
  const Vec3 inverse_inertia(uniform(random), uniform(random), uniform(random));
  return Mat3::Identity() - skew(x) * inverse_inertia.asDiagonal() * skew(x);
}

}  // namespace corbel::testing
