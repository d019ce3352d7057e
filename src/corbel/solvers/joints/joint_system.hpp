// SPDX-License-Identifier: MIT
// The equations of one group of joints, factorized once.
#pragma once

#include "corbel/linalg/pivoted_cholesky.hpp"
#include "corbel/linalg/sparse_cholesky.hpp"
#include "corbel/solvers/joints/bilateral_groups.hpp"

#include <Eigen/Core>
#include <Eigen/SparseCore>

#include <optional>

namespace corbel {

/// A = W restricted to the unknowns of a group, with their compliance on the diagonal, symmetric positive
/// semi-definite, and
///
///   A x = a                                                                                            (1)
///   S = Bᵀ A⁺ B ,  B in the range of A                                                                 (2)
///
/// Redundant joints make A singular. Two factorizations, by the shape of A:
///
///   dense   small or mostly full: pivoted Cholesky, which finds the rank; of all x the one of least xᵀ D x,
///           D = diag(A), and bounded also when a contradicts itself in the redundant equations
///   sparse  long chains, and what is too large: Cholesky of A + δ D, δ = 1e-13 … 1e-11
///
/// Steps of refinement x ← x + A⁺(a − A x) then bring U to its targets (and take δ out of (1) and (2)).
class JointSystem {
 public:
  JointSystem(const LocalOperator& W, const BilateralGroup& group);

  Eigen::Index size() const { return size_; }
  /// There is a factor. Without one the group is better left to the sweeps.
  bool usable() const { return dense_.has_value() || sparse_.has_value(); }
  /// The factor is that of A + δ D.
  bool regularized() const { return sparse_.has_value(); }
  /// (1)
  Eigen::VectorXd solve(const Eigen::VectorXd& a) const;
  /// (2), k×k for B of k columns
  Eigen::MatrixXd schur(const Eigen::MatrixXd& B) const;
  /// A x
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const;

 private:
  void factorize_sparse();

  Eigen::Index size_ = 0;
  Eigen::MatrixXd A_dense_;               ///< full, or
  Eigen::SparseMatrix<double> A_sparse_;  ///< full
  Eigen::VectorXd scale_;                 ///< D^{-½}, of the sparse form
  std::optional<PivotedCholesky> dense_;
  std::optional<SparseCholesky> sparse_;  ///< of D^{-½} A D^{-½} + δ I
};

}  // namespace corbel
