// SPDX-License-Identifier: MIT
// From the global form to the Delassus operator.
#pragma once

#include "corbel/fclib/matrix.hpp"
#include "corbel/linalg/local_operator.hpp"

namespace corbel {

/// M v = H r + G λ + f ,   Gᵀ v + b = 0 ,   u = Hᵀ v + w
struct GlobalProblem {
  SparseMatrix M, H, G;  ///< ndof×ndof, ndof×dn, ndof×p; n contacts of d components
  Eigen::VectorXd f, w, b;
  int d = 3;
};

/// u = W r + q with r, u in our order.
struct Delassus {
  LocalOperator W;
  std::vector<Vec3> q;
};

/// Where M has blocks of six (or three) velocities, a body each, and a contact touches at most two of them,
/// W = G Gᵀ is left in factors: M_c = L Lᵀ, G_ic = H_cᵀ L⁻ᵀ. Else W = Hᵀ A H is assembled through a sparse
/// factor of M. Throws std::runtime_error "M: what is wrong".
Delassus delassus(const GlobalProblem& problem);

}  // namespace corbel
