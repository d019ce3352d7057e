// SPDX-License-Identifier: MIT
// The expansion law: both cases in closed form, random blocks by the law as it is written.
#include "law_check.hpp"

#include "corbel/constraints/expansion.hpp"
#include "corbel/constraints/signorini_coulomb.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <random>

using namespace corbel;
using namespace corbel::testing;

namespace {

Mat3 random_block(std::mt19937& random)
{
  std::normal_distribution<double> normal;
  const Mat3 F = Mat3::NullaryExpr([&] { return normal(random); });
  return F * F.transpose() + 0.3 * Mat3::Identity();
}

Vec3 random_vector(std::mt19937& random)
{
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

constexpr BlockOptions tight = {1e-14, 200};

}  // namespace

TEST(Expansion, PartingWithStickAndSlip)
{
  // unit mass, W = I: R_N = p, U_N = b_N + p; |b_T| = 0.3 is stopped for μ p ≥ 0.3
  const Vec3 b(0.3, 0, 0);
  const BlockResult stick = Expansion{0.5, 1}.solve_block(Mat3::Identity(), b, Vec3::Zero(), tight);
  EXPECT_EQ(stick.status, BlockStatus::ok);
  EXPECT_LE((stick.R - Vec3(-0.3, 0, 1)).norm(), 1e-13);
  const BlockResult slip = Expansion{0.2, 1}.solve_block(Mat3::Identity(), b, Vec3::Zero(), tight);
  EXPECT_LE((slip.R - Vec3(-0.2, 0, 1)).norm(), 1e-13);
}

TEST(Expansion, StaysClosedWhenTheImpulseIsNotEnough)
{
  // b_N = −2 needs R_N = 2 > p = 1
  const BlockResult result = Expansion{0, 1}.solve_block(Mat3::Identity(), {0, 0, -2}, Vec3::Zero(), tight);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_LE((result.R - Vec3(0, 0, 2)).norm(), 1e-14);
}

TEST(Expansion, RandomBlocksObeyTheLaw)
{
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  int parting = 0, closed = 0, unsolved = 0;
  for (int k = 0; k < 5000; ++k) {
    const Mat3 W = random_block(random);
    const Vec3 b = random_vector(random);
    const Expansion law = {uniform(random), uniform(random)};
    const BlockResult result = law.solve_block(W, b, Vec3::Zero(), tight);
    if (result.status != BlockStatus::ok) {
      EXPECT_GT(law.mu * std::hypot(W(2, 0), W(2, 1)), W(2, 2)) << "strong coupling alone may fail";
      ++unsolved;
      continue;
    }
    const Vec3 U = W * result.R + b;
    const double above = result.R.z() - law.least;
    EXPECT_GE(above, 0);
    EXPECT_GE(U.z(), -1e-12);
    EXPECT_LE(std::abs(above * U.z()), 1e-11);
    const Eigen::Vector2d U_T = U.head<2>(), R_T = result.R.head<2>();
    EXPECT_LE(R_T.norm(), law.mu * result.R.z() + 1e-13);
    EXPECT_LE((U_T.norm() * R_T + law.mu * result.R.z() * U_T).norm(), 1e-10 * (1 + U_T.norm()));
    EXPECT_LE(law.natural_residual(U, result.R, 0.7).norm(), 1e-10);
    EXPECT_LE((law.admissible(result.R) - result.R).norm(), 1e-13);
    ++(above > 0 ? closed : parting);
  }
  EXPECT_GT(parting, 1000);
  EXPECT_GT(closed, 500);
  EXPECT_LT(unsolved, 50);
}

TEST(Expansion, WithoutStoredImpulseItIsSignoriniAndCoulomb)
{
  std::mt19937 random(4);
  for (int k = 0; k < 500; ++k) {
    const Mat3 W = random_block(random);
    const Vec3 b = random_vector(random), R = random_vector(random);
    const Vec3 expected = SignoriniCoulomb{0.4, 0}.solve_block(W, b, Vec3::Zero(), tight).R;
    const Vec3 found = Expansion{0.4, 0}.solve_block(W, b, Vec3::Zero(), tight).R;
    EXPECT_LE((found - expected).norm(), 1e-12);
    EXPECT_EQ((Expansion{0.4, 0}.admissible(R)), (SignoriniCoulomb{0.4, 0}.admissible(R)));
  }
}

TEST(Expansion, AdmissibleIsTheNearestPoint)
{
  // no admissible point of a fine net is nearer
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  const Expansion law = {0.6, 0.8};
  for (int k = 0; k < 200; ++k) {
    const Vec3 R = 1.5 * random_vector(random);
    const Vec3 nearest = law.admissible(R);
    EXPECT_GE(nearest.z(), law.least - 1e-14);
    EXPECT_LE(nearest.head<2>().norm(), law.mu * nearest.z() + 1e-13);
    for (int j = 0; j < 200; ++j) {
      const double N = law.least + 3 * uniform(random), r = law.mu * N * uniform(random);
      const double angle = 6.283185307179586 * uniform(random);
      const Vec3 other(r * std::cos(angle), r * std::sin(angle), N);
      EXPECT_GE((other - R).norm(), (nearest - R).norm() - 1e-12);
    }
  }
}

TEST(Expansion, ConeFormIsExactWhereItCameFrom)
{
  // u_N = U_N + offset + c R_N vanishes at the solution, in both cases
  const Expansion law = {0.5, 1};
  const Vec3 U(0, 0, 0.4), R(0.1, 0, 1);
  const ConeForm parting = law.cone_form(U, R);
  EXPECT_TRUE(parting.linearized && parting.contact);
  EXPECT_NEAR(U.z() + parting.offset.z() + parting.compliance.z() * R.z(), 0, 1e-15);
  EXPECT_EQ(parting.mu, 0.5);
  const ConeForm closed = law.cone_form({0, 0, 0}, {0, 0, 2});
  EXPECT_EQ(closed.offset, Vec3(Vec3::Zero()));
  EXPECT_EQ(closed.compliance, Vec3(Vec3::Zero()));
}
