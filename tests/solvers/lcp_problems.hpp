// SPDX-License-Identifier: MIT
// Linear complementarity problems with known answers, and the slow sure way to solve small ones.
#pragma once

#include "corbel/solvers/complementarity/lcp.hpp"

#include <Eigen/Dense>

#include <optional>
#include <random>

namespace corbel::testing {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// All 2ⁿ sets of closed contacts are tried; z of the first that satisfies all signs.
inline std::optional<VectorXd> enumerate(const MatrixXd& M, const VectorXd& q, double tolerance = 1e-11)
{
  const Index n = q.size();
  for (unsigned set = 0; set < (1u << n); ++set) {
    std::vector<Index> A;
    for (Index i = 0; i < n; ++i)
      if (set >> i & 1u) A.push_back(i);
    VectorXd z = VectorXd::Zero(n);
    if (!A.empty()) z(A) = M(A, A).fullPivLu().solve(-q(A));
    const VectorXd w = M * z + q;
    bool solves = z.minCoeff() >= -tolerance && w.minCoeff() >= -tolerance;
    for (const Index i : A)
      solves = solves && std::abs(w[i]) <= tolerance;
    if (solves) return z;
  }
  return std::nullopt;
}

/// Murty, Mathematical Programming 15 (1978): M lower triangular, ones on and twos below the diagonal; a
/// P-matrix. With q = −e: w₁ = z₁ − 1 = 0, all others open, w = 2 z₁ − 1 = 1: z = e₁.
inline MatrixXd murty_matrix(Index n)
{
  MatrixXd M = MatrixXd::Identity(n, n);
  M.triangularView<Eigen::StrictlyLower>().setConstant(2);
  return M;
}

inline MatrixXd random_matrix(std::mt19937& random, Index rows, Index columns)
{
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

/// Principal minors > 0: a positive definite symmetric part plus any skew part.
inline MatrixXd random_p_matrix(std::mt19937& random, Index n)
{
  const MatrixXd F = random_matrix(random, n, n), K = random_matrix(random, n, n);
  return F * F.transpose() / static_cast<double>(n) + 0.1 * MatrixXd::Identity(n, n) + K - K.transpose();
}

}  // namespace corbel::testing
