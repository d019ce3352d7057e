// SPDX-License-Identifier: MIT
// The part C of W that bodies with a compliant part (bodies/step_operator.hpp) give (linalg/local_operator.hpp), as
// blocks.
#pragma once

#include "corbel/linalg/block_sparse.hpp"
#include "corbel/local_dynamics/touched_bodies.hpp"

namespace corbel {

/// C_ij = Σ_b ± E_iᵀ C_b(X_i, X_j) E_j over the bodies b with a compliant part C_b; empty (n = 0) when there
/// are none. The result takes over the memory of `used`.
BlockSparse compliant_part(const TouchedBodies& touched, BlockSparse used = {});

}  // namespace corbel
