// SPDX-License-Identifier: MIT
// Velocities caused by impulses, where M is any sparse matrix and equality constraints may hold.
#pragma once

#include "corbel/fclib/eliminate.hpp"

#include <functional>
#include <memory>

namespace corbel {

/// M v = p + G λ,  Gᵀ v + b = 0  gives, with Z = M⁻¹ G, S = Gᵀ Z,
///
///   v = A p + v₀ ,   A p = M⁻¹ p − Z S⁺ Gᵀ M⁻¹ p ,   v₀ = −Z S⁺ b
///
/// M is factorized by Cholesky, or by LU where it is not symmetric.
class ConstrainedMass {
 public:
  /// Throws std::runtime_error that says which of M, G, b makes it impossible.
  ConstrainedMass(const SparseMatrix& M, const SparseMatrix& G, const Eigen::VectorXd& b);

  /// A P, column by column
  Eigen::MatrixXd respond(const Eigen::MatrixXd& P) const;
  const Eigen::VectorXd& offset() const { return offset_; }  ///< v₀

 private:
  std::function<Eigen::MatrixXd(const Eigen::MatrixXd&)> solve_;  ///< M⁻¹
  SparseMatrix G_;
  Eigen::MatrixXd Z_;
  std::unique_ptr<EqualitySystem> system_;  ///< S; none without constraints
  Eigen::VectorXd offset_;
};

}  // namespace corbel
