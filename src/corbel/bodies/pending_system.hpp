// SPDX-License-Identifier: MIT
// The linear system that a body waits for, in the axes of the operator A₀ it shares with equal bodies:
//
//   A₀ x = b − Σ_i c_i K₀ y_i                                                                        (1)
//
// b becomes x, and y_i becomes K₀ y_i, which the body needs again at the end of the step. Where A₀ has few unknowns, both products
// and solutions of eight bodies are found together (linalg/lane_kernels.hpp); K₀ and the factor then pass through the cache once for
// eight bodies, and sums of eight bodies hide the latency that one sum has to wait for.
#pragma once

#include "corbel/bodies/corotated_operator.hpp"

#include <array>
#include <span>

namespace corbel {

struct PendingSystem {
  struct StiffnessTerm {
    double c = 0;
    Eigen::VectorXd* y = nullptr;  ///< null: no such term, nor one after it
  };

  Eigen::VectorXd b;
  const Eigen::SparseMatrix<double>* K0 = nullptr;  ///< that of the terms
  std::array<StiffnessTerm, 2> terms = {};
};

/// y_i := K₀ y_i and b −= Σ c_i K₀ y_i; afterwards there are no terms. The same bits as for eight bodies.
void take_off_stiffness(PendingSystem& system);

/// (1) of bodies that share A₀, and K₀ where they have terms. Their bits do not depend on each other where A₀ is small.
void solve_systems(const CorotatedOperator& A0, std::span<PendingSystem* const> systems);

}  // namespace corbel
