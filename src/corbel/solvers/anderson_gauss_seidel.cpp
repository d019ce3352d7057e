// SPDX-License-Identifier: MIT
#include "corbel/solvers/anderson_gauss_seidel.hpp"

#include "corbel/core/check.hpp"
#include "corbel/linalg/anderson.hpp"
#include "corbel/solvers/checked_problem.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

using Eigen::VectorXd;

constexpr int look_every = 10;  ///< sweeps between two looks at the residual, which costs as much as a sweep
constexpr double growth = 1.2;  ///< of the step, at which the pairs mislead

double largest(const Residual& residual) { return std::max(residual.absolute, residual.scaled); }

/// √w for each component of R.
VectorXd weights(const LocalProblem& problem)
{
  VectorXd weight(3 * static_cast<Eigen::Index>(problem.size()));
  for (std::size_t i = 0; i < problem.size(); ++i)
    weight.segment<3>(3 * static_cast<Eigen::Index>(i))
        .setConstant(std::sqrt(std::max(0.0, mobility(problem, i))));
  return weight;
}

VectorXd weighted(const VectorXd& weight, const Impulses& R)
{
  return weight.cwiseProduct(Eigen::Map<const VectorXd>(R.front().data(), weight.size()));
}

/// Constraints without weight keep their R, which is zero.
void unweighted(const VectorXd& weight, const VectorXd& x, Impulses& R)
{
  for (Eigen::Index k = 0; k < weight.size(); ++k)
    if (weight[k] > 0) R[static_cast<std::size_t>(k / 3)][k % 3] = x[k] / weight[k];
}

/// The best point so far.
struct Best {
  double residual = std::numeric_limits<double>::infinity();
  Impulses R;

  /// True when R is good enough.
  bool look(const LocalProblem& problem, const Impulses& candidate, double tolerance)
  {
    const double now = largest(corbel::residual(problem, candidate));
    if (now < residual) {
      residual = now;
      R = candidate;
    }
    return residual <= tolerance;
  }
};

SolverStatus status_of(BlockStatus worst, bool converged)
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
  const VectorXd weight = weights(problem);
  Sweeps sweeps(problem, proximal, options_.block, options_.order);
  Anderson mixing(options_.memory);
  Best best = {.R = R};
  bool converged = best.look(problem, R, options_.tolerance);
  BlockStatus worst = BlockStatus::ok;
  double last_step = std::numeric_limits<double>::infinity();
  VectorXd x = weighted(weight, R);
  while (!converged && report.iterations < options_.max_iterations) {
    sweeps.start(R);
    const Sweep sweep = sweeps(false, R);
    worst = sweep.worst;
    report.relative_change = sweep.relative_change();
    report.change_history.push_back(report.relative_change);
    ++report.iterations;

    const bool last = report.iterations == options_.max_iterations;
    if (report.iterations % look_every == 0 || report.relative_change <= options_.tolerance || last)
      converged = best.look(problem, R, options_.tolerance);
    const VectorXd g = weighted(weight, R);
    const double step = (g - x).norm();
    if (!std::isfinite(step)) break;  // beyond what doubles hold: the best so far is the answer
    if (step > growth * last_step) mixing.restart();
    last_step = step;
    x = mixing.next(x, g);
    unweighted(weight, x, R);
  }
  R = best.R;
  report.status = status_of(worst, converged);
  return report;
}

}  // namespace corbel
