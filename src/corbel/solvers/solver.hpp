// SPDX-License-Identifier: MIT
// Interface of a solver of a LocalProblem: it improves R in place and reports the residual.
#pragma once

#include "corbel/solvers/local_problem.hpp"
#include "corbel/solvers/residual.hpp"

#include <string>
#include <vector>

namespace corbel {

enum class SolverStatus {
  ok,                 ///< all stopping criteria met
  diverged,           ///< iteration limit reached before the criteria were met
  diagonal_diverged,  ///< a block solve did not converge
  diagonal_failed     ///< a block is singular
};

/// One method that was tried, of solvers that try several.
struct SolverStage {
  std::string method;
  int iterations = 0;
  double seconds = 0;
  Residual residual;  ///< of its best point
};

/// What a solve did; stored per frame and summed in the run report.
struct SolverReport {
  SolverStatus status = SolverStatus::ok;
  int iterations = 0;
  int passes = 0;         ///< of a step of quasi-static analysis, each solved once
  double imbalance = 0;   ///< of forces at the end of a step of quasi-static analysis
  double misfit = 0;      ///< of constraints there (statics/static_balance.hpp)
  bool inverted = false;  ///< elements there: such a step is diverged, balanced or not
  std::string remark;     ///< on the end of such a step: why it is not in equilibrium, or what nothing holds
  double relative_change = 0;  ///< ‖ΔR‖/‖R‖ of the last sweep; of the whole solve for others
  double tolerance = 0;        ///< that both residuals had to meet; 0: the solver has another criterion
  Residual residual;           ///< of the R returned, by the measure common to all solvers
  std::vector<double> change_history;      ///< relative change, one per iteration
  std::vector<Residual> residual_history;  ///< of iterations in which it was evaluated
  std::vector<SolverStage> stages;         ///< in the order in which they were tried; empty: one method

  /// Iterations, stages and history of an earlier try come first.
  void put_before(const SolverReport& earlier)
  {
    iterations += earlier.iterations;
    stages.insert(stages.begin(), earlier.stages.begin(), earlier.stages.end());
    residual_history.insert(residual_history.begin(), earlier.residual_history.begin(),
                            earlier.residual_history.end());
  }
};

class Solver {
 public:
  virtual ~Solver() = default;
  /// R: warm start in, solution out; size of the problem.
  virtual SolverReport solve(const LocalProblem& problem, Impulses& R) const = 0;
  /// Penalty solvers treat every contact by its spring and dashpot (manual §3.1.10).
  virtual bool wants_springs() const { return false; }
  /// How the step is to give W to it.
  virtual LocalForm local_form() const { return LocalForm::blocks; }
};

}  // namespace corbel
