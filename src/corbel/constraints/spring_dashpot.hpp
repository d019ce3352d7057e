// SPDX-License-Identifier: MIT
// Contact through a spring and a dashpot, with dry friction and cohesion.
#pragma once

#include "corbel/constraints/block_result.hpp"
#include "corbel/constraints/cone_form.hpp"
#include "corbel/constraints/penalty_impulse.hpp"
#include "corbel/constraints/signorini_coulomb.hpp"

namespace corbel {

/// The law (manual section 6.1.2, eq. 6.6), with the gap where the step has it on average, g = gap + η
/// (U_N − V_N), η = h/4, and a power m of the penetration (Solfec semantics section 5):
///
///   R_N = max(−c, φ(U_N)),   φ(U_N) = h [ s [−g]^m − d (U_N + V_N)/2 ],   [x]^m = sign(x)|x|^m          (1)
///
/// c is the impulse that cohesion can bear; without it the contact does not pull. Friction is Coulomb's law
/// (6.2) on U_T and r = R + c e_N. φ falls with U_N. Its line at a point U_0, of slope −k,
///
///   R_N = −k (U_N + o),   k = h (η s m |g|^(m−1) + d/2),   o = −U_0 − φ(U_0)/k                          (2)
///
/// makes the contact a Signorini–Coulomb one with W + e_N e_Nᵀ/k for W and the shift o: for m = 1 exactly,
/// else by Newton's method. For m ≥ 1 φ is convex where it pushes, so steps come from one side; for m < 1 the
/// chord to g = 0 (k without the factor m) takes the place of the tangent and the steps contract by 1 − m.
struct SpringDashpot {
  double mu = 0;           ///< Coulomb friction, ≥ 0
  double cohesion = 0;     ///< [N s] c ≥ 0
  double spring = 0;       ///< s [N/m^m], ≥ 0
  double dashpot = 0;      ///< d [N s/m]; < 0: critical, to be settled before a solve
  double power = 1;        ///< m > 0
  double gap = 0;          ///< [m] in the configuration in which contacts are seen
  double V_N = 0;          ///< [m/s] at t
  double h = 0;            ///< [s]
  double eta = 0;          ///< [s] b h of the step rule: h/4 at mid-point; quasi-static: h, with V_N = d = 0
  double end_share = 0.5;  ///< c of the step rule: the dashpot acts on (1 − c) V_N + c U_N

  /// Once per step. A negative dashpot becomes the critical one, d = 2 √(k_s / W_NN), k_s = s m |g|^(m−1)
  /// where b leads; without spring and dashpot there is no cohesion either.
  void settle(double W_NN, double b_N);

  double phi(double U_N) const;    ///< [N s] of (1)
  double slope(double U_N) const;  ///< [kg] k of (2)

  /// (2); R = 0 when there is neither spring nor dashpot.
  BlockResult solve_block(const Mat3& W, const Vec3& b, const Vec3& R, const BlockOptions& options) const;
  /// That of Signorini–Coulomb with (R_N − φ(U_N)) / max(k, ρ) for Ū_N: of a stiff contact a velocity, of a
  /// soft one the impulse that is missing.
  Vec3 natural_residual(const Vec3& U, const Vec3& R, double rho) const;
  Vec3 admissible(const Vec3& R) const { return SignoriniCoulomb{mu, 0, cohesion}.admissible(R); }
  ConeForm cone_form(const Vec3& U, const Vec3& R) const;

  double friction() const { return mu; }
  /// (6.8)–(6.10) of penalty_impulse.hpp; B: velocity without the reactions of the step [m/s], R: of the last.
  Vec3 penalty_impulse(const Mat3& W, const Vec3& B, const Vec3& R, PenaltyVariant variant) const;
  /// Without spring and dashpot, R = 0: a force has no impulse in no time.
  SpringDashpot in_compression() const { return {}; }

 private:
  double mean_gap(double U_N) const { return gap + eta * (U_N - V_N); }
  double stiffness(double U_N) const;
};

}  // namespace corbel
