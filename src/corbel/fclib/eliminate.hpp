// SPDX-License-Identifier: MIT
// Equality constraints out of a local problem.
#pragma once

#include "corbel/fclib/matrix.hpp"

#include <Eigen/QR>

namespace corbel {

/// Dense matrices of equality constraints are p×p: 800 MB at this p.
constexpr Eigen::Index most_equalities = 10000;

/// S X = B for the matrix S of equality constraints, which redundant ones make singular.
class EqualitySystem {
 public:
  explicit EqualitySystem(const Eigen::MatrixXd& S);
  /// The smallest X. False when there is none: a column of S X misses that of B by more than round-off.
  bool solve(const Eigen::MatrixXd& B, Eigen::MatrixXd& X) const;

 private:
  Eigen::MatrixXd S_;      ///< scaled: D^{-½} S D^{-½}, D = |diag S|
  Eigen::VectorXd scale_;  ///< D^{-½}
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factor_;
};

/// λ = −R⁻¹ (Vᵀ r + s) in u = W r + V λ + q gives
///
///   W ← W − V R⁻¹ Vᵀ ,   q ← q − V R⁻¹ s
///
/// False when R is singular and Vᵀ or s not in its range: then r itself is constrained.
bool eliminate_equalities(const SparseMatrix& V, const SparseMatrix& R, const Eigen::VectorXd& s,
                          SparseMatrix& W, Eigen::VectorXd& q);

}  // namespace corbel
