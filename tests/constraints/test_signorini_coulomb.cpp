// SPDX-License-Identifier: MIT
// The contact law: closed forms, random blocks checked against the law as written, and blocks that must fail.
#include "law_check.hpp"

#include "corbel/constraints/signorini_coulomb.hpp"
#include "corbel/math/cone.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <random>

using namespace corbel;
using corbel::testing::expect_signorini_coulomb;
using corbel::testing::Scale;

namespace {

const BlockOptions options;
const Mat3 half_kilogram = 2 * Mat3::Identity();  // W = 1/m for a particle of 0.5 kg

/// W of a rigid body of mass 1 and random inertia, at a random point: symmetric positive definite.
Mat3 random_W(std::mt19937& random, double offset)
{
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0.2, 5);
  const Vec3 x = offset * Vec3(normal(random), normal(random), normal(random));
  const Vec3 inverse_inertia(uniform(random), uniform(random), uniform(random));
  return Mat3::Identity() - skew(x) * inverse_inertia.asDiagonal() * skew(x);
}

Vec3 random_vector(std::mt19937& random)
{
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

bool strongly_coupled(const Mat3& W, double mu) { return mu * W.row(2).head<2>().norm() > W(2, 2); }

void expect_solved(const SignoriniCoulomb& law, const Mat3& W, const Vec3& b, const BlockResult& result,
                   double tolerance)
{
  EXPECT_EQ(result.status, BlockStatus::ok);
  const Scale scale{b.norm() + std::abs(law.shift), (b.norm() + std::abs(law.shift)) / W.trace() * 3};
  expect_signorini_coulomb(law.mu, law.shift, W * result.R + b, result.R, tolerance, scale);
}

}  // namespace

// Particle of mass m against a plane, W = I/m; U = R/m + b.

TEST(SignoriniCoulomb, SeparatingContactCarriesNothing)
{
  const BlockResult result =
      SignoriniCoulomb{0.5, 0}.solve_block(half_kilogram, {3, 4, 0.1}, {1, 1, 5}, options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_EQ(result.R, Vec3(0, 0, 0));
}

TEST(SignoriniCoulomb, TouchingWithoutApproachCarriesNothing)
{
  EXPECT_EQ(SignoriniCoulomb(0.5, 0).solve_block(half_kilogram, {3, 4, 0}, {1, 1, 5}, options).R,
            Vec3(0, 0, 0));
}

TEST(SignoriniCoulomb, StickStopsTheParticle)
{
  // |b_T| = 0.5 ≤ μ|b_N| = 1: R = −m b.
  const BlockResult result =
      SignoriniCoulomb{0.5, 0}.solve_block(half_kilogram, {0.3, 0.4, -2}, Vec3::Zero(), options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_LE((result.R - Vec3(-0.15, -0.2, 1)).norm(), 1e-15);
}

TEST(SignoriniCoulomb, SlipIsFullFrictionAgainstTheMotion)
{
  // |b_T| = 5 > μ|b_N| = 1: R_N = m 2 = 1, R_T = −μ R_N (3, 4)/5.
  const BlockResult result =
      SignoriniCoulomb{0.5, 0}.solve_block(half_kilogram, {3, 4, -2}, Vec3::Zero(), options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_LE((result.R - Vec3(-0.3, -0.4, 1)).norm(), 1e-15);
}

TEST(SignoriniCoulomb, SlipDirectionDoesNotDependOnTheStart)
{
  for (const Vec3& start : {Vec3(0.3, 0.4, 1), Vec3(-9, 0, 1), Vec3(0, 0, 1e6), Vec3(1e-12, 0, 0)}) {
    const BlockResult result =
        SignoriniCoulomb{0.5, 0}.solve_block(half_kilogram, {3, 4, -2}, start, options);
    EXPECT_EQ(result.status, BlockStatus::ok);
    EXPECT_LE((result.R - Vec3(-0.3, -0.4, 1)).norm(), 1e-14);
  }
}

TEST(SignoriniCoulomb, CoupledPlaneSlipByHand)
{
  // Plane problem: W_TT = 2, W_TN = 0.5, W_NN = 1, b = (5, 0, −1), μ = 0.4. Slip towards +T1: R_T = −0.4 R_N,
  // U_N = 0.5 (−0.4 R_N) + R_N − 1 = 0 ⇒ R_N = 1.25, R_T = −0.5, U_T = −1 + 0.625 + 5 = 4.625 > 0.
  Mat3 W;
  W << 2, 0, 0.5, 0, 3, 0, 0.5, 0, 1;
  const BlockResult result = SignoriniCoulomb{0.4, 0}.solve_block(W, {5, 0, -1}, Vec3::Zero(), options);
  EXPECT_LE((result.R - Vec3(-0.5, 0, 1.25)).norm(), 1e-14);
}

TEST(SignoriniCoulomb, FrictionlessIsOneDimensional)
{
  Mat3 W = Mat3::Zero();  // the tangential block may even be singular
  W(2, 2) = 4;
  const BlockResult result = SignoriniCoulomb{0, 0}.solve_block(W, {3, 4, -2}, {7, 7, 7}, options);
  EXPECT_EQ(result.status, BlockStatus::ok);
  EXPECT_EQ(result.R, Vec3(0, 0, 0.5));
}

TEST(SignoriniCoulomb, RestitutionReversesTheApproach)
{
  // Newton: U_N = −e V_N. V_N = −2, e = 0.25 ⇒ U_N = 0.5; free flight b_N = V_N: R_N = m (0.5 + 2) = 1.25.
  const SignoriniCoulomb law{0, SignoriniCoulomb::restitution_shift(0.25, -2)};
  EXPECT_EQ(law.shift, -0.5);
  EXPECT_EQ(law.solve_block(half_kilogram, {0, 0, -2}, Vec3::Zero(), options).R, Vec3(0, 0, 1.25));
  // Leaving faster than the rebound: nothing to do.
  EXPECT_EQ(law.solve_block(half_kilogram, {0, 0, 0.6}, Vec3::Zero(), options).R, Vec3(0, 0, 0));
  EXPECT_EQ(SignoriniCoulomb::restitution_shift(0.25, 2), 0);
}

TEST(SignoriniCoulomb, RandomBlocksObeyTheLaw)
{
  std::mt19937 random(5);
  std::uniform_real_distribution<double> friction(0.05, 1.2);
  int open = 0, stick = 0, slip = 0;
  for (int k = 0; k < 5000; ++k) {
    const Mat3 W = random_W(random, 0.7);
    const SignoriniCoulomb law{friction(random), k % 4 == 0 ? -0.3 : 0.0};
    const Vec3 b = random_vector(random) - Vec3(0, 0, 0.5);
    const BlockResult result =
        law.solve_block(W, b, k % 3 == 0 ? Vec3::Zero() : random_vector(random), options);
    expect_solved(law, W, b, result, 1e-10);
    const double surface = law.mu * result.R.z();
    if (result.R.z() == 0)
      ++open;
    else if (std::abs(result.R.head<2>().norm() - surface) <= 1e-14 * surface)
      ++slip;
    else
      ++stick;
  }
  EXPECT_GT(open, 500);  // the sample meets all three cases
  EXPECT_GT(stick, 500);
  EXPECT_GT(slip, 500);
}

TEST(SignoriniCoulomb, IllConditionedAndExtremeBlocksObeyTheLaw)
{
  std::mt19937 random(6);
  for (int k = 0; k < 2000; ++k) {
    // Eigenvalues over six decades, axes tilted a little so that the normal is weakly coupled.
    const Vec3 eigenvalues(std::pow(10.0, k % 7 - 3), 1, std::pow(10.0, k % 3));
    const Mat3 Q = Eigen::AngleAxisd(0.02, random_vector(random).normalized()).toRotationMatrix();
    const Mat3 W = Q * eigenvalues.asDiagonal() * Q.transpose();
    const SignoriniCoulomb law{0.6, 0};
    if (strongly_coupled(W, law.mu)) continue;
    Vec3 b = random_vector(random);
    b.z() = -std::pow(10.0, -(k % 9));  // down to grazing: μ|b_N| ≪ |b_T|
    const BlockResult result = law.solve_block(W, b, Vec3::Zero(), options);
    EXPECT_EQ(result.status, BlockStatus::ok);
    const Scale scale{b.norm(), result.R.norm()};
    expect_signorini_coulomb(law.mu, 0, W * result.R + b, result.R, 1e-9, scale);
  }
}

TEST(SignoriniCoulomb, StronglyCoupledBlocksObeyTheLawAndKeepASolutionTheyStartFrom)
{
  std::mt19937 random(7);
  int coupled = 0;
  for (int k = 0; k < 20000; ++k) {
    const Mat3 W = random_W(random, 2);
    const SignoriniCoulomb law{2, 0};
    if (!strongly_coupled(W, law.mu)) continue;
    ++coupled;
    const Vec3 b = random_vector(random);
    const BlockResult result = law.solve_block(W, b, random_vector(random), options);
    expect_solved(law, W, b, result, 1e-8);
    const BlockResult again = law.solve_block(W, b, result.R, options);
    EXPECT_LE((again.R - result.R).norm(), 1e-8 * result.R.norm());
  }
  EXPECT_GT(coupled, 1000);
}

TEST(SignoriniCoulomb, StronglyCoupledBlockHasSeveralSolutionsAndKeepsTheNearest)
{
  // Plane problem W_TT = 4, W_TN = −1.5, W_NN = 1 (det = 1.75 > 0), μ = 1.5, b = (−2.5, 0, 0.5).
  //   separation: R = 0, U_N = 0.5 ≥ 0
  //   stick: R = (1, 0, 1), U_T = 4 − 1.5 − 2.5 = 0, U_N = −1.5 + 1 + 0.5 = 0, |R_T| = 1 < μ R_N
  Mat3 W;
  W << 4, 0, -1.5, 0, 4, 0, -1.5, 0, 1;
  const SignoriniCoulomb law{1.5, 0};
  const Vec3 b(-2.5, 0, 0.5);
  EXPECT_EQ(law.solve_block(W, b, Vec3::Zero(), options).R, Vec3(0, 0, 0));
  EXPECT_LE((law.solve_block(W, b, {1, 0, 1}, options).R - Vec3(1, 0, 1)).norm(), 1e-14);
}

TEST(SignoriniCoulomb, SingularIndefiniteAndZeroBlocksFailAndLeaveR)
{
  const SignoriniCoulomb law{0.5, 0};
  const Vec3 R(0.1, 0.2, 0.3);
  Mat3 rank_one = Mat3::Zero();
  rank_one(2, 2) = 1;
  Mat3 rank_two = Vec3(1, 0, 0.2) * Vec3(1, 0, 0.2).transpose() + Vec3(0, 0, 1) * Vec3(0, 0, 1).transpose();
  Mat3 indefinite = Vec3(1, -1, 1).asDiagonal();
  for (const Mat3& W : {Mat3(Mat3::Zero()), rank_one, rank_two, indefinite, Mat3(-Mat3::Identity())}) {
    const BlockResult result = law.solve_block(W, {1, 1, -1}, R, options);
    EXPECT_EQ(result.status, BlockStatus::failed) << W;
    EXPECT_EQ(result.R, R);
  }
}

TEST(SignoriniCoulomb, DivergedWhenIterationsRunOut)
{
  Mat3 W;
  W << 5, 1, 0.3, 1, 0.5, 0.1, 0.3, 0.1, 1;
  BlockOptions one;
  one.max_iterations = 1;
  const BlockResult result = SignoriniCoulomb{0.3, 0}.solve_block(W, {1, 2, -1}, Vec3::Zero(), one);
  EXPECT_EQ(result.status, BlockStatus::diverged);
  EXPECT_NEAR(result.R.head<2>().norm(), 0.3 * result.R.z(), 1e-15);  // usable: on the cone
}

TEST(SignoriniCoulomb, VanishingApproachGivesFiniteImpulse)
{
  const BlockResult result =
      SignoriniCoulomb{0.5, 0}.solve_block(half_kilogram, {3, 4, -5e-324}, {1, 1, 1}, options);
  EXPECT_EQ(result.R, Vec3(0, 0, 0));
}

TEST(SignoriniCoulomb, NaturalResidualVanishesAtASolutionForAnyRho)
{
  const SignoriniCoulomb law{0.5, -0.25};
  for (const double rho : {0.1, 1.0, 30.0}) {
    EXPECT_LE(law.natural_residual({0, 0, 0.25}, {0.2, 0, 1}, rho).norm(), 1e-15);      // stick
    EXPECT_LE(law.natural_residual({3, 4, 0.25}, {-0.3, -0.4, 1}, rho).norm(), 2e-14);  // slip
    EXPECT_LE(law.natural_residual({3, 4, 0.75}, {0, 0, 0}, rho).norm(), 1e-15);        // open
  }
}

TEST(SignoriniCoulomb, NaturalResidualByHand)
{
  // μ = 0: R − max(0, R_N − ρ U_N) e_N.
  EXPECT_EQ(SignoriniCoulomb(0, 0).natural_residual({0, 0, 3}, {0, 0, 2}, 0.5), Vec3(0, 0, 1.5));
  EXPECT_EQ(SignoriniCoulomb(0, 0).natural_residual({0, 0, 3}, {0, 0, 1}, 0.5), Vec3(0, 0, 1));
  // μ = 1, R = 0, U = (1, 0, −3): û = (1, 0, −2), −û = (−1, 0, 2) lies in the cone.
  EXPECT_EQ(SignoriniCoulomb(1, 0).natural_residual({1, 0, -3}, {0, 0, 0}, 1), Vec3(1, 0, -2));
}

TEST(SignoriniCoulomb, AdmissibleIsTheNearestPointOfTheCone)
{
  // μ = 1: (2, 0, 0) projects to (1, 0, 1).
  EXPECT_LE((SignoriniCoulomb(1, 0).admissible({2, 0, 0}) - Vec3(1, 0, 1)).norm(), 1e-15);
}

TEST(SignoriniCoulomb, StrongCouplingNeverLeavesTheCone)
{
  // μ|W_NT| > W_NN and a body that hardly approaches: (5) has its point below the apex of the cone.
  Mat3 F;
  F << -1, 1, -0.5, 0, 0.5, -0.5, -0.5, 0, -1;
  const Mat3 W = F * F.transpose() + 0.02 * Mat3::Identity();
  const SignoriniCoulomb law{1.2, 0};
  for (const double b_N : {-8e-18, -1e-12, -1e-6, -1e-3, 0.0})
    for (const Vec3& R : {Vec3(1e-16, 0, 1e-16), Vec3(0, 0, 0), Vec3(1, 1, 1)}) {
      const Vec3 b(1.5, 1, b_N);
      const BlockResult result = law.solve_block(W, b, R, {});
      ASSERT_TRUE(result.R.allFinite());
      EXPECT_GE(result.R.z(), 0);
      EXPECT_LE(result.R.head<2>().norm(), 1.2 * result.R.z() * (1 + 1e-12));
      if (result.status == BlockStatus::ok) {
        const double rho = 1 / W.trace();
        EXPECT_LE(law.natural_residual(W * result.R + b, result.R, rho).norm(), 1e-8 * b.norm() * rho);
      }
    }
}
