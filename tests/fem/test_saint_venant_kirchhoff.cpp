// SPDX-License-Identifier: MIT
#include "corbel/fem/saint_venant_kirchhoff.hpp"

#include "meshes.hpp"

#include "corbel/core/error.hpp"
#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <limits>

namespace corbel::testing {
namespace {

const SaintVenantKirchhoff law = SaintVenantKirchhoff::from_young_poisson(7.0, 0.3);

Mat3 some_gradient(unsigned seed)
{
  const Eigen::VectorXd numbers = noise(9, seed);
  return Mat3::Identity() + 0.3 * Mat3(Eigen::Map<const Mat3>(numbers.data()));
}

TEST(SaintVenantKirchhoff, StretchOfABarFollowsYoungAndPoisson)
{
  // Free sides: E = diag(e, −νe, −νe), S = diag(E e, 0, 0), energy ½ E e².
  for (const double e : {1e-9, 0.01, 0.2}) {
    const Vec3 stretch(std::sqrt(1 + 2 * e), std::sqrt(1 - 0.6 * e), std::sqrt(1 - 0.6 * e));
    const Mat3 F = stretch.asDiagonal();
    const Mat3 P = law.stress(F);
    const double tolerance = 1e-14 + 1e-14 / e;  // F itself is rounded
    EXPECT_NEAR(P(0, 0) / (7 * e * stretch.x()), 1, tolerance);
    EXPECT_NEAR(P(1, 1) / (7 * e), 0, tolerance);
    EXPECT_NEAR(P(2, 2) / (7 * e), 0, tolerance);
    EXPECT_NEAR(law.energy(F) / (3.5 * e * e), 1, 4 * tolerance);
  }
  EXPECT_NEAR(law.young(), 7, 1e-14);
  EXPECT_NEAR(law.poisson(), 0.3, 1e-15);
}

TEST(SaintVenantKirchhoff, StressIsTheDerivativeOfTheEnergy)
{
  const double h = 1e-6;
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Mat3 F = some_gradient(seed), P = law.stress(F);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) {
        Mat3 dF = Mat3::Zero();
        dF(i, j) = h;
        EXPECT_NEAR(P(i, j), (law.energy(F + dF) - law.energy(F - dF)) / (2 * h), 1e-8);
      }
  }
}

TEST(SaintVenantKirchhoff, TangentIsTheDerivativeOfTheStressAndSymmetric)
{
  const double h = 1e-6;
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Mat3 F = some_gradient(seed);
    const Eigen::Matrix<double, 9, 9> A = law.tangent(F);
    EXPECT_LT((A - A.transpose()).norm(), 1e-14 * A.norm());
    for (int c = 0; c < 9; ++c) {
      Mat3 dF = Mat3::Zero();
      dF(c % 3, c / 3) = h;
      const Mat3 dP = (law.stress(F + dF) - law.stress(F - dF)) / (2 * h);
      for (int r = 0; r < 9; ++r)
        EXPECT_NEAR(A(r, c), dP(r % 3, r / 3), 1e-7);
    }
  }
}

TEST(SaintVenantKirchhoff, DoesNotSeeRotations)
{
  const Mat3 R = Eigen::AngleAxisd(2.1, Vec3(1, -2, 0.5).normalized()).toRotationMatrix();
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Mat3 F = some_gradient(seed);
    EXPECT_NEAR(law.energy(R * F), law.energy(F), 1e-14 * law.young());
    EXPECT_LT((law.stress(R * F) - R * law.stress(F)).norm(), 1e-14 * law.young());
  }
  EXPECT_LT(law.stress(R).norm(), 1e-14 * law.young());
}

TEST(SaintVenantKirchhoff, ConstantsOutOfRangeAreNamed)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double bad : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()})
    EXPECT_THROW(SaintVenantKirchhoff::from_young_poisson(bad, 0.3), InputError);
  for (const double bad : {0.5, -1.0, 0.7, nan})
    EXPECT_THROW(SaintVenantKirchhoff::from_young_poisson(1e9, bad), InputError);
}

}  // namespace
}  // namespace corbel::testing
