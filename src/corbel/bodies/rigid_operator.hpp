// SPDX-License-Identifier: MIT
// A = s diag(J, m I) of a rigid body on u = (ω, v), and its factor
//
//   G(X) = S(X) A^{-1/2} = [ R skew(X − X0)ᵀ L⁻ᵀ | I/√m ] / √s ,   J = L Lᵀ
//
// (of a direction [ R skew(D)ᵀ L⁻ᵀ | 0 ] / √s). s is 1 in dynamics.
#pragma once

#include "corbel/bodies/step_operator.hpp"

namespace corbel {

class RigidOperator final : public FactorOperator {
 public:
  /// inertia: J about the mass centre X0, referential; not `turns`: ω = 0, J = ∞.
  void set_inertia(double mass, const Vec3& X0, const Mat3& inertia, bool turns);
  const Mat3& J_inverse() const { return J_inverse_; }

  /// R of the step, and s.
  void begin_step(const Mat3& R, double s)
  {
    R_ = R;
    s_ = s;
  }
  void set_s(double s) { s_ = s; }

  void solve(Eigen::Ref<Eigen::VectorXd> x) const override;
  int factor_width() const override { return 6; }
  void factor(const MaterialPoint& X, Eigen::Ref<FactorBlock> G) const override;

 private:
  double mass_ = 1, s_ = 1;
  Vec3 X0_ = Vec3::Zero();
  Mat3 J_inverse_ = Mat3::Zero(), J_root_ = Mat3::Zero();  ///< J⁻¹ and L⁻ᵀ
  Mat3 R_ = Mat3::Identity();
};

}  // namespace corbel
