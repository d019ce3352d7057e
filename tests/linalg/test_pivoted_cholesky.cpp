// SPDX-License-Identifier: MIT
// Pivoted Cholesky: ranks by construction, solutions by multiplying back, smallest ones by the
// pseudo-inverse.
#include "corbel/core/error.hpp"
#include "corbel/linalg/pivoted_cholesky.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include <random>

using namespace corbel;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

MatrixXd random_matrix(Index rows, Index columns, unsigned seed)
{
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

/// F Fᵀ of the given rank, with rows of very different size.
MatrixXd semi_definite(Index n, Index rank, unsigned seed)
{
  MatrixXd F = random_matrix(n, rank, seed);
  for (Index i = 0; i < n; ++i)
    F.row(i) *= std::pow(10.0, static_cast<double>(i % 7) - 3);
  return F * F.transpose();
}

}  // namespace

TEST(PivotedCholesky, FindsTheRankAcrossPanels)
{
  for (const Index n : {1, 2, 7, 48, 49, 130})
    for (const Index rank : {Index(1), (n + 1) / 2, n}) {
      SCOPED_TRACE(std::to_string(n) + " of rank " + std::to_string(rank));
      EXPECT_EQ(PivotedCholesky(semi_definite(n, rank, 3)).rank(), rank);
    }
}

TEST(PivotedCholesky, SolvesWhatIsInTheRange)
{
  for (const Index rank : {Index(5), Index(60), Index(110)}) {
    const MatrixXd A = semi_definite(110, rank, 5);
    const VectorXd b = A * random_matrix(110, 1, 6);
    const PivotedCholesky factor(A);
    const VectorXd D = A.diagonal().cwiseSqrt();
    const VectorXd error = (A * factor.solve(b) - b).cwiseQuotient(D);
    EXPECT_LE(error.norm(), 1e-10 * b.cwiseQuotient(D).norm()) << rank;
  }
}

TEST(PivotedCholesky, OnlyTheLowerTriangleIsRead)
{
  const MatrixXd A = semi_definite(60, 60, 7);
  MatrixXd spoiled = A;
  spoiled.triangularView<Eigen::StrictlyUpper>().setConstant(1e9);
  const VectorXd b = random_matrix(60, 1, 8);
  EXPECT_EQ(PivotedCholesky(A).solve(b), PivotedCholesky(spoiled).solve(b));
}

TEST(PivotedCholesky, HalfSolutionsMultiplyToTheSchurTerm)
{
  const MatrixXd F = random_matrix(80, 30, 9);
  const MatrixXd A = F * F.transpose();
  const MatrixXd B = F * random_matrix(30, 4, 10);
  const MatrixXd Z = PivotedCholesky(A).half_solve(B);
  const MatrixXd expected = B.transpose() * A.completeOrthogonalDecomposition().pseudoInverse() * B;
  EXPECT_LE((Z.transpose() * Z - expected).norm(), 1e-9 * expected.norm());
}

TEST(PivotedCholesky, NoColumnsHaveNoHalfSolutions)
{
  const MatrixXd Z = PivotedCholesky(semi_definite(6, 4, 1)).half_solve(MatrixXd(6, 0));
  EXPECT_EQ(Z.rows(), 4);
  EXPECT_EQ(Z.cols(), 0);
}

TEST(PivotedCholesky, SmallestIsThePseudoInverseOfAUnitDiagonal)
{
  MatrixXd F = random_matrix(40, 12, 11);
  F.rowwise().normalize();
  const MatrixXd A = F * F.transpose();
  const VectorXd b = A * random_matrix(40, 1, 12);
  const PivotedCholesky factor(A);
  const VectorXd expected = A.completeOrthogonalDecomposition().pseudoInverse() * b;
  EXPECT_GT((factor.solve(b) - expected).norm(), 1e-3 * expected.norm());
  EXPECT_LE((factor.smallest(factor.solve(b)) - expected).norm(), 1e-10 * expected.norm());
}

TEST(PivotedCholesky, ContradictionsLeaveTheSolutionBounded)
{
  // Twice the same unknown, told 1 and 1 + 1e-3: one of the two is met, no impulse of 1e-3 / round-off.
  const PivotedCholesky factor(MatrixXd::Ones(2, 2));
  const VectorXd x = factor.solve(VectorXd{{1, 1.001}});
  EXPECT_LE(x.norm(), 1.1);
  EXPECT_EQ(factor.rank(), 1);
}

TEST(PivotedCholesky, SizesMustAgree)
{
  EXPECT_THROW(PivotedCholesky(MatrixXd::Ones(2, 3)), InternalError);
  EXPECT_THROW(PivotedCholesky(MatrixXd::Ones(2, 2)).solve(VectorXd::Ones(3)), InternalError);
}
