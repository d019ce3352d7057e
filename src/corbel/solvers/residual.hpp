// SPDX-License-Identifier: MIT
// How far impulses are from solving a LocalProblem: one measure for all solvers.
//
// R is first made admissible, constraint by constraint, and U = W R + B recomputed from it; then, with the
// natural residual F_i(ρ) = R_i − P_i(R_i − ρ F(U_i)) of each law and w_i = tr(W_ii)/3,
//
//   absolute = sqrt( Σ |F_i(1)|² ) / sqrt( Σ |B_i|² )                   in the problem's units          (A)
//   scaled   = sqrt( Σ w_i |F_i(1/w_i)|² ) / sqrt( Σ |B_i|²/w_i )       free of units                   (B)
//
// They can differ by 10³ and neither suffices: (A) neglects constraints of light or of heavy bodies,
// depending on the units, (B) neglects none but hides poor scaling. A denominator of zero counts as one.
//
// To each |F_i|² comes the square of what round-off of W_ii R_i leaves open, ε w_i|R_i| as a velocity: next
// to nothing, unless impulses are so large that U is lost in round-off. Contradictory constraints drive
// them there, and would otherwise appear converged.
//
// A constraint whose diagonal block is zero is immobile (neither body can move there): it carries no impulse
// and is left out of all sums.
#pragma once

#include "corbel/solvers/local_problem.hpp"

#include <limits>

namespace corbel {

struct Residual {
  double absolute = 0;  ///< (A)
  double scaled = 0;    ///< (B)
};

/// Zero for a problem without constraints.
Residual residual(const LocalProblem& problem, const Impulses& R);

/// √(Σ |B_i|²/w_i), the denominator of (B); one if zero.
double scaled_reference(const LocalProblem& problem);

/// (ε|x|)², ε the round-off of a number: with x = √w R what cannot be known of the scaled velocity W_ii R.
inline double round_off2(const Vec3& x)
{
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  return epsilon * epsilon * x.squaredNorm();
}

/// tr(W_ii)/3 [1/kg]: zero if constraint i is immobile.
inline double mobility(const LocalProblem& problem, std::size_t i)
{
  return problem.W.diagonal(i).trace() / 3;
}

}  // namespace corbel
