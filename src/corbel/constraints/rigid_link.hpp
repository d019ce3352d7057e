// SPDX-License-Identifier: MIT
// A massless rigid rod between two points, which keeps their distance at the end of the step.
#pragma once

#include "corbel/constraints/block_result.hpp"
#include "corbel/constraints/cone_form.hpp"
#include "corbel/constraints/linear_equation.hpp"

namespace corbel {

/// The law (Solfec semantics section 2, RIGLNK), local frame with n along the link at the half step:
///
///   |z + η U| = d,   R_T = 0                                                                      (1)
///
/// z [m] is the vector from the slave's to the master's point at t + h/2, d the length to keep, and η = h/2
/// carries the half step with the end velocity U. With U = b + W e_N R_N, a = z + η b, g = η W e_N:
///
///   |a + g R_N|² = d²   ⇔   |g|² R_N² + 2 a·g R_N + (|a|² − d²) = 0                               (2)
///
/// Both roots keep the length; the larger turns the link over. The one of least |R_N| (least energy ½W_NN
/// R_N²) is, without cancellation,
///
///   R_N = C / q,   q = −(p + sign(p) √(p² − |g|² C)),   p = a·g,   C = |a|² − d²                  (3)
///
/// No real root means that no impulse along n brings the points to the distance d: the nearest approach
/// R_N = −p/|g|² is returned with status diverged.
struct RigidLink {
  Vec3 z = Vec3::UnitZ();  ///< [m] master − slave point, at t + h/2; where q moves by h U: at t
  double eta = 0;          ///< [s] h/2, > 0; where q moves by h U: h
  double length = 0;       ///< [m] d

  /// (3); failed when W e_N vanishes.
  BlockResult solve_block(const Mat3& W, const Vec3& b, const Vec3& R, const BlockOptions& options) const;
  /// (R_T, ρ (|z + η U| − d)/η): the normal impulse is free, so its entry is ρ times the velocity that is
  /// missing; to first order that is ρ (U_N + gap/η).
  Vec3 natural_residual(const Vec3& U, const Vec3& R, double rho) const;
  Vec3 admissible(const Vec3& R) const { return {0, 0, R.z()}; }
  /// U_N = √(d² − |z_T + η U_T|²)/η − z_N/η with U_T held: exact where it came from.
  ConeForm cone_form(const Vec3& U, const Vec3& R) const;
  /// Of (1): n = (z + η U)/|z + η U|, missing = (d − |z + η U|)/η.
  LinearizedCondition linearized_condition(const Vec3& U) const;
};

}  // namespace corbel
