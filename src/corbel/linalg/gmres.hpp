// SPDX-License-Identifier: MIT
// GMRES (generalized minimal residual method), matrix-free.
#pragma once

#include <Eigen/Core>

#include <functional>
#include <vector>

namespace corbel {

struct GmresOptions {
  double tolerance = 1e-8;   ///< |b − A x| relative to |b|
  int max_iterations = 200;  ///< products with A
  int restart = 50;          ///< basis vectors kept
};

struct GmresResult {
  Eigen::VectorXd x;
  double residual = 0;  ///< |b − A x| / |b|
  int iterations = 0;
};

using LinearMap = std::function<Eigen::VectorXd(const Eigen::VectorXd&)>;

/// A x = b from x = 0, preconditioned from the right: A P y = b, x = P y (Saad and Schultz 1986), by modified
/// Gram–Schmidt and Givens rotations. P should be near A⁻¹.
GmresResult gmres(const LinearMap& A, const LinearMap& P, const Eigen::VectorXd& b,
                  const GmresOptions& options);

}  // namespace corbel
