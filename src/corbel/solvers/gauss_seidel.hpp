// SPDX-License-Identifier: MIT
// Block Gauss–Seidel: every constraint in turn is solved exactly with all others held.
//
// The sweep keeps y = Gᵀ R (one vector of six per body), so that with W = G Gᵀ
//
//   b_i = B_i + Σ_{j≠i} W_ij R_j = B_i + G_i y − W_ii R_i                                                (1)
//   R_i ← solution of C_i(W_ii R_i + b_i, R_i) = 0,   y ← y + G_iᵀ ΔR_i                                  (2)
//
// cost four 3×6 products whatever the number of constraints on a body. The order is the constraints' order
// and one thread sweeps: the same bits for every thread count. Constraints with a zero diagonal block (both
// bodies immovable) are passed over and given R = 0.
//
// Joints that act on the same bodies (whole surfaces held, bodies on several points) would take thousands of
// sweeps to agree: they are eliminated by a direct solution first (joint_elimination.hpp) and the sweeps run
// over all other constraints. With joints alone that is one iteration of relative change zero.
#pragma once

#include "corbel/solvers/solver.hpp"

namespace corbel {

struct GaussSeidelOptions {
  double epsilon = 1e-4;  ///< [-] largest ‖ΔR‖/‖R‖ of the last sweep; 10–30 warm sweeps on a wall
  int max_iterations = 1000;      ///< sweeps; a stack that needs more is better served by another solver
  double residual_tolerance = 1;  ///< [-] largest residual, both measures; ≥ 1 disables (costs a sweep)
  BlockOptions block;             ///< of the block solves, far below epsilon so that they leave no trace
  bool reverse = false;           ///< every other sweep backwards: symmetric, carries loads both ways
  bool record_history = true;     ///< fill SolverReport::change_history, one number per sweep
};

class JointElimination;

class GaussSeidel : public Solver {
 public:
  /// Throws InputError when an option is out of range.
  explicit GaussSeidel(const GaussSeidelOptions& options = {});

  /// Throws InternalError naming the constraint when W, B or the warm start is not finite.
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;

  /// The sweeps alone, over a problem whose joints need no elimination. proximal: added to the diagonal
  /// blocks, one per constraint, or empty for none. The report has no residual.
  SolverReport iterate(const LocalProblem& problem, const std::vector<Mat3>& proximal, Impulses& R) const;

  const GaussSeidelOptions& options() const { return options_; }

 private:
  SolverReport solve_without(const JointElimination& joints, Impulses& R) const;

  GaussSeidelOptions options_;
};

}  // namespace corbel
