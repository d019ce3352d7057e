// SPDX-License-Identifier: MIT
// One frictional contact with all others held, as the iterating block methods see it.
#pragma once

#include "corbel/constraints/block_result.hpp"

namespace corbel {

/// Find R ∈ K(μ) with (6.1), (6.2) for Ū = W R + b; b holds the restitution shift in b_N. Equivalent, for any
/// ρ > 0 (signorini_coulomb.hpp):
///
///   R = P_K(R − ρ û) ,   û = (Ū_T, Ū_N + μ|Ū_T|)                                                      (1)
struct ContactBlock {
  Mat3 W;        ///< [1/kg] positive definite
  Vec3 b;        ///< [m/s]
  double mu;     ///< > 0
  double rho;    ///< [kg] 1/‖W‖₂: steps of (1) that no direction overshoots
  double noise;  ///< [N s] round-off of R by way of U: 1e-15 |b|/‖W‖₂

  ContactBlock(const Mat3& W, const Vec3& b, double mu);

  Vec3 velocity(const Vec3& R) const { return W * R + b; }
  /// û of (1)
  Vec3 augmented(const Vec3& U) const;
  /// R − P_K(R − ρ û) [N s]
  Vec3 natural_residual(const Vec3& R) const;
  /// |ΔR| ≤ ε |R|, or no more than round-off makes it.
  bool small(const Vec3& dR, const Vec3& R, double epsilon) const;
};

/// The point (d_T scaled to at most μ R_N, R_N = max(0, d_N)): normal first, then the disk of friction.
Vec3 project_normal_first(const Vec3& d, double mu);

/// ok where (1) holds to ten ε, else diverged: a small step alone proves nothing.
BlockResult judged(const ContactBlock& block, const Vec3& R, double epsilon);

}  // namespace corbel
