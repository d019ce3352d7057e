// SPDX-License-Identifier: MIT
// Which constraints of a LocalProblem are linear equations, and which of them act on the same bodies.
#pragma once

#include "corbel/solvers/local_problem.hpp"

#include <vector>

namespace corbel {

/// A linear law prescribes components of U and lets no impulse act along the others:
///
///   U_k = U*_k for the components k of the unknowns,   R_k = 0 for all others of its rows              (1)
///
/// Two rows belong to one group when W_ij couples them, directly or over further rows of the group.
struct BilateralGroup {
  struct Unknown {
    std::size_t row;
    int axis;       ///< 0, 1, 2 for T1, T2, N
    double target;  ///< U*_k [m/s]
  };

  std::vector<std::size_t> rows;  ///< ascending
  std::vector<Unknown> unknowns;  ///< in the order of rows and axes
};

/// All groups of two rows and more, by their first row. A row that cannot move in a prescribed component
/// (W_kk ≤ 0) is in none.
std::vector<BilateralGroup> bilateral_groups(const LocalProblem& problem);

}  // namespace corbel
