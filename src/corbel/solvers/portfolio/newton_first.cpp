// SPDX-License-Identifier: MIT
#include "corbel/solvers/portfolio/newton_first.hpp"

#include "corbel/solvers/portfolio/auto_solver.hpp"

namespace corbel {
NewtonFirst::NewtonFirst(const NewtonFirstOptions& options) : options_(options), newton_(options.newton) {}

SolverReport NewtonFirst::solve(const LocalProblem& problem, Impulses& R) const
{
  const SolverReport first = newton_.solve(problem, R);
  if (first.status == SolverStatus::ok || !options_.fall_back) return first;
  SolverReport both = AutoSolver({.tolerance = options_.newton.tolerance}).solve(problem, R);
  both.put_before(first);
  return both;
}

}  // namespace corbel
