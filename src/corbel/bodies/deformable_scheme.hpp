// SPDX-License-Identifier: MIT
// Time integration of bodies that deform (papers/000 §3).
#pragma once

#include <string_view>

namespace corbel {

enum class DeformableScheme {
  def_exp,  ///< explicit: A = M; its step is limited
  def_lim,  ///< linearly implicit, eqs 10–17: one linear system a step
  def_imp   ///< implicit mid-point rule, eqs 18–21 with α = 1/4: Newton's method
};

std::string_view to_string(DeformableScheme scheme);  ///< "DEF_EXP", …
/// Also "DEFAULT" → def_lim; throws InputError.
DeformableScheme deformable_scheme(std::string_view name);

/// Largest stable step of the explicit scheme for the frequency ω [rad/s] with stiffness-proportional damping η:
/// 2/ω (√(1 + ξ²) − ξ), ξ = ηω/2, less a tenth for what changes within a step.
double critical_step(double omega, double eta);

}  // namespace corbel
