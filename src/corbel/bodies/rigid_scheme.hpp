// SPDX-License-Identifier: MIT
// Schemes of rotation of the mid-point rule, (7) of rigid_body.hpp.
#pragma once

#include "corbel/math/types.hpp"

#include <string_view>

namespace corbel {

enum class RigidScheme { rig_pos, rig_neg, rig_imp };
std::string_view to_string(RigidScheme scheme);   ///< "RIG_POS", …
RigidScheme rigid_scheme(std::string_view name);  ///< also "DEFAULT" → rig_neg; throws InputError

/// RIG_IMP: ω with exp[h/2 ω] J ω = A, by Newton's method from a guess.
Vec3 implicit_omega(const Mat3& J, const Vec3& A, const Vec3& guess, double h);

}  // namespace corbel
