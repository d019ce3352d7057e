// SPDX-License-Identifier: MIT
// The frictional contact problem of one step, without bodies: find R with
//
//   U = W R + B,     C_α(U_α, R_α) = 0 for every constraint α            (manual eqs 1.14, 1.15)
//
// W symmetric positive semi-definite, 3×3 blocks [1/kg]; B free velocities [m/s]; R impulses [N s]. It knows
// no bodies: it can be written to a file, solved by any solver and judged by residual() alone.
#pragma once

#include "corbel/constraints/law.hpp"
#include "corbel/linalg/local_operator.hpp"

#include <vector>

namespace corbel {

struct LocalProblem {
  LocalOperator W;
  std::vector<Vec3> B;    ///< size n
  std::vector<Law> laws;  ///< size n
  bool impacts = false;   ///< some contact of this step approaches faster than resting bodies do

  std::size_t size() const { return laws.size(); }
};

/// How a solver takes the part C of W (linalg/local_operator.hpp).
enum class LocalForm {
  blocks,       ///< assembled
  matrix_free,  ///< matrix-free: products through the bodies, and diagonal blocks
  by_size       ///< blocks while they are few, matrix-free where a body has hundreds of constraints
};

using Impulses = std::vector<Vec3>;  ///< R, one per constraint

}  // namespace corbel
