// SPDX-License-Identifier: MIT
// Lemke's method for linear complementarity problems (Cottle, Pang, Stone, The Linear Complementarity
// Problem, §4.4), and the solver of frictionless contact made of it.
//
// One artificial variable makes any q feasible:  w − M z − d z₀ = q,  d > 0.                            (1)
// Starting with z₀ so large that one w is zero, each pivot lets the complement of the variable that just left
// the basis enter, until z₀ leaves (solved) or nothing limits the variable that enters (a ray). For
// copositive-plus M, all positive semi-definite ones included, a ray proves that no z is feasible.
//
// Degenerate problems (redundant contacts: many w become zero at once) can send the method around a cycle.
// The lexicographic ratio test excludes that: of all rows i the one leaves whose vector
//
//   (x_i, B⁻¹_i1, …, B⁻¹_in) / y_i ,   x = B⁻¹ q ,  y = B⁻¹ a_entering ,  y_i > 0                  (2)
//
// is the smallest, first entry first. This is what infinitely small changes q_i + εⁱ would decide: no basis
// returns. z₀ leaves whenever it ties for the first entry.
//
// B⁻¹ is kept, changed by one exchange per pivot (n² products) and computed anew every so many pivots.
#pragma once

#include "corbel/solvers/complementarity/lcp.hpp"
#include "corbel/solvers/solver.hpp"

namespace corbel {

struct LemkeOptions {
  int max_pivots = 0;         ///< 0: 50 n + 1000; a typical problem takes n, the worst known 2ⁿ
  bool lexicographic = true;  ///< false: ties go to the first row, which can cycle (for study)
};

/// M of any kind; history: z₀ in units of the scaled q, falling to zero.
LcpResult lemke(const Eigen::MatrixXd& M, const Eigen::VectorXd& q, const LemkeOptions& options = {});

/// Contacts without friction and joints; InputError for anything else. The warm start is not used.
class Lemke : public Solver {
 public:
  explicit Lemke(double tolerance = 1e-8, const LemkeOptions& options = {});
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;

 private:
  double tolerance_;
  LemkeOptions options_;
};

}  // namespace corbel
