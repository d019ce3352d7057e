// SPDX-License-Identifier: MIT
// Preconditioned conjugate gradients for A X = B with several right-hand sides.
//
// Every column is its own iteration with its own scalars α, β (so it does what it would do alone), but the
// products with A and with the preconditioner are done for all columns at once, where sparse and supernodal
// kernels are several times faster. A column that is done leaves the block.
#pragma once

#include <Eigen/Core>

#include <functional>

namespace corbel {

struct CgReport {
  int iterations = 0;  ///< of the slowest column
  double residual =
      0;  ///< largest |b − A x| / |b| of all columns, 2-norm, computed anew from the X returned; ∞, never NaN
  bool converged = false;
  bool indefinite = false;  ///< a direction p with pᵀ A p ≤ 0, or r with rᵀ M⁻¹ r ≤ 0, was met: the column
                            ///< stopped at its last iterate
};

/// Y = A X, columns independent of each other. Y comes in with the size of X.
using BlockOperator = std::function<void(const Eigen::MatrixXd& X, Eigen::MatrixXd& Y)>;

/// Improves X (same shape as B; zero will do) until |b − A x| ≤ tolerance |b| for every column, in the
/// 2-norm. A and the preconditioner M⁻¹ are symmetric positive definite; where they turn out not to be, or
/// when max_iterations are over, the report says so. X is finite in any case if A and M⁻¹ give finite
/// products.
CgReport conjugate_gradients(const BlockOperator& A, const BlockOperator& preconditioner,
                             const Eigen::MatrixXd& B, Eigen::MatrixXd& X, double tolerance,
                             int max_iterations);

}  // namespace corbel
