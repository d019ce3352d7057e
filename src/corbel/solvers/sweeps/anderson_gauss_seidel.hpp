// SPDX-License-Identifier: MIT
// Gauss–Seidel with Anderson acceleration: for stacks, where plain sweeps propagate loads slowly.
//
// The acceleration is that of accelerated_sweeps.hpp; at the end the R of the smallest residual seen is returned, the
// start included.
//
// Map, memory and growth were chosen among two dozen variants on an arch, a stack and a wall of 100 bricks:
// sweeps in one direction gain most, alternating sweeps hardly at all; waiting for the step to double loses
// much of the gain. Other scenes: much better on cubes and bricks of finite elements, hardly on spheres and a
// wall of 800 bricks (benchmarks/README.md).
#pragma once

#include "corbel/solvers/joints/without_joints.hpp"
#include "corbel/solvers/sweeps/sweeps.hpp"

namespace corbel {

struct AndersonGaussSeidelOptions {
  double tolerance = 1e-8;     ///< [-] both residuals of the solution at most
  int max_iterations = 20000;  ///< sweeps
  int memory = 10;             ///< pairs (x, T(x)) used
  BlockOptions block = {1e-14, 200};
  SweepOrder order = SweepOrder::automatic;
};

class AndersonGaussSeidel : public Solver {
 public:
  /// Throws InputError when an option is out of range.
  explicit AndersonGaussSeidel(const AndersonGaussSeidelOptions& options = {});

  /// change_history: one number per sweep. Throws InternalError naming the constraint when W, B or the warm
  /// start is not finite.
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;

 private:
  SolverReport iterate(const LocalProblem& problem, const std::vector<Mat3>& proximal, Impulses& R) const;

  AndersonGaussSeidelOptions options_;
};

}  // namespace corbel
