// SPDX-License-Identifier: MIT
// Conjugate gradients: known iteration counts, columns that leave, and matrices it must not accept.
#include "corbel/linalg/conjugate_gradients.hpp"
#include "corbel/linalg/sparse_cholesky.hpp"
#include "linalg/sample_matrices.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::sample;

namespace {

BlockOperator product(const Sparse& A)
{
  return [&A](const Eigen::MatrixXd& X, Eigen::MatrixXd& Y) { Y = A * X; };
}

void identity(const Eigen::MatrixXd& X, Eigen::MatrixXd& Y) { Y = X; }

Sparse diagonal(const Eigen::VectorXd& d)
{
  Sparse A(d.size(), d.size());
  A.setIdentity();
  A.diagonal() = d;
  return A;
}

/// A well connected grid with eigenvalues over three decades.
Sparse sample_grid()
{
  std::mt19937 random(21);
  return dominant(343, grid(7), random);
}

}  // namespace

TEST(ConjugateGradients, AsManyStepsAsThereAreEigenvalues)
{
  Eigen::VectorXd d = Eigen::VectorXd::Constant(60, 1.0);
  d.segment(20, 20).setConstant(5);
  d.tail(20).setConstant(11);
  const Sparse A = diagonal(d);
  const Eigen::MatrixXd B = random_dense(60, 4, 1);
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(60, 4);
  const CgReport report = conjugate_gradients(product(A), identity, B, X, 1e-12, 100);
  EXPECT_TRUE(report.converged);
  EXPECT_FALSE(report.indefinite);
  EXPECT_EQ(report.iterations, 3);
  EXPECT_LE(report.residual, 2e-12);
  EXPECT_LE((X - d.cwiseInverse().asDiagonal() * B).norm(), 1e-11);
}

TEST(ConjugateGradients, TheInverseAsPreconditionerNeedsOneStep)
{
  const Sparse A = sample_grid();
  const SparseCholesky factor(A);
  const BlockOperator inverse = [&](const Eigen::MatrixXd& X, Eigen::MatrixXd& Y) { Y = factor.solve(X); };
  const Eigen::MatrixXd B = random_dense(A.rows(), 7, 2);
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(A.rows(), 7);
  const CgReport report = conjugate_gradients(product(A), inverse, B, X, 1e-10, 10);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_LE((X - factor.solve(B)).norm(), 1e-9 * X.norm());
}

TEST(ConjugateGradients, PoorPreconditionerArrivesLater)
{
  const Sparse A = sample_grid();
  const Eigen::VectorXd d = A.diagonal();
  const BlockOperator jacobi = [&](const Eigen::MatrixXd& X, Eigen::MatrixXd& Y) {
    Y = d.cwiseInverse().asDiagonal() * X;
  };
  // Upside down: stretches the spectrum instead of narrowing it.
  const BlockOperator poor = [&](const Eigen::MatrixXd& X, Eigen::MatrixXd& Y) {
    Y = d.array().pow(3).matrix().asDiagonal() * X;
  };
  const Eigen::MatrixXd B = random_dense(A.rows(), 3, 3), exact = SparseCholesky(A).solve(B);
  int good_iterations = 0;
  for (const auto& [preconditioner, good] : {std::pair(jacobi, true), std::pair(poor, false)}) {
    Eigen::MatrixXd X = Eigen::MatrixXd::Zero(A.rows(), 3);
    const CgReport report = conjugate_gradients(product(A), preconditioner, B, X, 1e-11, 2000);
    EXPECT_TRUE(report.converged);
    EXPECT_LE((A * X - B).norm(), 1e-10 * B.norm());
    EXPECT_LE((X - exact).norm(), 1e-8 * exact.norm());
    if (good)
      good_iterations = report.iterations;
    else
      EXPECT_GT(report.iterations, good_iterations);
  }
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(A.rows(), 3);
  const CgReport cut = conjugate_gradients(product(A), jacobi, B, X, 1e-11, good_iterations / 2);
  EXPECT_FALSE(cut.converged);
  EXPECT_FALSE(cut.indefinite);
  EXPECT_EQ(cut.iterations, good_iterations / 2);
  EXPECT_NEAR(cut.residual, (A * X - B).colwise().norm().cwiseQuotient(B.colwise().norm()).maxCoeff(), 1e-14);
  EXPECT_GT(cut.residual, 1e-11);
}

TEST(ConjugateGradients, ColumnsDoWhatTheyWouldDoAloneAndLeaveWhenDone)
{
  Eigen::VectorXd d = Eigen::VectorXd::LinSpaced(50, 1, 20);
  const Sparse A = diagonal(d);
  std::vector<Eigen::Index> widths;
  const BlockOperator counted = [&](const Eigen::MatrixXd& X, Eigen::MatrixXd& Y) {
    widths.push_back(X.cols());
    Y = A * X;
  };
  Eigen::MatrixXd B = random_dense(50, 4, 4);
  B.col(1) = Eigen::VectorXd::Unit(50, 7);  // an eigenvector: one step
  B.col(2).setZero();                       // nothing to do, whatever the start
  Eigen::MatrixXd X = random_dense(50, 4, 5);
  X.col(1).setZero();
  X.col(3) = d.cwiseInverse().cwiseProduct(B.col(3));  // already there
  const Eigen::MatrixXd start = X;
  const CgReport report = conjugate_gradients(counted, identity, B, X, 1e-10, 200);
  EXPECT_TRUE(report.converged);
  EXPECT_EQ(X.col(2), Eigen::VectorXd(Eigen::VectorXd::Zero(50)));
  EXPECT_EQ(X.col(3), start.col(3));
  EXPECT_LE((X.col(1) - Eigen::VectorXd::Unit(50, 7) / d[7]).norm(), 1e-15);
  ASSERT_GE(widths.size(), 4U);
  EXPECT_EQ(widths[1], 2);  // columns 0 and 1
  EXPECT_EQ(widths[2], 1);  // column 0

  Eigen::MatrixXd alone = start.col(0);
  const CgReport single = conjugate_gradients(product(A), identity, B.col(0), alone, 1e-10, 200);
  EXPECT_EQ(single.iterations, report.iterations);
  EXPECT_LE((X.col(0) - alone).norm(), 1e-14 * alone.norm());
}

TEST(ConjugateGradients, SaysThatAMatrixIsIndefinite)
{
  Eigen::VectorXd d = Eigen::VectorXd::LinSpaced(30, 1, 10);
  d[12] = -1;
  const Sparse A = diagonal(d);
  Eigen::MatrixXd B = random_dense(30, 2, 6);
  B(12, 1) = 0;  // this column never meets the direction and is solved
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(30, 2);
  const CgReport report = conjugate_gradients(product(A), identity, B, X, 1e-10, 500);
  EXPECT_TRUE(report.indefinite);
  EXPECT_FALSE(report.converged);
  EXPECT_TRUE(X.allFinite());
  EXPECT_TRUE(std::isfinite(report.residual));
  EXPECT_LE((A * X.col(1) - B.col(1)).norm(), 1e-9 * B.col(1).norm());
}

TEST(ConjugateGradients, ZeroCurvatureIsNotDividedBy)
{
  const Sparse A(5, 5);
  const Eigen::MatrixXd B = Eigen::MatrixXd::Ones(5, 1);
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(5, 1);
  const CgReport report = conjugate_gradients(product(A), identity, B, X, 1e-10, 50);
  EXPECT_TRUE(report.indefinite);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.residual, 1);
  EXPECT_EQ(X, Eigen::MatrixXd(Eigen::MatrixXd::Zero(5, 1)));

  // pᵀ A p = 0 with A p ≠ 0
  const Sparse swap = from_triplets(2, {{0, 1, 1}, {1, 0, 1}});
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(2, 1);
  const CgReport swapped =
      conjugate_gradients(product(swap), identity, Eigen::VectorXd::Unit(2, 0), x, 1e-10, 50);
  EXPECT_TRUE(swapped.indefinite);
  EXPECT_TRUE(x.allFinite());
}

TEST(ConjugateGradients, SemiDefiniteWithAForceItCanCarry)
{
  const Sparse A = free_chain(40, 2.0);  // rigid motion: the ones
  Eigen::MatrixXd B = random_dense(40, 3, 7);
  B.rowwise() -= B.colwise().mean();
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(40, 3);
  const CgReport report = conjugate_gradients(product(A), identity, B, X, 1e-10, 200);
  EXPECT_TRUE(report.converged);
  EXPECT_LE((A * X - B).norm(), 1e-9 * B.norm());
}

TEST(ConjugateGradients, BadPreconditionersAreFound)
{
  const Sparse A = sample_grid();
  const Eigen::MatrixXd B = random_dense(A.rows(), 2, 8);
  const BlockOperator negative = [](const Eigen::MatrixXd& X, Eigen::MatrixXd& Y) { Y = -X; };
  const BlockOperator nan = [](const Eigen::MatrixXd& X, Eigen::MatrixXd& Y) {
    Y = Eigen::MatrixXd::Constant(X.rows(), X.cols(), NAN);
  };
  for (const BlockOperator& bad : {negative, nan}) {
    Eigen::MatrixXd X = Eigen::MatrixXd::Zero(A.rows(), 2);
    const CgReport report = conjugate_gradients(product(A), bad, B, X, 1e-10, 50);
    EXPECT_TRUE(report.indefinite);
    EXPECT_FALSE(report.converged);
    EXPECT_TRUE(X.allFinite());
    EXPECT_EQ(report.residual, 1);
  }
  Eigen::MatrixXd X = Eigen::MatrixXd::Zero(A.rows(), 2);
  const CgReport report = conjugate_gradients(nan, identity, B, X, 1e-10, 50);
  EXPECT_FALSE(report.converged);
  EXPECT_EQ(report.residual, INFINITY);
  EXPECT_TRUE(X.allFinite());
}
