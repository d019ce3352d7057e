// SPDX-License-Identifier: MIT
#include "corbel/solvers/portfolio/work_estimate.hpp"

#include "corbel/solvers/sweeps/contact_visits.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

constexpr double accurate_below = 1e-6;  ///< tolerance below which more iterations are counted
constexpr std::size_t most_dense = 30;
constexpr double products_of_newton = 60;  ///< in an iteration with GMRES: work is counted in products

double row_sweep(const LocalProblem& problem)
{
  const auto n = static_cast<double>(problem.size());
  double widths = 0;
  for (std::size_t i = 0; i < problem.size(); ++i)
    for (std::size_t a = 0; a < 2; ++a)
      widths += static_cast<double>(problem.W.factor().block(i, a).cols());
  return 20 * n + 0.8 * static_cast<double>(problem.W.blocks().block.size()) + 0.5 * widths;
}

/// Contacts of one body are in different batches.
double batched_sweep(const LocalProblem& problem)
{
  std::vector<int> on_body(static_cast<std::size_t>(problem.W.columns()), 0);
  int most = 0;
  for (std::size_t i = 0; i < problem.size(); ++i)
    for (const int c : problem.W.factor().bodies(i))
      if (c != FactorRows::none) most = std::max(most, ++on_body[static_cast<std::size_t>(c)]);
  return std::max(15.0 * static_cast<double>(problem.size()), 65.0 * most);
}

double newton_iteration(std::size_t size, double blocks)
{
  const auto n = static_cast<double>(size);
  if (size <= most_dense) return 500 * n + 2.5 * n * n * n;
  if (blocks == 0) return 2000 * n * std::sqrt(std::max(1.0, n / 100));
  return 5000 * n + 5 * blocks * blocks / n;
}

}  // namespace

WorkEstimate estimate_work(const LocalProblem& problem)
{
  if (problem.W.implicit()) return {1, products_of_newton};
  const auto blocks = static_cast<double>(problem.W.blocks().block.size());
  return {std::max(1.0, takes_batches(problem) ? batched_sweep(problem) : row_sweep(problem)),
          std::max(1.0, newton_iteration(problem.size(), blocks))};
}

WorkEstimate estimate_work(const ConeOperator& W)
{
  if (W.is_implicit()) return {1, products_of_newton};
  const auto blocks = static_cast<double>(W.C.nonZeros()) / 9;
  return {.newton_iteration = std::max(1.0, newton_iteration(W.G.size(), blocks))};
}

double WorkEstimate::newton_in_sweeps(double tolerance) const
{
  const double iterations = tolerance < accurate_below ? 30 : 60;
  return iterations * newton_iteration / sweep;
}

}  // namespace corbel
