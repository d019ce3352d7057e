// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/contact_visits.hpp"

#include "corbel/solvers/residual.hpp"
#include "corbel/solvers/sweeps/batched_visits.hpp"
#include "corbel/solvers/sweeps/product_visits.hpp"
#include "corbel/solvers/sweeps/row_visits.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <optional>

namespace corbel {
namespace {

/// Forms of all contacts, or nothing where not all are rigid contacts of bodies with six velocities.
std::optional<std::vector<ConeForm>> batchable(const LocalProblem& problem)
{
  const LocalOperator& W = problem.W;
  const bool by_six = W.blocks().n == 0 && !W.implicit() &&
                      std::ranges::all_of(W.factor().widths(), [](int w) { return w <= 6; });
  if (!by_six) return std::nullopt;
  std::vector<ConeForm> forms(problem.size());
  for (std::size_t i = 0; i < problem.size(); ++i) {
    if (!(mobility(problem, i) > 0)) continue;
    const std::optional<ConeForm> form = rigid_contact(problem.laws[i]);
    if (!form) return std::nullopt;
    forms[i] = *form;
  }
  return forms;
}

}  // namespace

bool takes_batches(const LocalProblem& problem) { return batchable(problem).has_value(); }

double step_length(const LocalProblem& problem, const std::vector<Mat3>& proximal, std::size_t i)
{
  if (!(mobility(problem, i) > 0)) return 0;
  const Mat3 W = proximal.empty() ? problem.W.diagonal(i) : Mat3(problem.W.diagonal(i) + proximal[i]);
  Eigen::SelfAdjointEigenSolver<Mat3> eigenvalues;
  eigenvalues.computeDirect(W.transpose() * W, Eigen::EigenvaluesOnly);
  const double norm = std::sqrt(eigenvalues.eigenvalues()[2]);
  return norm > 0 ? 1 / norm : 0;
}

std::unique_ptr<ContactVisits> make_visits(const LocalProblem& problem, const std::vector<Mat3>& proximal)
{
  if (std::optional<std::vector<ConeForm>> forms = batchable(problem))
    return std::make_unique<BatchedVisits>(problem, proximal, std::move(*forms));
  if (problem.W.implicit()) return std::make_unique<ProductVisits>(problem, proximal);
  return std::make_unique<RowVisits>(problem, proximal);
}

}  // namespace corbel
