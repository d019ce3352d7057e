// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/anderson_gauss_seidel.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/checked_problem.hpp"
#include "corbel/solvers/sweeps/accelerated_sweeps.hpp"

#include <algorithm>
#include <limits>

namespace corbel {
namespace {

constexpr int sweeps_per_residual = 10;  ///< sweeps between two residuals, which costs as much as a sweep

double largest(const Residual& residual) { return std::max(residual.absolute, residual.scaled); }

/// The best point so far.
struct Best {
  double residual = std::numeric_limits<double>::infinity();
  Impulses R;

  /// True when R is good enough.
  bool update(const LocalProblem& problem, const Impulses& candidate, double tolerance)
  {
    const double now = largest(corbel::residual(problem, candidate));
    if (now < residual) {
      residual = now;
      R = candidate;
    }
    return residual <= tolerance;
  }
};

SolverStatus final_status(BlockStatus worst, bool converged)
{
  if (converged) return SolverStatus::ok;
  if (worst == BlockStatus::failed) return SolverStatus::diagonal_failed;
  return worst == BlockStatus::diverged ? SolverStatus::diagonal_diverged : SolverStatus::diverged;
}

}  // namespace

AndersonGaussSeidel::AndersonGaussSeidel(const AndersonGaussSeidelOptions& options) : options_(options)
{
  check_positive("tolerance", options.tolerance);
  check_positive("max_iterations", options.max_iterations);
  check_positive("memory", options.memory);
  check_positive("block.epsilon", options.block.epsilon);
  check_positive("block.max_iterations", options.block.max_iterations);
}

SolverReport AndersonGaussSeidel::solve(const LocalProblem& problem, Impulses& R) const
{
  const Iteration iteration = [&](const LocalProblem& reduced, const std::vector<Mat3>& proximal,
                                  const Measure&, Impulses& R_C) { return iterate(reduced, proximal, R_C); };
  SolverReport report = solve_without_joints(problem, options_.tolerance, iteration, R);
  if (report.status == SolverStatus::ok && largest(report.residual) > options_.tolerance)
    report.status = SolverStatus::diverged;
  return report;
}

SolverReport AndersonGaussSeidel::iterate(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                                          Impulses& R) const
{
  SolverReport report;
  if (problem.size() == 0) return report;
  clear_immobile(problem, R);
  AcceleratedSweeps sweeps(problem, proximal, options_.block, options_.memory, options_.order);
  Best best = {.R = R};
  bool converged = best.update(problem, R, options_.tolerance);
  BlockStatus worst = BlockStatus::ok;
  while (!converged && report.iterations < options_.max_iterations) {
    const Sweep sweep = sweeps.sweep(R);
    worst = sweep.worst;
    report.relative_change = sweep.relative_change();
    report.change_history.push_back(report.relative_change);
    ++report.iterations;

    const bool last = report.iterations == options_.max_iterations;
    if (report.iterations % sweeps_per_residual == 0 || report.relative_change <= options_.tolerance || last)
      converged = best.update(problem, R, options_.tolerance);
    if (!sweeps.accelerate(R)) break;  // overflow: the best point so far is returned
  }
  R = best.R;
  report.status = final_status(worst, converged);
  return report;
}

}  // namespace corbel
