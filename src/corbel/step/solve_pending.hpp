// SPDX-License-Identifier: MIT
// Systems of equations of equal bodies, solved together.
#pragma once

#include "corbel/model/model.hpp"

namespace corbel {

/// x = A₀⁻¹ b for every body that waits (Body::pending): one solve with many right-hand sides per template.
void solve_pending(const Model& model);

}  // namespace corbel
