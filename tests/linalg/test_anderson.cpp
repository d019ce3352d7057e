// SPDX-License-Identifier: MIT
// Anderson mixing: the steps of GMRES on linear maps, dependent columns, a map that is not a contraction.
#include "corbel/core/error.hpp"
#include "corbel/linalg/anderson.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

using namespace corbel;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// T(x) = x* + Q diag(λ) Qᵀ (x − x*)
struct LinearMap {
  MatrixXd A;
  VectorXd fixed;

  LinearMap(const VectorXd& lambda, unsigned seed)
  {
    std::srand(seed);
    const MatrixXd Q = MatrixXd::Random(lambda.size(), lambda.size()).householderQr().householderQ();
    A = Q * lambda.asDiagonal() * Q.transpose();
    fixed = VectorXd::Random(lambda.size());
  }
  VectorXd operator()(const VectorXd& x) const { return fixed + A * (x - fixed); }
};

/// Error after `steps` evaluations of T from zero.
template<class Map>
double error_after(int steps, const Map& T, Anderson& mixing)
{
  VectorXd x = VectorXd::Zero(T.fixed.size());
  for (int k = 0; k < steps; ++k)
    x = mixing.next(x, T(x));
  return (x - T.fixed).norm();
}

}  // namespace

TEST(Anderson, FirstStepIsTheMapItself)
{
  Anderson mixing(5);
  const VectorXd x = VectorXd::Random(4), g = VectorXd::Random(4);
  EXPECT_EQ(mixing.next(x, g), g);
  EXPECT_EQ(mixing.depth(), 0);
}

TEST(Anderson, ALinearMapTakesOneStepMoreThanItHasEigenvalues)
{
  // GMRES has the solution after as many steps as there are different eigenvalues (five of them, each twice).
  VectorXd lambda(10);
  lambda << -0.8, -0.8, -0.3, -0.3, 0.2, 0.2, 0.6, 0.6, 0.9, 0.9;
  const LinearMap T(lambda, 3);
  Anderson mixing(10);
  EXPECT_GT(error_after(5, T, mixing), 1e-3);
  mixing.restart();
  EXPECT_LE(error_after(6, T, mixing), 1e-9);
}

TEST(Anderson, AMapThatIsNoContractionIsSolvedToo)
{
  VectorXd lambda(4);
  lambda << -3, 0.5, 1.5, 4;
  Anderson mixing(4);
  EXPECT_LE(error_after(5, LinearMap(lambda, 4), mixing), 1e-9);
}

TEST(Anderson, StepsBeyondTheSolutionDoNoHarm)
{
  // Differences become round-off and depend on each other: all columns but the first two are void.
  VectorXd lambda = VectorXd::Constant(20, 0.3);
  lambda.tail(10).setConstant(0.8);
  Anderson mixing(6);
  EXPECT_LE(error_after(40, LinearMap(lambda, 5), mixing), 1e-12);
  EXPECT_LE(mixing.depth(), 6);
}

TEST(Anderson, EqualPairsTwiceGiveTheSamePointAgain)
{
  Anderson mixing(3);
  const VectorXd x = VectorXd::Random(3), g = VectorXd::Random(3);
  mixing.next(x, g);
  EXPECT_EQ(mixing.next(x, g), g);
  EXPECT_EQ(mixing.depth(), 0);
}

TEST(Anderson, TheOldestPairsLeave)
{
  // The last m + 1 pairs and a restart in between give the same point.
  VectorXd lambda(6);
  lambda << 0.1, 0.3, 0.5, 0.7, 0.8, 0.9;
  const LinearMap T(lambda, 6);
  Anderson full(2), young(2);
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  for (int k = 0; k < 9; ++k) {
    const VectorXd x = VectorXd::NullaryExpr(6, [&] { return normal(random); });
    if (k == 6) young.restart();
    const VectorXd a = full.next(x, T(x)), b = young.next(x, T(x));
    if (k >= 8) {
      EXPECT_LE((a - b).norm(), 1e-12);
    }
  }
  EXPECT_EQ(full.depth(), 2);
}

TEST(Anderson, UnitsOfThePointsDoNotMatter)
{
  // In units 2⁶⁰ times larger or smaller the same points, to the bit.
  VectorXd lambda(6);
  lambda << -0.4, 0.3, 0.5, 0.7, 0.8, 0.9;
  const LinearMap T(lambda, 8);
  for (const double unit : {0x1p60, 0x1p-60}) {
    Anderson mixing(3), scaled(3);
    VectorXd x = VectorXd::Zero(6), y = VectorXd::Zero(6);
    for (int k = 0; k < 8; ++k) {
      x = mixing.next(x, T(x));
      y = scaled.next(y, unit * T(y / unit));
    }
    EXPECT_EQ(y, unit * x);
  }
}

TEST(Anderson, SizesAndMemoryAreChecked)
{
  EXPECT_THROW(Anderson(0), InternalError);
  Anderson mixing(2);
  mixing.next(VectorXd::Zero(2), VectorXd::Ones(2));
  EXPECT_THROW(mixing.next(VectorXd::Zero(3), VectorXd::Ones(3)), InternalError);
}
