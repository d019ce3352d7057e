// SPDX-License-Identifier: MIT
// Every block solver on single contacts: closed forms, an independent root of the slip rate, the law as
// written, wild units, and blocks that none of them may claim to have solved.
#include "law_check.hpp"

#include "corbel/constraints/block_methods.hpp"
#include "corbel/constraints/signorini_coulomb.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>

using namespace corbel;
using corbel::testing::expect_signorini_coulomb;
using corbel::testing::Scale;

namespace {

const std::array methods = {BlockMethod::exact, BlockMethod::semismooth_newton,
                            BlockMethod::projected_gradient, BlockMethod::de_saxce_feng,
                            BlockMethod::projected_newton};

/// The method itself: nothing comes to its help.
BlockOptions alone(BlockMethod method)
{
  return {.epsilon = 1e-14, .max_iterations = 20000, .method = method, .fallback = false};
}

class EveryMethod : public ::testing::TestWithParam<BlockMethod> {
 protected:
  Vec3 solve(double mu, double shift, const Mat3& W, const Vec3& b, const Vec3& start = Vec3::Zero()) const
  {
    const BlockResult result = SignoriniCoulomb{mu, shift}.solve_block(W, b, start, alone(GetParam()));
    EXPECT_EQ(result.status, BlockStatus::ok);
    return result.R;
  }
};

/// Moderately coupled and stretched along no axis: condition number 7.
Mat3 anisotropic()
{
  Mat3 W;
  W << 3, 0.4, 0.5, 0.4, 1.5, -0.3, 0.5, -0.3, 1;
  return W;
}

/// Slip of a W without symmetry axes by bisection of the slip rate α: U_T = −α R_T and U_N = 0 are
/// (W + diag(α, α, 0)) R = −b, and |R_T| − μ R_N falls from positive to negative as α grows.
Vec3 slip_by_bisection(const Mat3& W, const Vec3& b, double mu)
{
  const auto impulse = [&](double alpha) -> Vec3 {
    Mat3 A = W;
    A(0, 0) += alpha;
    A(1, 1) += alpha;
    return A.fullPivLu().solve(-b);
  };
  double low = 0, high = 1e6 * W.trace();
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    const Vec3 R = impulse(middle);
    (R.head<2>().norm() > mu * R.z() ? low : high) = middle;
  }
  return impulse(high);
}

std::string method_name(const ::testing::TestParamInfo<BlockMethod>& info)
{
  const std::array names = {"Exact", "SemismoothNewton", "ProjectedGradient", "DeSaxceFeng",
                            "ProjectedNewton"};
  return names[static_cast<std::size_t>(info.param)];
}

/// At full friction with contacts of a body of mass 1 at an arm of about `offset` [m].
Mat3 random_W(std::mt19937& random, double offset)
{
  std::normal_distribution<double> normal;
  const Vec3 x = offset * Vec3(normal(random), normal(random), normal(random));
  return Mat3::Identity() - skew(x) * Vec3(1, 2, 0.5).asDiagonal() * skew(x);
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Block, EveryMethod, ::testing::ValuesIn(methods), method_name);

// Particle of mass m = 0.5 kg, W = 2 I. Open: R = 0. Stick: R = −m b. Slip: R_N = −m b_N against the motion.

TEST_P(EveryMethod, IsotropicOpen)
{
  for (const double mu : {0.0, 0.3, 5.0})
    for (const Vec3& start : {Vec3(0, 0, 0), Vec3(1, 1, 5), Vec3(-1, 0, -2)})
      EXPECT_EQ(solve(mu, 0, 2 * Mat3::Identity(), {3, 4, 0.1}, start), Vec3(0, 0, 0));
}

TEST_P(EveryMethod, IsotropicStick)
{
  for (const double mu : {0.5, 5.0})
    for (const Vec3& start : {Vec3(0, 0, 0), Vec3(3, -1, 5), Vec3(0, 0, -2)})
      EXPECT_LE((solve(mu, 0, 2 * Mat3::Identity(), {0.3, 0.4, -2}, start) - Vec3(-0.15, -0.2, 1)).norm(),
                1e-13);
}

TEST_P(EveryMethod, IsotropicSlip)
{
  for (const double mu : {0.0, 0.1, 0.5, 1.0, 2.0})
    for (const Vec3& start : {Vec3(0, 0, 0), Vec3(0.3, 0.4, 1), Vec3(-9, 0, 1)})
      EXPECT_LE(
          (solve(mu, 0, 2 * Mat3::Identity(), {3, 4, -2}, start) - Vec3(-0.6 * mu, -0.8 * mu, 1)).norm(),
          1e-12)
          << "mu " << mu;
}

TEST_P(EveryMethod, SlipAtHighFriction)
{
  // μ = 5, |b_T| = 20 > μ|b_N| = 10.
  EXPECT_LE((solve(5, 0, 2 * Mat3::Identity(), {12, 16, -2}) - Vec3(-3, -4, 1)).norm(), 1e-11);
}

TEST_P(EveryMethod, RestitutionShiftsTheNormalVelocity)
{
  // V_N = −2, e = 0.25: U_N = 0.5, R_N = m (0.5 + 2) = 1.25; slip with μ = 0.4.
  const double shift = SignoriniCoulomb::restitution_shift(0.25, -2);
  EXPECT_LE((solve(0.4, shift, 2 * Mat3::Identity(), {3, 4, -2}) - Vec3(-0.3, -0.4, 1.25)).norm(), 1e-12);
  EXPECT_EQ(solve(0.4, shift, 2 * Mat3::Identity(), {3, 4, 0.6}), Vec3(0, 0, 0));
}

TEST_P(EveryMethod, AnisotropicStick)
{
  // U = 0: R = −W⁻¹ b; b chosen so that R = (0.3, −0.2, 1).
  const Vec3 R(0.3, -0.2, 1);
  const Mat3 W = anisotropic();
  for (const double mu : {0.4, 1.0, 5.0})
    EXPECT_LE((solve(mu, 0, W, -W * R) - R).norm(), 1e-12) << "mu " << mu;
}

TEST_P(EveryMethod, AnisotropicSlip)
{
  const Mat3 W = anisotropic();
  for (const double mu : {0.05, 0.3, 0.8})
    for (const double angle : {0.2, 1.5, 2.9, 4.4}) {
      const Vec3 b(4 * std::cos(angle), 4 * std::sin(angle), -1);
      const Vec3 expected = slip_by_bisection(W, b, mu);
      EXPECT_NEAR(expected.head<2>().norm(), mu * expected.z(), 1e-12);  // it is slip
      EXPECT_LE((solve(mu, 0, W, b) - expected).norm(), 1e-11) << "mu " << mu << ", angle " << angle;
    }
}

TEST_P(EveryMethod, CouplingAloneClosesAContactThatTouches)
{
  // b_N = 0.2 > 0, yet friction presses the body on the plane: W_TN = −1, W_NN = 1, μ = 1.5. Slip towards
  // −T1 with R_T = 1.5 R_N: U_N = −1.5 R_N + R_N + 0.2 = 0 ⇒ R_N = 0.4, R_T = 0.6, U_T = 2.4 − 0.4 + b_T =
  // −1 for b_T = −3. Started near it; R = 0 solves the law too.
  Mat3 W;
  W << 4, 0, -1, 0, 4, 0, -1, 0, 1;
  const Vec3 R = solve(1.5, 0, W, {-3, 0, 0.2}, {0.6, 0, 0.4});
  expect_signorini_coulomb(1.5, 0, W * R + Vec3(-3, 0, 0.2), R, 1e-10);
}

TEST_P(EveryMethod, UnitsDoNotMatter)
{
  const Mat3 W = anisotropic();
  const Vec3 slip(3, -2, -1), stick = -W * Vec3(0.1, 0.1, 1), open(1, 2, 0.5);
  for (const Vec3& b : {slip, stick, open}) {
    const Vec3 R = solve(0.4, 0, W, b);
    for (const double w : {1e-9, 1e-3, 1e4, 1e9})
      for (const double v : {1e-8, 1.0, 1e8})
        EXPECT_LE((solve(0.4, 0, w * W, v * b) * (w / v) - R).norm(), 1e-11) << "W " << w << ", b " << v;
  }
}

TEST_P(EveryMethod, RandomBlocksObeyTheLaw)
{
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> friction(0.05, 0.6);
  int solved = 0;
  const int samples = 1000;
  for (int k = 0; k < samples; ++k) {
    const Mat3 W = random_W(random, 0.4);
    const SignoriniCoulomb law{friction(random), k % 4 == 0 ? -0.3 : 0.0};
    const Vec3 b(normal(random), normal(random), normal(random) - 0.5);
    const Vec3 start = k % 3 == 0 ? Vec3(0, 0, 0) : Vec3(normal(random), normal(random), normal(random));
    const BlockResult result = law.solve_block(W, b, start, alone(GetParam()));
    if (result.status != BlockStatus::ok) continue;
    ++solved;
    const double U = b.norm() + std::abs(law.shift);
    expect_signorini_coulomb(law.mu, law.shift, W * result.R + b, result.R, 1e-10, {U, U / W.trace() * 3});
  }
  EXPECT_GE(solved, samples - 2);  // a Newton method may cycle
}

TEST_P(EveryMethod, WithTheOthersBehindItNothingIsLeftUnsolved)
{
  std::mt19937 random(12);
  std::normal_distribution<double> normal;
  BlockOptions options = alone(GetParam());
  options.max_iterations = 100;
  options.fallback = true;
  for (int k = 0; k < 2000; ++k) {
    const Mat3 W = std::pow(10.0, k % 19 - 9) * random_W(random, 2);
    const double mu = k % 5 == 0 ? 5 : 0.2 * (k % 7);
    const Vec3 b(normal(random), normal(random), normal(random) - 0.5);
    const BlockResult result = SignoriniCoulomb{mu, 0}.solve_block(W, b, Vec3::Zero(), options);
    EXPECT_EQ(result.status, BlockStatus::ok);
    expect_signorini_coulomb(mu, 0, W * result.R + b, result.R, 1e-8,
                             {b.norm(), std::max(result.R.norm(), b.norm() / W.trace())});
  }
}

TEST_P(EveryMethod, SingularAndIndefiniteBlocksFail)
{
  const Vec3 R(0.1, 0.2, 0.3);
  Mat3 rank_one = Mat3::Zero();
  rank_one(2, 2) = 1;
  const Mat3 rank_two =
      Vec3(1, 0, 0.2) * Vec3(1, 0, 0.2).transpose() + Vec3(0, 0, 1) * Vec3(0, 0, 1).transpose();
  const Mat3 indefinite = Vec3(1, -1, 1).asDiagonal();
  for (const Mat3& W : {Mat3(Mat3::Zero()), rank_one, rank_two, indefinite, Mat3(-Mat3::Identity())})
    for (const bool fallback : {false, true}) {
      BlockOptions options = alone(GetParam());
      options.fallback = fallback;
      const BlockResult result = SignoriniCoulomb{0.5, 0}.solve_block(W, {1, 1, -1}, R, options);
      EXPECT_EQ(result.status, BlockStatus::failed) << W;
      EXPECT_EQ(result.R, R);
    }
}

TEST_P(EveryMethod, OneIterationIsNotEnoughAndSaysSo)
{
  BlockOptions options = alone(GetParam());
  options.max_iterations = 1;
  const BlockResult result =
      SignoriniCoulomb{0.3, 0}.solve_block(anisotropic(), {1, 2, -1}, Vec3::Zero(), options);
  EXPECT_EQ(result.status, BlockStatus::diverged);
  EXPECT_TRUE(all_finite(result.R));
}

TEST_P(EveryMethod, NumbersThatAreNotFiniteAreNeverASolution)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const BlockResult result =
      SignoriniCoulomb{0.3, 0}.solve_block(anisotropic(), {nan, 2, -1}, Vec3::Zero(), alone(GetParam()));
  EXPECT_TRUE(result.status != BlockStatus::ok || !all_finite(result.R));
}

TEST(BlockMethods, ASmallStepFarFromTheSolutionIsNotOk)
{
  const ContactBlock block(anisotropic(), {1, 2, -1}, 0.3);
  EXPECT_EQ(judged(block, {1, 0, 5}, 1e-10).status, BlockStatus::diverged);
}

TEST(BlockMethods, StepLengthIsTheInverseOfTheLargestEigenvalue)
{
  // Eigenvalues 1, 2, 8 in turned axes; and a W that is not symmetric, ‖(0 3; 0 0)‖ = 3.
  const Mat3 Q = Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  EXPECT_NEAR(ContactBlock(Q * Vec3(1, 2, 8).asDiagonal() * Q.transpose(), Vec3::Ones(), 0.5).rho, 0.125,
              1e-14);
  Mat3 N = Mat3::Zero();
  N(0, 2) = 3;
  EXPECT_NEAR(ContactBlock(N, Vec3::Ones(), 0.5).rho, 1.0 / 3, 1e-14);
}
