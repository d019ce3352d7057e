// SPDX-License-Identifier: MIT
// Systems of equations of equal bodies, solved together.
#pragma once

#include "corbel/bodies/bodies.hpp"

namespace corbel {

/// x = A₀⁻¹ b for every body that waits (Body::pending), one solve with many right-hand sides for all that share
/// A₀; then its velocity (Body::take_solution).
void solve_pending(Bodies& bodies);

}  // namespace corbel
