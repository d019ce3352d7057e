// SPDX-License-Identifier: MIT
// A⁻¹ of a body of a few velocities, r, that has no structure to use: A = L Lᵀ, dense, and
//
//   G(X) = S(X) L⁻ᵀ (3×r) ,   S(X) A⁻¹ S(Y)ᵀ = G(X) G(Y)ᵀ
#pragma once

#include "corbel/bodies/step_operator.hpp"

#include <Eigen/Cholesky>

namespace corbel {

class DenseOperator final : public FactorOperator {
 public:
  explicit DenseOperator(const Kinematics& kinematics) : kinematics_(kinematics) {}
  /// A, r×r. It lasts until the next. Throws RunError when it is not positive definite.
  void set(const Eigen::MatrixXd& A);
  /// The configuration in which S is taken.
  void begin_step(Coordinates q) { q_ = q; }

  void solve(Eigen::Ref<Eigen::VectorXd> x) const override { cholesky_.solveInPlace(x); }
  int factor_width() const override { return static_cast<int>(cholesky_.rows()); }
  void factor(const MaterialPoint& X, Eigen::Ref<FactorBlock> G) const override;

 private:
  const Kinematics& kinematics_;
  Eigen::LLT<Eigen::MatrixXd> cholesky_;
  Eigen::VectorXd q_;
};

}  // namespace corbel
