// SPDX-License-Identifier: MIT
// The highest eigenvalue: never below the true one, and no further above than asked for.
#include "corbel/core/error.hpp"
#include "corbel/linalg/power_iteration.hpp"
#include "linalg/sample_matrices.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SparseCholesky>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::sample;

TEST(LargestEigenvalue, OfAFreeChain)
{
  // 4 k/m sin²((n − 1)π/2n). The next one is 1e-5 below for n = 1000: a crowded end of the spectrum.
  const double k = 7, m = 0.3;
  for (const int n : {2, 3, 40, 41, 1000})
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      const double exact = 4 * k / m * std::pow(std::sin((n - 1) * M_PI / (2 * n)), 2);
      const Eigen::VectorXd masses = Eigen::VectorXd::Constant(n, m);
      const double value = largest_eigenvalue(free_chain(n, k), masses, tolerance);
      EXPECT_GE(value, exact * (1 - 1e-14)) << n << " " << tolerance;
      EXPECT_LE(value, exact * (1 + tolerance)) << n << " " << tolerance;
    }
}

TEST(LargestEigenvalue, OfARandomGridWithUnequalMasses)
{
  std::mt19937 random(41);
  std::uniform_real_distribution<double> mass(0.1, 3);
  const Sparse K = dominant(343, grid(7), random), upper = K.triangularView<Eigen::Upper>();
  Eigen::VectorXd masses(343);
  for (double& x : masses)
    x = mass(random);
  const Eigen::VectorXd scale = masses.cwiseSqrt().cwiseInverse();
  const double exact =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scale.asDiagonal() * K.toDense() * scale.asDiagonal())
          .eigenvalues()
          .maxCoeff();
  for (const double tolerance : {1e-2, 1e-6}) {
    const double value = largest_eigenvalue(K, masses, tolerance);
    EXPECT_GE(value, exact);
    EXPECT_LE(value, exact * (1 + tolerance));
    EXPECT_EQ(largest_eigenvalue(upper, masses, tolerance), value);
  }
}

/// Linear elements of a free bar with consistent masses: 12 k/m with alternating ends, m of an element.
TEST(LargestEigenvalue, OfABarWithAMassMatrix)
{
  const double k = 7, m = 0.3;
  for (const int n : {2, 3, 19, 41, 1000})
    for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
      Sparse M = free_chain(n, -m / 6);
      for (int i = 0; i < n; ++i)
        M.coeffRef(i, i) = (i == 0 || i == n - 1 ? 1 : 2) * m / 3;
      const Eigen::SimplicialLDLT<Sparse> factor(M);
      const MassProducts products = {
          [&](const Eigen::VectorXd& x) -> Eigen::VectorXd { return M * x; },
          [&](const Eigen::VectorXd& x) -> Eigen::VectorXd { return factor.solve(x); }};
      const double value = largest_eigenvalue(free_chain(n, k), products, tolerance), exact = 12 * k / m;
      EXPECT_GE(value, exact * (1 - 1e-13)) << n << " " << tolerance;
      EXPECT_LE(value, exact * (1 + tolerance)) << n << " " << tolerance;
      EXPECT_EQ(largest_eigenvalue(Sparse(n, n), products, tolerance), 0);
    }
}

TEST(LargestEigenvalue, SimpleAndBadArguments)
{
  const Eigen::VectorXd masses = Eigen::VectorXd::Constant(50, 2.0);
  EXPECT_EQ(largest_eigenvalue(Sparse(50, 50), masses, 1e-3), 0);
  EXPECT_DOUBLE_EQ(
      largest_eigenvalue(from_triplets(1, {{0, 0, 6}}), Eigen::VectorXd::Constant(1, 2.0).eval(), 1e-3), 3);
  EXPECT_THROW((void)largest_eigenvalue(Sparse(50, 50), Eigen::VectorXd(masses.head(4)), 1e-3),
               InternalError);
  EXPECT_THROW((void)largest_eigenvalue(Sparse(50, 50), Eigen::VectorXd(-masses), 1e-3), InternalError);
}
