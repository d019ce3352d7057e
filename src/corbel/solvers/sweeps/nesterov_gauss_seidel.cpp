// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/nesterov_gauss_seidel.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/checked_problem.hpp"
#include "corbel/solvers/joints/without_joints.hpp"

#include <algorithm>

namespace corbel {

NesterovGaussSeidel::NesterovGaussSeidel(const NesterovGaussSeidelOptions& options) : options_(options)
{
  check_positive("tolerance", options.tolerance);
  check_positive("max_iterations", options.max_iterations);
}

SolverReport NesterovGaussSeidel::solve(const LocalProblem& problem, Impulses& R) const
{
  const NesterovLimits limits = {options_.max_iterations, options_.max_iterations};
  const Iteration iterate = [&](const LocalProblem& reduced, const std::vector<Mat3>& proximal,
                                const Measure& /*measure*/, Impulses& R_C) {
    SolverReport report;
    if (reduced.size() == 0) return report;
    clear_immobile(reduced, R_C);
    const SolverStage stage = nesterov_sweeps(reduced, proximal, options_.tolerance, limits, R_C);
    report.iterations = stage.iterations;
    const bool converged = std::max(stage.residual.absolute, stage.residual.scaled) <= options_.tolerance;
    report.status = converged ? SolverStatus::ok : SolverStatus::diverged;
    return report;
  };
  SolverReport report = solve_without_joints(problem, options_.tolerance, iterate, R);
  if (std::max(report.residual.absolute, report.residual.scaled) > options_.tolerance)
    report.status = SolverStatus::diverged;
  return report;
}

}  // namespace corbel
