// SPDX-License-Identifier: MIT
// The Signorini–Coulomb law checked as it is written, independent of the residual the solvers use.
#pragma once

#include "corbel/math/types.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace corbel::testing {

/// Units in which a contact's errors are small: a typical velocity [m/s] and impulse [N s].
struct Scale {
  double U = 1;
  double R = 1;
};

/// (6.1), (6.2) of the manual to `tolerance`, each entry relative to the scale.
inline void expect_signorini_coulomb(double mu, double shift, const Vec3& U, const Vec3& R, double tolerance,
                                     Scale scale = {})
{
  const Eigen::Vector2d U_T = U.head<2>();
  const Eigen::Vector2d R_T = R.head<2>();
  const double U_N = U.z() + shift;
  EXPECT_GE(U_N, -tolerance * scale.U) << "penetrating";
  EXPECT_GE(R.z(), 0) << "pulling";
  EXPECT_LE(std::min(U_N / scale.U, R.z() / scale.R), tolerance) << "not complementary";
  EXPECT_LE(R_T.norm(), mu * R.z() + 1e-14 * scale.R) << "outside the cone";
  // |U_T| R_T = −μ R_N U_T: in slip the friction is full and opposite, in stick U_T = 0.
  EXPECT_LE((U_T.norm() * R_T + mu * R.z() * U_T).norm(), tolerance * scale.U * scale.R) << "not opposite";
}

}  // namespace corbel::testing
