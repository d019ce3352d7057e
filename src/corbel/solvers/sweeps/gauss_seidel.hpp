// SPDX-License-Identifier: MIT
// Block Gauss–Seidel: sweeps (sweeps.hpp) until R changes little and, if asked, the residual is small.
// Constraints with a zero diagonal block (both bodies immovable) are passed over and given R = 0.
//
// Joints that act on the same bodies (whole surfaces held, bodies on several points) would take thousands of
// sweeps to agree: they are eliminated by a direct solution first (joint_elimination.hpp) and the sweeps run
// over all other constraints. With joints alone that is one iteration of relative change zero.
#pragma once

#include "corbel/solvers/joints/without_joints.hpp"
#include "corbel/solvers/solver.hpp"
#include "corbel/solvers/sweeps/sweeps.hpp"

namespace corbel {

struct GaussSeidelOptions {
  double epsilon = 1e-4;  ///< [-] largest ‖ΔR‖/‖R‖ of the last sweep; 10–30 warm sweeps on a wall
  int max_iterations = 1000;      ///< sweeps; a stack that needs more is better served by another solver
  double residual_tolerance = 1;  ///< [-] largest residual, both measures; ≥ 1 disables (costs a sweep)
  bool residual_decides = false;  ///< the residual alone ends the sweeps; epsilon says when to evaluate it
  BlockOptions block = {};        ///< of the block solves, far below epsilon so that they leave no trace
  bool reverse = false;           ///< every other sweep backwards: symmetric, carries loads both ways
  bool record_history = true;     ///< fill SolverReport::change_history, one number per sweep
  bool record_residuals = false;  ///< fill SolverReport::residual_history: costs another sweep each
  SweepOrder order = SweepOrder::automatic;
};

class GaussSeidel : public Solver {
 public:
  /// Throws InputError when an option is out of range.
  explicit GaussSeidel(const GaussSeidelOptions& options = {});

  /// Throws InternalError naming the constraint when W, B or the warm start is not finite.
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;

  const GaussSeidelOptions& options() const { return options_; }

 private:
  SolverReport iterate(const LocalProblem& problem, const std::vector<Mat3>& proximal, const Measure& measure,
                       Impulses& R) const;

  GaussSeidelOptions options_;
};

}  // namespace corbel
