// SPDX-License-Identifier: MIT
// A contact in the expansion phase of an impact: it gives back at least what was stored in compression.
#pragma once

#include "corbel/constraints/block_result.hpp"
#include "corbel/constraints/cone_form.hpp"

namespace corbel {

/// The law (Poisson's hypothesis with Coulomb friction; step/impact.hpp), with least = p ≥ 0:
///
///   R_N ≥ p ,   U_N ≥ 0 ,   (R_N − p) U_N = 0                                                          (1)
///   |R_T| ≤ μ R_N;  |R_T| < μ R_N ⇒ U_T = 0;  |R_T| = μ R_N ⇒ U_T = −λ R_T, λ ≥ 0                      (2)
///
/// For p = 0 it is the law of Signorini and Coulomb. The block problem U = W R + b has two cases:
///
///   R_N = p, U_N ≥ 0   the bodies part. R_T is a point of the disc of radius μ p:
///                      R_T(α) = −(W_TT + α I)⁻¹ c ,  c = b_T + W_TN p                                  (3)
///                      stick: α = 0;  slip: 1/|R_T(α)| = 1/(μ p), concave and nearly straight in α, so that
///                      Newton's method from α = 0 goes up to the root and never past it               (4)
///   R_N > p, U_N = 0   they stay together: the block problem of Signorini and Coulomb.
struct Expansion {
  double mu = 0;     ///< Coulomb friction, ≥ 0
  double least = 0;  ///< [N s] p, ≥ 0

  /// The first case that holds. diverged: neither does, which takes strong coupling, μ|W_NT| > W_NN.
  BlockResult solve_block(const Mat3& W, const Vec3& b, const Vec3& R, const BlockOptions& options) const;

  /// (R_T − P_D(R_T − ρ U_T), R_N − max(p, R_N − ρ U_N)), D the disc of radius μ R_N [N s]
  Vec3 natural_residual(const Vec3& U, const Vec3& R, double rho) const;

  /// The nearest point of the Coulomb cone with R_N ≥ p.
  Vec3 admissible(const Vec3& R) const;

  /// Closed: as Signorini–Coulomb. Parting: R_N = p − (U_N − U_N of now)/c, a spring so soft that R_N stays
  /// near p.
  ConeForm cone_form(const Vec3& U, const Vec3& R) const;

  double friction() const { return mu; }
};

}  // namespace corbel
