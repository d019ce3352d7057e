// SPDX-License-Identifier: MIT
// Sparse LU against dense factors; singular matrices are told.
#include "corbel/core/error.hpp"
#include "corbel/linalg/sparse_lu.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <limits>
#include <random>

using namespace corbel;
using Eigen::MatrixXd;
using Eigen::SparseMatrix;
using Eigen::VectorXd;

namespace {

/// About a fifth of the entries, and a diagonal.
SparseMatrix<double> random_matrix(int n, unsigned seed)
{
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (i == j || uniform(random) < 0.2) entries.emplace_back(i, j, normal(random));
  SparseMatrix<double> A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

}  // namespace

TEST(SparseLu, SolvesWhatADenseFactorSolves)
{
  for (const int n : {1, 5, 40, 200}) {
    const SparseMatrix<double> A = random_matrix(n, static_cast<unsigned>(n));
    const VectorXd b = VectorXd::LinSpaced(n, -1, 2);
    SparseLu lu(A);
    ASSERT_TRUE(lu.factorize(A));
    const VectorXd expected = MatrixXd(A).fullPivLu().solve(b);
    EXPECT_LE((lu.solve(b) - expected).norm(), 1e-9 * expected.norm()) << n;
  }
}

TEST(SparseLu, TakesNewValuesInTheSamePattern)
{
  SparseMatrix<double> A = random_matrix(30, 7);
  SparseLu lu(A);
  ASSERT_TRUE(lu.factorize(A));
  A.coeffs() *= 3;
  ASSERT_TRUE(lu.factorize(A));
  const VectorXd b = VectorXd::Ones(30);
  EXPECT_LE((A * lu.solve(b) - b).norm(), 1e-10);
}

TEST(SparseLu, TellsOfSingularMatrices)
{
  SparseMatrix<double> A = random_matrix(20, 3);
  SparseLu lu(A);
  SparseMatrix<double> singular = A;
  for (SparseMatrix<double>::InnerIterator entry(singular, 4); entry; ++entry)
    entry.valueRef() = 0;
  EXPECT_FALSE(lu.factorize(singular));
  EXPECT_THROW(lu.solve(VectorXd::Ones(20)), InternalError);
  singular.coeffs().setConstant(std::numeric_limits<double>::quiet_NaN());
  EXPECT_FALSE(lu.factorize(singular));
  EXPECT_TRUE(lu.factorize(A));
}
