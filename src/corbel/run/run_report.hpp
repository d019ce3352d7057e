// SPDX-License-Identifier: MIT
// How a run goes on, and what it did as a whole.
#pragma once

#include "corbel/core/timers.hpp"
#include "corbel/output/method_costs.hpp"
#include "corbel/run/strain_watch.hpp"
#include "corbel/solvers/solver.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace corbel {

/// The run as it goes on, for the line on the screen.
struct RunStatus {
  double start = 0, time = 0, end = 0;  ///< simulated [s]
  std::int64_t steps = 0;               ///< of this run
  std::size_t bodies = 0, contacts = 0, joints = 0;
  int iterations = 0;       ///< of the last step
  double residual = 0;      ///< scaled, of the last step
  double wall_seconds = 0;  ///< since the run started
};

enum class RunOutcome { finished, stopped, interrupted };

/// What the run as a whole did.
struct RunReport {
  RunOutcome outcome = RunOutcome::finished;
  RunStatus last;
  StageSeconds seconds = {};
  std::int64_t iterations = 0;
  std::int64_t passes = 0;  ///< of quasi-static analysis
  int max_iterations = 0;
  std::int64_t unconverged_steps = 0;
  std::int64_t uncertified_steps =
      0;                ///< of the others: converged by the solver's own criterion, but not is_certified()
  MethodCosts methods;  ///< of SolverReport::stages
  std::map<double, std::int64_t> tolerances;  ///< steps by the tolerance they were solved with
  double worst_residual = 0;                  ///< scaled
  double worst_residual_absolute = 0;
  double worst_imbalance = 0, worst_misfit = 0;  ///< of quasi-static analysis, at the ends of steps
  std::string static_failure;  ///< of the first quasi-static step without equilibrium: when and why
  std::string unheld;          ///< of the first with motions that nothing holds (statics/static_progress.hpp)
  std::int64_t inverted_steps = 0;    ///< of unconverged_steps: quasi-static, ended with inverted elements
  double max_penetration = 0;         ///< [m]
  std::vector<StrainRecord> strains;  ///< bodies strained beyond what their equations hold for

  void add(const SolverReport& step, double penetration);  ///< `last` apart
};

}  // namespace corbel
