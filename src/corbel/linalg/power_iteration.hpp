// SPDX-License-Identifier: MIT
// The largest eigenvalue of K x = λ M x, which bounds the step of explicit schemes: h ≤ 2/√λ.
#pragma once

#include <Eigen/SparseCore>

#include <functional>

namespace corbel {

/// An upper estimate of the largest λ, at most some `relative_tolerance` above it: the Lanczos value, which
/// comes from below, plus its residual and the tolerance, but never more than the largest row sum
/// Σ_j |K_ij| / √(m_i m_j), which is a bound for certain.
/// K: symmetric, in full or its upper triangle; M_diagonal: positive masses.
double largest_eigenvalue(const Eigen::SparseMatrix<double>& K, const Eigen::VectorXd& M_diagonal,
                          double relative_tolerance);

/// A symmetric positive definite M by what it does.
struct MassProducts {
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> times;  ///< M x
  std::function<Eigen::VectorXd(const Eigen::VectorXd&)> solve;  ///< M⁻¹ x
};
/// Same with any M: the Lanczos value plus the norm √(rᵀ M⁻¹ r) of its residual and the tolerance. Throws
/// RunError when the iteration does not converge.
double largest_eigenvalue(const Eigen::SparseMatrix<double>& K, const MassProducts& M,
                          double relative_tolerance);

}  // namespace corbel
