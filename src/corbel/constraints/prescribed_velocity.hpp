// SPDX-License-Identifier: MIT
// Laws that prescribe the relative velocity at the end of the step.
#pragma once

#include "corbel/constraints/block_result.hpp"
#include "corbel/constraints/cone_form.hpp"
#include "corbel/constraints/linear_equation.hpp"

#include <vector>

namespace corbel {

/// All three components prescribed; the impulse is free in all directions.
///
///   U = U*                      3 equations in R (3)                                              (1)
///   W R + b = U*   ⇒   R = W⁻¹ (U* − b)                                                           (2)
///
/// A fixed point has U* = −V, so that the mean velocity over the step is zero (spec: Solfec semantics,
/// section 2).
struct PrescribedVelocity {
  Vec3 U_star = Vec3::Zero();  ///< [m/s], local frame

  /// (2); failed when W is not positive definite.
  BlockResult solve_block(const Mat3& W, const Vec3& b, const Vec3& R, const BlockOptions& options) const;
  /// ρ (U − U*): every impulse is allowed, so the projection is the identity.
  Vec3 natural_residual(const Vec3& U, const Vec3& R, double rho) const;
  Vec3 admissible(const Vec3& R) const { return R; }
  ConeForm cone_form(const Vec3& U, const Vec3& R) const;
  /// (1)
  std::vector<LinearEquation> linear_equations() const;
};

/// The normal component prescribed; no impulse in the tangent plane.
///
///   U_N = U*,   R_T = 0                                                                           (3)
///   R_N = (U* − b_N) / W_NN                                                                       (4)
struct PrescribedNormalVelocity {
  double U_star = 0;  ///< [m/s]

  /// (4); failed when W_NN is not positive.
  BlockResult solve_block(const Mat3& W, const Vec3& b, const Vec3& R, const BlockOptions& options) const;
  /// (R_T, ρ (U_N − U*))
  Vec3 natural_residual(const Vec3& U, const Vec3& R, double rho) const;
  Vec3 admissible(const Vec3& R) const { return {0, 0, R.z()}; }
  ConeForm cone_form(const Vec3& U, const Vec3& R) const;
  /// (3)
  std::vector<LinearEquation> linear_equations() const;
};

/// Both tangential components prescribed; no impulse along the normal. With W_TT (2×2) the block of the tangent plane
///
///   U_T = U*,   R_N = 0                                                                           (5)
///   R_T = W_TT⁻¹ (U* − b_T)                                                                       (6)
///
/// The axis of a hinge may turn about itself, n, and not towards t1 or t2. W_NN may vanish.
struct PrescribedTangentVelocity {
  Eigen::Vector2d U_star = Eigen::Vector2d::Zero();  ///< (T1, T2) [m/s]

  /// (6); failed when W_TT is not positive definite.
  BlockResult solve_block(const Mat3& W, const Vec3& b, const Vec3& R, const BlockOptions& options) const;
  /// (ρ (U_T − U*), R_N)
  Vec3 natural_residual(const Vec3& U, const Vec3& R, double rho) const;
  Vec3 admissible(const Vec3& R) const { return {R.x(), R.y(), 0}; }
  ConeForm cone_form(const Vec3& U, const Vec3& R) const;
  /// (5)
  std::vector<LinearEquation> linear_equations() const;
};

}  // namespace corbel
