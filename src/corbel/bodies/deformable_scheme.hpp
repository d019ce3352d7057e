// SPDX-License-Identifier: MIT
// Time integration of bodies that deform (manual table 3.6). With K = ∂f_int/∂q and damping η, α one step
// from q, u reads
//
//   q½ = q + h/2 u ,   q⁺ = q½ + h/2 u⁺ ,   and u⁺ from
//
//   DEF_EXP   M (u⁺ − u) = h f − h f_int(q½) − h (ηK + αM) u + r
//   DEF_LIM   [(1 + αh/2) M + (ηh/2 + h²/4) K(q½)] (u⁺ − u) = the same                   TR1 (10)–(17)
//   DEF_IMP   M (u⁺ − u) = h f − h f_int(q½ + h/4 (u⁺ − u)) − h (ηK + αM) ½(u + u⁺) + r  (18)–(21)
//
// DEF_LIM is the first Newton step of DEF_IMP.
#pragma once

#include <string_view>

namespace corbel {

enum class DeformableScheme { def_exp, def_lim, def_imp };
std::string_view to_string(DeformableScheme scheme);        ///< "DEF_EXP", …
DeformableScheme deformable_scheme(std::string_view name);  ///< also "DEFAULT" → def_exp; throws InputError

/// Largest stable step of DEF_EXP [s] for the mode of highest frequency ω [rad/s], with damping: times 0.9
/// for safety. In u⁺ = (1 − 2ch) u − hω² q½, 2c = ηω² + α, both eigenvalues stay in the unit circle while
/// 4 − 4ch − h²ω² > 0:
///   h < 2 (√(ω² + c²) − c) / ω² = 2/ω (√(1 + ξ²) − ξ) ,   ξ = c/ω
double critical_step(double omega, double stiffness_damping, double mass_damping);

}  // namespace corbel
