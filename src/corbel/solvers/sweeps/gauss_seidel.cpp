// SPDX-License-Identifier: MIT
// Block Gauss–Seidel: the loop and the checks at its borders.
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/checked_problem.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// A residual costs as much as a sweep.
constexpr int sweeps_between_residuals = 20;

bool accurate(const Residual& residual, double tolerance)
{
  return tolerance >= 1 || std::max(residual.absolute, residual.scaled) <= tolerance;
}

SolverStatus status_of(BlockStatus worst, bool converged)
{
  if (worst == BlockStatus::failed) return SolverStatus::diagonal_failed;
  if (worst == BlockStatus::diverged) return SolverStatus::diagonal_diverged;
  return converged ? SolverStatus::ok : SolverStatus::diverged;
}

}  // namespace

GaussSeidel::GaussSeidel(const GaussSeidelOptions& options) : options_(options)
{
  check_positive("epsilon", options.epsilon);
  check_positive("max_iterations", options.max_iterations);
  check_positive("residual_tolerance", options.residual_tolerance);
  check_positive("block.epsilon", options.block.epsilon);
  check_positive("block.max_iterations", options.block.max_iterations);
}

SolverReport GaussSeidel::solve(const LocalProblem& problem, Impulses& R) const
{
  const Iteration iteration = [&](const LocalProblem& reduced, const std::vector<Mat3>& proximal,
                                  const Measure& measure,
                                  Impulses& R_C) { return iterate(reduced, proximal, measure, R_C); };
  SolverReport report = solve_without_joints(problem, options_.epsilon, iteration, R);
  if (report.status == SolverStatus::ok && !accurate(report.residual, options_.residual_tolerance))
    report.status = SolverStatus::diverged;
  if (report.iterations > 0 && report.change_history.empty() && report.residual_history.empty()) {
    // Joints alone were solved directly: nothing is left to change.
    if (options_.record_history) report.change_history.push_back(0);
    if (options_.record_residuals) report.residual_history.push_back(report.residual);
  }
  return report;
}

SolverReport GaussSeidel::iterate(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                                  const Measure& measure, Impulses& R) const
{
  clear_immobile(problem, R);
  SolverReport report;
  BlockStatus worst = BlockStatus::ok;
  bool converged = problem.size() == 0;
  Sweeps sweeps(problem, proximal, options_.block, options_.order);
  sweeps.start(R);

  while (!converged && report.iterations < options_.max_iterations) {
    const bool backwards = options_.reverse && report.iterations % 2 == 1;
    const Sweep sweep = sweeps(backwards, R);
    worst = sweep.worst;  // of the last sweep only: R comes from it
    ++report.iterations;
    report.relative_change = sweep.relative_change();
    if (options_.record_history) report.change_history.push_back(report.relative_change);
    if (options_.record_residuals) report.residual_history.push_back(measure(R));

    converged = report.relative_change <= options_.epsilon;
    const bool due = options_.residual_decides && report.iterations % sweeps_between_residuals == 0;
    if ((converged || due) && options_.residual_tolerance < 1)
      converged = accurate(residual(problem, R), options_.residual_tolerance);
  }
  report.status = status_of(worst, converged);
  return report;
}

}  // namespace corbel
