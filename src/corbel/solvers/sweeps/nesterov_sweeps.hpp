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
//                            m the least e since then and g = 3, 3, 1.3, 1.3 in turn (g and cap: NesterovSettings)
//   else  t⁺ = (1 + √(1 + 4t²))/2 ,  β = min(cap, (t − 1)/t⁺)                                              (5)
//
// The sliding velocity in F (De Saxcé's term) is that of the visit: held for some sweeps, the iteration does not contract. One
// projection, not the block's solution: under momentum that takes three times as many sweeps. Constraints without impulse are
// visited in every 16th sweep only. There is no proof of convergence; (4) was found by experiment, each test alone diverges.
// (Y. Nesterov, Sov. Math. Dokl. 27, 1983; restart tests: B. O'Donoghue, E. Candès, Found. Comput. Math. 15, 2015; momentum on
// projected gradients of contact problems: H. Mazhar et al., ACM Trans. Graph. 34, 2015.)
#pragma once

#include "corbel/solvers/solver.hpp"

#include <array>
#include <limits>

namespace corbel {

/// g of (4) and the cap of (5), taken in turn from restart to restart.
struct NesterovSettings {
  std::array<double, 4> growth = {3, 3, 1.3, 1.3};
  std::array<double, 4> cap = {0.98, 0.98, 0.98, 0.98};
};
/// Shorter runs of less momentum: slower, but they get further where friction is strong (μ of 0.9 and more) and after impacts.
inline constexpr NesterovSettings cautious_momentum = {{3, 1.3, 3, 1.3}, {0.98, 0.9, 0.98, 0.8}};

struct NesterovLimits {
  int most_sweeps = 6000;
  int patience = 2000;  ///< sweeps in which the best residual has to halve
  /// Work of the method that would come next, in sweeps: they end when, after a half of that, they are predicted to take more
  /// and have not come near the tolerance.
  double next = std::numeric_limits<double>::infinity();
  NesterovSettings settings = {};
};

/// R becomes the best of the points that were evaluated, itself included.
SolverStage nesterov_sweeps(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                            const NesterovLimits& limits, Impulses& R);

}  // namespace corbel
