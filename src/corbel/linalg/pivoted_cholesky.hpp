// SPDX-License-Identifier: MIT
// Cholesky factors of dense symmetric positive semi-definite matrices, with their rank.
#pragma once

#include <Eigen/Core>

namespace corbel {

/// With D = diag(A) and the permutation Π that brings the largest remaining pivot to the front,
///
///   Πᵀ D^{-½} A D^{-½} Π = [L₁; L₂] [L₁; L₂]ᵀ + E,   L₁ r×r lower triangular, L₂ (n−r)×r              (1)
///
/// ends at the rank r where no pivot exceeds `tolerance` (of a matrix with unit diagonal): E is round-off.
/// The unknowns behind the first r are redundant, and the null space is spanned by Π [−L₁⁻ᵀ L₂ᵀ; I].      (2)
class PivotedCholesky {
 public:
  /// A: only the lower triangle is read; diagonal > 0.
  explicit PivotedCholesky(Eigen::MatrixXd A, double tolerance = 1e-13);

  Eigen::Index size() const { return scale_.size(); }
  Eigen::Index rank() const { return rank_; }

  /// x with A x = b in the r independent equations, zero in redundant unknowns; b in the range of A: A x = b.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  /// Z = L₁⁻¹ (Πᵀ D^{-½} B)₁ (r×k): Bᵀ A⁺ B = Zᵀ Z for B in the range of A.
  Eigen::MatrixXd half_solve(const Eigen::MatrixXd& B) const;
  /// x without its part in the null space (2): A x stays, xᵀ D x becomes smallest.
  Eigen::VectorXd smallest(const Eigen::VectorXd& x) const;

 private:
  void factorize();
  void factorize_panel(Eigen::Index begin, Eigen::Index end);
  void factorize_null_space();

  Eigen::MatrixXd L_;                         ///< lower triangle: L₁ over L₂ in the first r columns
  Eigen::VectorXd scale_;                     ///< D^{-½}
  Eigen::Matrix<Eigen::Index, -1, 1> order_;  ///< Π: position k is unknown order[k]
  double tolerance_;
  Eigen::Index rank_ = 0;
  Eigen::MatrixXd N_;   ///< L₁⁻ᵀ L₂ᵀ (r×(n−r))
  Eigen::MatrixXd NN_;  ///< lower Cholesky factor of I + Nᵀ N
};

}  // namespace corbel
