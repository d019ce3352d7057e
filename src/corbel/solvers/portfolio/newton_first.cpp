// SPDX-License-Identifier: MIT
#include "corbel/solvers/portfolio/newton_first.hpp"

#include "corbel/solvers/portfolio/auto_solver.hpp"
#include "corbel/solvers/portfolio/work_estimate.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr double most_work = 3e9;     ///< [ns] of factorizations, before the portfolio takes over
constexpr int least_iterations = 10;  ///< all the same
constexpr int newton_patience = 30;   ///< iterations in which the residual has to fall to a third

NewtonOptions bounded(NewtonOptions options, const LocalProblem& problem)
{
  const double affordable = most_work / estimate_work(problem).newton_iteration;
  options.max_iterations = std::min(options.max_iterations,
                                    std::max(least_iterations, static_cast<int>(std::min(affordable, 1e6))));
  options.patience = options.patience > 0 ? std::min(options.patience, newton_patience) : newton_patience;
  return options;
}

}  // namespace

NewtonFirst::NewtonFirst(const NewtonFirstOptions& options) : options_(options), newton_(options.newton) {}

SolverReport NewtonFirst::solve(const LocalProblem& problem, Impulses& R) const
{
  if (!options_.fall_back) return newton_.solve(problem, R);
  const SolverReport first = Newton(bounded(options_.newton, problem)).solve(problem, R);
  if (first.status == SolverStatus::ok) return first;
  SolverReport both = AutoSolver({.tolerance = options_.newton.tolerance}).solve(problem, R);
  both.put_before(first);
  return both;
}

}  // namespace corbel
