// SPDX-License-Identifier: MIT
// How far impulses are from solving a LocalProblem: one measure for all solvers.
//
// R is first made admissible, constraint by constraint, and U = W R + B recomputed from it; then, with the
// natural residual F_i(ρ) = R_i − P_i(R_i − ρ F(U_i)) of each law and w_i = tr(W_ii)/3,
//
//   absolute = sqrt( Σ |F_i(1)|² ) / sqrt( Σ |B_i|² )                   in the problem's units          (A)
//   scaled   = sqrt( Σ w_i |F_i(1/w_i)|² ) / sqrt( Σ |B_i|²/w_i )       free of units                   (B)
//
// They can differ by 10³ and either alone lies: (A) forgets constraints of light bodies or heavy ones,
// depending on the units, (B) forgets none but hides a poor scaling. A denominator of zero counts as one.
//
// A constraint whose diagonal block is zero (both its bodies are immovable) answers to no impulse: it carries
// none and is left out of all sums.
#pragma once

#include "corbel/solvers/local_problem.hpp"

namespace corbel {

struct Residual {
  double absolute = 0;  ///< (A)
  double scaled = 0;    ///< (B)
};

/// Zero for a problem without constraints.
Residual residual(const LocalProblem& problem, const Impulses& R);

/// tr(W_ii)/3 [1/kg]: zero when constraint i answers to no impulse.
inline double mobility(const LocalProblem& problem, std::size_t i)
{
  return problem.W.diagonal(i).trace() / 3;
}

}  // namespace corbel
