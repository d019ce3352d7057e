// SPDX-License-Identifier: MIT
// Unilateral contact with dry friction, Newton restitution and cohesion.
#pragma once

#include "corbel/constraints/block_result.hpp"
#include "corbel/constraints/cone_form.hpp"
#include "corbel/constraints/expansion.hpp"

#include <algorithm>

namespace corbel {

/// The law (manual section 6.1.1), U and R of size 3 in the order (T1, T2, N):
///
///   Ū_N ≥ 0,  R_N ≥ 0,  Ū_N R_N = 0,   Ū_N = U_N + e min(0, V_N) = U_N + shift                    (6.1)
///   |R_T| ≤ μ R_N;  |R_T| < μ R_N ⇒ U_T = 0;  |R_T| = μ R_N ⇒ U_T = −λ R_T, λ ≥ 0                 (6.2)
///
/// It holds iff R − P_K(R − ρ û) = 0 with û = (U_T, Ū_N + μ|U_T|), K the Coulomb cone and any ρ > 0 (1); this
/// is the natural residual, which shares its zeros with the C of (6.3)–(6.5).
///
/// The block problem U = W R + b. While R_N > 0 we have Ū_N = 0, which gives R_N and leaves the tangent
/// plane:
///
///   R_N = r − w·R_T,   r = −(b_N + shift)/W_NN,  w = W_NT/W_NN                                    (2)
///   U_T = S R_T + c,   S = W_TT − W_TN w,  c = b_T + W_TN r                          (2×2, 2)     (3)
///
/// By (6.2) U_T = −α R_T with a slip rate α ≥ 0 [1/kg], so that one number is left to find:
///
///   R_T(α) = −(S + α I)⁻¹ c,    H(α) = μ R_N(α) / |R_T(α)| − 1                                    (4)
///
///   r ≤ 0         separation: R = 0
///   H(0) ≥ 0      stick: α = 0
///   H(0) < 0      slip: H(α) = 0                                                                  (5)
///
/// H grows without bound with α, so the root of (5) exists. For S = s I H is a straight line and otherwise
/// near to one: Newton's method takes three or four steps to 1e-10 from the α of a near R, four or five from
/// any, and a bracket keeps it safe. (Preferred to Newton's method on (6.3)–(6.5) in R, which has the same
/// solutions but nothing that keeps it from cycling between the three cases.)
///
/// With strong coupling, μ|W_NT| > W_NN, several of the cases can hold for one b. Always to prefer one of
/// them makes neighbouring blocks chase each other, therefore projection steps choose the solution near the
/// current R, and (4) completes it:
///
///   R ← P_K(R − ρ û)                                                                              (6)
///
/// A cohesive contact holds up to c [N s] of tension: (6.1), (6.2) then hold for r = R + c e_N, and
///
///   U = W R + b   ⇔   U = W r + (b − c W e_N)                                                     (7)
///
/// makes it the problem above in r.
struct SignoriniCoulomb {
  double mu = 0;        ///< Coulomb friction, ≥ 0
  double shift = 0;     ///< [m/s] e min(0, V_N), from restitution_shift()
  double cohesion = 0;  ///< [N s] c ≥ 0, zero when there is no bond

  /// e min(0, V_N): restitution e in [0, 1], V_N the normal velocity before the step [m/s].
  static double restitution_shift(double e, double V_N) { return e * std::min(0.0, V_N); }

  /// R with r in K, (6.1), (6.2); r = 0 to the bit in separation, |r_T| = μ r_N to round-off in slip.
  /// failed: W_NN ≤ 0, or S not positive definite while it is needed (μ > 0, no separation); R unchanged.
  BlockResult solve_block(const Mat3& W, const Vec3& b, const Vec3& R, const BlockOptions& options) const;

  /// (1) with r for R [N s]
  Vec3 natural_residual(const Vec3& U, const Vec3& R, double rho) const;

  /// The nearest R with r in K.
  Vec3 admissible(const Vec3& R) const;

  ConeForm cone_form(const Vec3& U, const Vec3& R) const;

  double friction() const { return mu; }
  /// Plastic, and without its bond.
  SignoriniCoulomb in_compression() const { return {.mu = mu}; }
  Expansion in_expansion(double least) const { return {mu, least}; }
  /// (6.1) with shift = −V_N: what it separates with is at least V_N ≥ 0 [m/s].
  void keep_rebound(double V_N) { shift = -V_N; }

 private:
  BlockResult solve_bonded(const Mat3& W, const Vec3& b, const Vec3& R, const BlockOptions& options) const;
};

}  // namespace corbel
