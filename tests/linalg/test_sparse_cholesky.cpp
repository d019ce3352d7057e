// SPDX-License-Identifier: MIT
// Sparse factors against Eigen's dense ones; same bits whoever asks and how often.
#include "corbel/linalg/sparse_cholesky.hpp"
#include "linalg/sample_matrices.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <thread>

using namespace corbel;
using namespace corbel::sample;

namespace {

Sparse scattered_matrix(int n)
{
  std::mt19937 random(5);
  return dominant(n, scattered(n, 4 * n, random), random);
}

void expect_solves(const Sparse& A)
{
  const SparseCholesky factor(A);
  ASSERT_EQ(factor.size(), A.rows());
  const Eigen::LLT<Eigen::MatrixXd> dense{A.toDense()};
  const Eigen::MatrixXd B = random_dense(A.rows(), 5, 1), expected = dense.solve(B);
  EXPECT_LE((factor.solve(B) - expected).norm(), 1e-12 * expected.norm());
  const Eigen::VectorXd b = B.col(3);
  EXPECT_LE((factor.solve(b) - expected.col(3)).norm(), 1e-12 * expected.norm());
}

}  // namespace

TEST(SparseCholesky, AgreesWithDenseFactors)
{
  std::mt19937 random(3);
  for (const int n : {1, 2, 3, 10, 47, 120, 300}) {
    SCOPED_TRACE(n);
    expect_solves(dominant(n, {}, random));
    expect_solves(dominant(n, band(n, 1), random));
    expect_solves(dominant(n, band(n, 7), random));
    expect_solves(dominant(n, arrow(n), random));
    expect_solves(dominant(n, scattered(n, 3 * n, random), random));
    if (n <= 120) expect_solves(dominant(n, band(n, n), random));
  }
  expect_solves(dominant(216, grid(6), random));
}

TEST(SparseCholesky, BadlyScaledMatrixHasASmallResidual)
{
  std::mt19937 random(4);
  std::uniform_real_distribution<double> exponent(-4, 4);
  Eigen::VectorXd d(200);
  for (double& x : d)
    x = std::pow(10, exponent(random));
  const Sparse A = d.asDiagonal() * scattered_matrix(200) * d.asDiagonal();
  const Eigen::VectorXd b = random_dense(200, 1, 2), x = SparseCholesky(A).solve(b);
  // row by row: |b − A x| ≤ ε (|A| |x| + |b|)
  const Eigen::VectorXd size = A.cwiseAbs() * x.cwiseAbs() + b.cwiseAbs();
  EXPECT_LE((A * x - b).cwiseAbs().cwiseQuotient(size).maxCoeff(), 1e-12);
}

TEST(SparseCholesky, UpperTriangleAndUncompressedStorageAreTheSame)
{
  const Sparse A = scattered_matrix(100), upper = A.triangularView<Eigen::Upper>();
  Sparse loose = A;
  loose.uncompress();
  const Eigen::VectorXd b = random_dense(100, 1, 3), x = SparseCholesky(A).solve(b);
  EXPECT_EQ(SparseCholesky(upper).solve(b), x);
  EXPECT_EQ(SparseCholesky(loose).solve(b), x);
}

TEST(SparseCholesky, ManyRightHandSidesEqualSingleOnes)
{
  const Sparse A = scattered_matrix(300);
  const SparseCholesky factor(A);
  for (const int columns : {0, 1, 2, 63, 64, 65, 150}) {
    const Eigen::MatrixXd B = random_dense(300, columns, 4), X = factor.solve(B);
    ASSERT_EQ(X.cols(), columns);
    for (Eigen::Index j = 0; j < columns; ++j)
      EXPECT_LE((X.col(j) - factor.solve(Eigen::VectorXd(B.col(j)))).norm(), 1e-13 * X.col(j).norm());
  }
}

TEST(SparseCholesky, SolvesInPlaceInsideALargerMatrix)
{
  const SparseCholesky factor(scattered_matrix(90));
  const Eigen::MatrixXd B = random_dense(97, 12, 5);
  Eigen::MatrixXd X = B;
  factor.solve_in_place(X.block(3, 2, 90, 8));
  EXPECT_EQ(X.block(3, 2, 90, 8), factor.solve(Eigen::MatrixXd(B.block(3, 2, 90, 8))));
  X.block(3, 2, 90, 8) = B.block(3, 2, 90, 8);
  EXPECT_EQ(X, B);
}

TEST(SparseCholesky, SameBitsAgainAndFromTwoThreadsAtOnce)
{
  const Sparse A = scattered_matrix(300);
  const SparseCholesky factor(A);
  const Eigen::MatrixXd B = random_dense(300, 70, 6), X = factor.solve(B);
  const Eigen::VectorXd b = B.col(0), x = factor.solve(b);
  const auto differences = [&](int& count) {
    for (int k = 0; k < 20; ++k)
      count += (factor.solve(B) != X) + (factor.solve(b) != x) + (SparseCholesky(A).solve(b) != x);
  };
  int first = 0, second = 0;
  std::thread other(differences, std::ref(second));
  differences(first);
  other.join();
  EXPECT_EQ(first, 0);
  EXPECT_EQ(second, 0);
}

TEST(SparseCholesky, OrderingOfLargeMatricesIsAlwaysTheSame)
{
  std::mt19937 random(8);
  const Sparse A = dominant(20 * 20 * 20, grid(20), random);  // large enough for METIS, which uses rand()
  const Eigen::VectorXd b = random_dense(A.rows(), 1, 7);
  std::srand(1);
  const SparseCholesky first(A);
  const Eigen::VectorXd x = first.solve(b);
  EXPECT_LE((A * x - b).norm(), 1e-12 * b.norm());
  std::srand(99);
  EXPECT_EQ(SparseCholesky(A).solve(b), x);

  double flops = 0;
  std::thread other([&] { flops = SparseCholesky(A).flops(); });
  EXPECT_EQ(SparseCholesky(A).flops(), first.flops());
  other.join();
  EXPECT_EQ(flops, first.flops());
}

TEST(SparseCholesky, RefactorizesWithNewValues)
{
  const Sparse A = scattered_matrix(150);
  Sparse changed = A;
  changed.coeffs() *= 3;
  for (int i = 0; i < 150; ++i)
    changed.coeffRef(i, i) += i;
  SparseCholesky factor(A);
  factor.refactorize(changed);
  const Eigen::VectorXd b = random_dense(150, 1, 8);
  EXPECT_EQ(factor.solve(b), SparseCholesky(changed).solve(b));
  EXPECT_LE((changed * factor.solve(b) - b).norm(), 1e-12 * b.norm());
}

TEST(SparseCholesky, RefusesAnotherPattern)
{
  std::mt19937 random(9);
  SparseCholesky factor(dominant(20, band(20, 2), random));
  EXPECT_THROW(factor.refactorize(dominant(20, band(20, 3), random)), InternalError);
  EXPECT_THROW(factor.refactorize(dominant(20, arrow(20), random)), InternalError);
  EXPECT_THROW(factor.refactorize(dominant(21, band(21, 2), random)), InternalError);
}

TEST(SparseCholesky, NamesTheColumnThatIsNotPositive)
{
  for (const double pivot : {-1.0, 0.0}) {
    Sparse A = scattered_matrix(60);
    // An unknown of its own: whatever the order, elimination stops there.
    A.prune([](int row, int column, double) { return row == column || (row != 17 && column != 17); });
    const Sparse good = A;
    A.coeffRef(17, 17) = pivot;
    try {
      const SparseCholesky factor(A);
      FAIL() << "factorized";
    } catch (const NotPositiveDefinite& trouble) {
      EXPECT_EQ(trouble.column(), 17);
      EXPECT_NE(std::string(trouble.what()).find("17 of 60"), std::string::npos) << trouble.what();
    }
    SparseCholesky factor(good);
    EXPECT_THROW(factor.refactorize(A), NotPositiveDefinite);
    EXPECT_THROW((void)factor.solve(Eigen::VectorXd(Eigen::VectorXd::Ones(60))), InternalError);
    factor.refactorize(good);
    EXPECT_EQ(factor.solve(Eigen::VectorXd(Eigen::VectorXd::Ones(60))),
              SparseCholesky(good).solve(Eigen::VectorXd(Eigen::VectorXd::Ones(60))));
  }
}

TEST(SparseCholesky, IndefiniteThroughOffDiagonalEntries)
{
  // [1 2; 2 1] has the eigenvalue −1: the second of the two to be eliminated is named.
  const Sparse A = from_triplets(3, {{0, 0, 1}, {1, 1, 1}, {2, 2, 1}, {0, 2, 2}, {2, 0, 2}});
  try {
    const SparseCholesky factor(A);
    FAIL() << "factorized";
  } catch (const NotPositiveDefinite& trouble) {
    EXPECT_NE(trouble.column(), 1);
  }
}

TEST(SparseCholesky, RefusesWhatItCannotRead)
{
  const Sparse A = scattered_matrix(30), lower = A.triangularView<Eigen::Lower>();
  EXPECT_THROW(SparseCholesky{lower}, InternalError);
  EXPECT_THROW(SparseCholesky{Sparse(3, 4)}, InternalError);
  EXPECT_THROW(SparseCholesky{Sparse(0, 0)}, InternalError);
  Sparse nan = A;
  nan.coeffRef(3, 3) = NAN;
  EXPECT_THROW(SparseCholesky{nan}, InternalError);
  EXPECT_THROW((void)SparseCholesky(A).solve(Eigen::VectorXd(Eigen::VectorXd::Ones(31))), InternalError);
}

TEST(SparseCholesky, FlopsAndMemoryOfADenseMatrix)
{
  // n³/3 operations to leading order, n²/2 numbers at least.
  std::mt19937 random(10);
  const int n = 100;
  const SparseCholesky factor(dominant(n, band(n, n), random));
  EXPECT_NEAR(factor.flops(), n * n * n / 3.0, 0.02 * n * n * n);
  EXPECT_GE(factor.bytes(), n * n / 2 * sizeof(double));
  EXPECT_LE(factor.bytes(), 3 * n * n * sizeof(double));
}
