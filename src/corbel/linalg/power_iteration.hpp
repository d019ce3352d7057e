// SPDX-License-Identifier: MIT
// The largest eigenvalue of K x = λ M x, which bounds the step of explicit schemes: h ≤ 2/√λ.
#pragma once

#include <Eigen/SparseCore>

namespace corbel {

/// An upper estimate of the largest λ, at most some `relative_tolerance` above it: the Lanczos value, which
/// comes from below, plus its residual and the tolerance, but never more than the largest row sum
/// Σ_j |K_ij| / √(m_i m_j), which is a bound for certain.
/// K: symmetric, in full or its upper triangle; M_diagonal: positive masses.
double largest_eigenvalue(const Eigen::SparseMatrix<double>& K, const Eigen::VectorXd& M_diagonal,
                          double relative_tolerance);

}  // namespace corbel
