// SPDX-License-Identifier: MIT
// Projected Gauss–Seidel with Nesterov's momentum (nesterov_sweeps.hpp) as a solver of its own.
#pragma once

#include "corbel/solvers/solver.hpp"
#include "corbel/solvers/sweeps/nesterov_sweeps.hpp"

namespace corbel {

struct NesterovGaussSeidelOptions {
  double tolerance = 1e-4;  ///< both residuals
  int max_iterations = 20000;
};

/// Groups of joints are eliminated before; the answer is the best point that was evaluated.
class NesterovGaussSeidel : public Solver {
 public:
  explicit NesterovGaussSeidel(const NesterovGaussSeidelOptions& options = {});
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;

 private:
  NesterovGaussSeidelOptions options_;
};

}  // namespace corbel
