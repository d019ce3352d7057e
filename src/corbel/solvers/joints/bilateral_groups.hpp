// SPDX-License-Identifier: MIT
// Which constraints of a LocalProblem are linear equations, and which of them act on the same bodies.
#pragma once

#include "corbel/solvers/local_problem.hpp"

#include <vector>

namespace corbel {

/// A linear law relates components of U to their own impulse and lets no impulse act along the others:
///
///   U_k + c_k R_k = U*_k for the components k of the unknowns,   R_k = 0 for all others of its rows    (1)
///
/// with c = 0 for joints. A spring R_N = p − k U_N without stops has c = 1/k and U* = p/k. One that is stiff
/// beside the mobility of its bodies is as hard on sweeps as a joint, alone or with others: n parallel ones
/// contract by 1 − 1/(n k W_NN) a sweep.
///
/// Two rows belong to one group when W_ij couples them, directly or over further rows of the group.
struct BilateralGroup {
  struct Unknown {
    std::size_t row;
    int axis;               ///< 0, 1, 2 for T1, T2, N
    double target;          ///< U*_k [m/s]
    double compliance = 0;  ///< c_k [1/kg]
  };

  std::vector<std::size_t> rows;  ///< ascending
  std::vector<Unknown> unknowns;  ///< in the order of rows and axes

  bool compliant() const;  ///< a spring is among them
};

/// All groups of two rows and more, or with a spring, by their first row. A row that cannot move in a
/// prescribed component (W_kk ≤ 0) is in none.
std::vector<BilateralGroup> bilateral_groups(const LocalProblem& problem);

}  // namespace corbel
