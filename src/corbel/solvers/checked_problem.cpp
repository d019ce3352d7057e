// SPDX-License-Identifier: MIT
// Sizes and finite numbers.
#include "corbel/solvers/checked_problem.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/residual.hpp"

namespace corbel {
namespace {

void demand_sizes(const LocalProblem& problem, const Impulses& R)
{
  demand(problem.W.size() == problem.size() && problem.B.size() == problem.size(),
         "local problem: W, B and laws differ in size");
  demand(R.size() == problem.size(), "local problem: not one impulse per constraint");
}

[[noreturn]] void throw_not_finite(std::string_view symbol, std::size_t i)
{
  throw InternalError(fmt::format("local problem, constraint {}: {} is not finite", i, symbol));
}

/// G is not checked: a bad entry there shows in the diagonal block G_i G_iᵀ.
bool finite_row(const LocalOperator& W, std::size_t i)
{
  if (!W.diagonal(i).allFinite()) return false;
  const BlockSparse& C = W.blocks();
  if (C.n == 0) return true;
  for (int k = C.row_begin[i]; k < C.row_begin[i + 1]; ++k)
    if (!C.block[static_cast<std::size_t>(k)].allFinite()) return false;
  return true;
}

}  // namespace

void demand_sound_problem(const LocalProblem& problem, const Impulses& R)
{
  demand_sizes(problem, R);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    if (!finite_row(problem.W, i)) throw_not_finite("W", i);
    if (!all_finite(problem.B[i])) throw_not_finite("B", i);
    if (!all_finite(R[i])) throw_not_finite("R at the start", i);
  }
}

void demand_finite_solution(const Impulses& R)
{
  for (std::size_t i = 0; i < R.size(); ++i)
    if (!all_finite(R[i])) throw_not_finite("R of the solution", i);
}

void clear_immobile(const LocalProblem& problem, Impulses& R)
{
  for (std::size_t i = 0; i < problem.size(); ++i)
    if (!(mobility(problem, i) > 0)) R[i].setZero();
}

}  // namespace corbel
