// SPDX-License-Identifier: MIT
// What methods take for a problem, by counting.
//
// With n constraints, b blocks of C in a row and w_c velocities of body c in the factor G, in nanoseconds of one core (a clock is never asked):
//
//   a sweep with momentum    eight at a time: max(15 n, 65 contacts of the body that has most) ;  row by row: n (20 + 0.8 b) + Σ_i 0.5 w   (1)
//   an iteration of Newton   dense (n ≤ 30) 500 n + 2.5 n³ ;  by bodies 2000 n √max(1, n/100) ;  blocks 5000 n + 5 n b²                   (2)
//
// Newton's method takes some 15 iterations to 1e-8 and fails on half of the problems that sweeps do not solve quickly: 30 are counted, and 60 for
// tolerances of 1e-6 and more, where it was hardly ever the faster one.
// Factors of 2 have been seen either way. They decide where one method is left for the next and how much a problem may take, nothing else.
#pragma once

#include "corbel/solvers/cones/cone_operator.hpp"
#include "corbel/solvers/local_problem.hpp"

namespace corbel {

struct WorkEstimate {
  double sweep = 1;             ///< (1) [ns]
  double newton_iteration = 1;  ///< (2) [ns]

  /// Newton's method to a tolerance, in sweeps.
  double newton_in_sweeps(double tolerance) const;
};

WorkEstimate estimate_work(const LocalProblem& problem);
WorkEstimate estimate_work(const ConeOperator& W);  ///< (2) only

}  // namespace corbel
