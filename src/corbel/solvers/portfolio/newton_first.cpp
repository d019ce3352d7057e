// SPDX-License-Identifier: MIT
#include "corbel/solvers/portfolio/newton_first.hpp"

#include "corbel/solvers/portfolio/auto_solver.hpp"

namespace corbel {
namespace {

/// Blocks that the portfolio, which takes no products, makes of W: 1 GB, and several times that in factors.
constexpr double most_blocks = 1.5e7;

bool fits(const LocalOperator& W) { return !W.implicit() || W.implicit()->block_count() <= most_blocks; }

}  // namespace

NewtonFirst::NewtonFirst(const NewtonFirstOptions& options) : options_(options), newton_(options.newton) {}

SolverReport NewtonFirst::solve(const LocalProblem& problem, Impulses& R) const
{
  const SolverReport first = newton_.solve(problem, R);
  if (first.status == SolverStatus::ok || !options_.fall_back || !fits(problem.W)) return first;
  SolverReport both = AutoSolver({.tolerance = options_.newton.tolerance}).solve(problem, R);
  both.iterations += first.iterations;
  both.stages.insert(both.stages.begin(), first.stages.begin(), first.stages.end());
  both.residual_history.insert(both.residual_history.begin(), first.residual_history.begin(),
                               first.residual_history.end());
  return both;
}

}  // namespace corbel
