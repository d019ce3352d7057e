// SPDX-License-Identifier: MIT
// A⁻¹ of affine motion. F and x̄ meet only in S, so A⁻¹ is kept as its 9×9 block and one number, with the factor
//
//   G(X) = [ Σ_J a_J(X) T_J | I/√A_x ] (3×12) ,   A_F⁻¹ = T Tᵀ ,   a(X) = X − X0
//
// where T_J are the three rows of T that belong to column J of F. Of directions a is D, and the last three columns are zero.
#pragma once

#include "corbel/bodies/affine_kinematics.hpp"
#include "corbel/bodies/step_operator.hpp"

namespace corbel {

class AffineOperator final : public FactorOperator {
 public:
  using Mat9 = Eigen::Matrix<double, 9, 9>;

  explicit AffineOperator(const AffineKinematics& kinematics) : kinematics_(kinematics) {}
  /// T, and 1/A_x.
  void set(const Mat9& root, double mass_inverse)
  {
    root_ = root;
    inverse_.noalias() = root * root.transpose();
    mass_inverse_ = mass_inverse;
  }
  Affine times_inverse(const Affine& a) const;  ///< A⁻¹ a

  void solve(Eigen::Ref<Eigen::VectorXd> x) const override { times_inverse(Affine(x)).store(x); }
  int factor_width() const override { return 12; }
  void factor(const MaterialPoint& X, Eigen::Ref<FactorBlock> G) const override;

 private:
  const AffineKinematics& kinematics_;
  Mat9 root_ = Mat9::Zero(), inverse_ = Mat9::Zero();  ///< T, T Tᵀ
  double mass_inverse_ = 0;
};

}  // namespace corbel
