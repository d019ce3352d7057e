// SPDX-License-Identifier: MIT
#include "corbel/run/run_report.hpp"

#include "corbel/run/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace corbel {

void RunReport::add(const SolverReport& step, double penetration)
{
  const bool converged = step.status == SolverStatus::ok;
  iterations += step.iterations;
  passes += step.passes;
  max_iterations = std::max(max_iterations, step.iterations);
  unconverged_steps += !converged;
  uncertified_steps += converged && !is_certified(step.residual);
  inverted_steps += step.inverted;
  std::string& said = converged ? unheld : static_failure;
  if (said.empty() && !step.remark.empty())
    said = fmt::format("in the step from t = {:.6g} s {}", last.time, step.remark);
  for (const SolverStage& stage : step.stages) {
    MethodCost& cost = methods[stage.method];
    cost.iterations += stage.iterations;
    cost.seconds += stage.seconds;
  }
  if (converged && !step.stages.empty()) ++methods[step.stages.back().method].steps;
  if (step.tolerance > 0) ++tolerances[step.tolerance];
  worst_imbalance = std::max(worst_imbalance, step.imbalance);
  worst_misfit = std::max(worst_misfit, step.misfit);
  worst_residual = std::max(worst_residual, step.residual.scaled);
  worst_residual_absolute = std::max(worst_residual_absolute, step.residual.absolute);
  max_penetration = std::max(max_penetration, penetration);
}

}  // namespace corbel
