// SPDX-License-Identifier: MIT
// How a contact with a spring is evaluated once and by itself, instead of solved for.
//
// The law of a contact (manual section 6.1.2; R_T of the last step on the right-hand side):
//
//   B̄ = B_N + W_NT R_T                                                  velocity without its own R_N    (6.8)
//   R_N = h [s (−g)^m − d/2 (B̄ + V_N)] / [1 + h d/2 W_NN]               as in the manual                (6.9)
//   R_T = −W_TT⁻¹ (B_T + W_TN R_N) , no longer than μ (R_N + c)          friction, stick first (6.10)
//
// Without a bond R_N < 0 means R = 0; a bond bears c. How the spring is taken (Solfec-1.0 of 2020):
//
//   manual     (6.9): the spring at t + h/2, the dashpot implicit. Stable for h ω < 2 (mid-point rule)
//   implicit   g = gap + h/4 (B̄ − V_N), and h/4 s m (−g)^(m−1) beside d/2 in the denominator
//   explicit   R_N = h [s (−g)^m − d V_N]
#pragma once

#include <string_view>

namespace corbel {

enum class PenaltyVariant { manual, implicit, explicit_ };
std::string_view to_string(PenaltyVariant variant);     ///< "MANUAL", "IMPLICIT", "EXPLICIT"
PenaltyVariant penalty_variant(std::string_view name);  ///< throws InputError for another name

}  // namespace corbel
