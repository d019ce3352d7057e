// SPDX-License-Identifier: MIT
// Projected Gauss–Seidel sweeps with Nesterov's momentum.
//
// Each constraint takes one projected step with all others held, and the whole iterate is extrapolated between sweeps. With ρ_i =
// 1/‖W_ii‖₂, w_i = tr(W_ii)/3, Q² = Σ |B_i|²/w_i, and P_i the projection in the natural residual of the law:
//
//   y_i = x_i + β (x_i − x′_i)                                                                             (1)
//   x⁺_i = P_i(y_i − ρ_i F(u_i)) ,  u = W z + B  with the newest z ,  d_i = x⁺_i − y_i                     (2)
//   e = √(Σ w_i |d_i|²) / Q ,   s = −Σ w_i d_i·(x⁺_i − x_i)                                                (3)
//   restart (β = 0, t = 1)   if s > 0, or e > g m more than three sweeps after the last restart,           (4)
//                            m the least e since then and g = 3, 3, 1.3, 1.3 in turn
//   else  t⁺ = (1 + √(1 + 4t²))/2 ,  β = min(cap, (t − 1)/t⁺)                                              (5)
//
// The sliding velocity in F (De Saxcé's term) is that of the visit: held for some sweeps, the iteration does not contract. One
// projection, not the block's solution: under momentum that takes three times as many sweeps. Constraints without impulse are
// visited in every 16th sweep only. There is no proof of convergence; (4) was found by experiment, each test alone diverges.
// (Y. Nesterov, Sov. Math. Dokl. 27, 1983; restart tests: B. O'Donoghue, E. Candès, Found. Comput. Math. 15, 2015; momentum on
// projected gradients of contact problems: H. Mazhar et al., ACM Trans. Graph. 34, 2015.)
#pragma once

#include "corbel/solvers/solver.hpp"

namespace corbel {

struct NesterovLimits {
  int most_sweeps = 6000;
  int patience = 2000;  ///< sweeps in which the best residual has to halve
};

/// R becomes the best of the points that were evaluated, itself included.
SolverStage nesterov_sweeps(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                            const NesterovLimits& limits, Impulses& R);

}  // namespace corbel
