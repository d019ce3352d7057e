// SPDX-License-Identifier: MIT
// A⁻¹ of affine motion. F and x̄ meet only in S, so A is kept as the inverse of its 9×9 block and one number:
//
//   S(X) A⁻¹ S(Y)ᵀ = Σ_JK a_J(X) (A_F⁻¹)_JK a_K(Y) + I/A_x ,   a(X) = X − X0
//
// Of directions a is D, and there is no I/A_x.
#pragma once

#include "corbel/bodies/affine_kinematics.hpp"
#include "corbel/bodies/step_operator.hpp"

namespace corbel {

class AffineOperator final : public StepOperator {
 public:
  using Mat9 = Eigen::Matrix<double, 9, 9>;

  explicit AffineOperator(const AffineKinematics& kinematics) : kinematics_(kinematics) {}
  /// The inverses of both blocks of A.
  void set(const Mat9& inverse, double mass_inverse)
  {
    inverse_ = inverse;
    mass_inverse_ = mass_inverse;
  }
  Affine times_inverse(const Affine& a) const;  ///< A⁻¹ a

  void solve(Eigen::Ref<Eigen::VectorXd> x) const override { times_inverse(Affine(x)).store(x); }
  void blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const override;
  void product(std::span<const MaterialPoint> points, std::span<const Vec3> p,
               std::span<Vec3> v) const override;
  Mat3 own_block(const MaterialPoint& X) const override { return rows(X, X, columns(X)); }

 private:
  using Mat93 = Eigen::Matrix<double, 9, 3>;
  Mat93 columns(const MaterialPoint& X) const;  ///< of the F block of A⁻¹ S(X)ᵀ
  /// S(X) A⁻¹ S(Y)ᵀ from the columns of Y.
  Mat3 rows(const MaterialPoint& X, const MaterialPoint& Y, const Mat93& columns) const;

  const AffineKinematics& kinematics_;
  Mat9 inverse_ = Mat9::Zero();
  double mass_inverse_ = 0;
};

}  // namespace corbel
