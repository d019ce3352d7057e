// SPDX-License-Identifier: MIT
#include "corbel/step/solve_pending.hpp"

#include "corbel/bodies/corotated_operator.hpp"
#include "corbel/core/threads.hpp"

#include <map>

namespace corbel {
namespace {

/// Right-hand sides solved at once: enough for the speed of matrix products, few enough to share among
/// threads. Borders depend on the number of bodies alone, so bits do not depend on threads.
constexpr std::size_t batch = 32;

void solve_together(const CorotatedOperator& of, std::span<Eigen::VectorXd* const> b)
{
  if (b.size() == 1) {
    of.solve_in_place(*b[0]);
    return;
  }
  Eigen::MatrixXd B(b[0]->size(), static_cast<Eigen::Index>(b.size()));
  for (std::size_t j = 0; j < b.size(); ++j)
    B.col(static_cast<Eigen::Index>(j)) = *b[j];
  of.solve_in_place(B);
  for (std::size_t j = 0; j < b.size(); ++j)
    *b[j] = B.col(static_cast<Eigen::Index>(j));
}

}  // namespace

void solve_pending(Bodies& bodies)
{
  struct Batch {
    const CorotatedOperator* of;
    std::vector<Eigen::VectorXd*> b;
  };
  std::vector<Batch> batches;
  std::map<const CorotatedOperator*, std::size_t> open;  // the batch that still has room
  for (auto& body : bodies) {
    Eigen::VectorXd* b = body->pending();
    if (!b) continue;
    const CorotatedOperator* of = body->inverse().shared();
    demand(of != nullptr, "a body waits for an operator that it does not share");
    const auto [entry, is_new] = open.try_emplace(of, batches.size());
    if (!is_new && batches[entry->second].b.size() == batch) entry->second = batches.size();
    if (entry->second == batches.size()) batches.push_back({of, {}});
    batches[entry->second].b.push_back(b);
  }
  if (batches.empty()) return;
  parallel_for(batches.size(), 1, [&](std::size_t i) { solve_together(*batches[i].of, batches[i].b); });
  parallel_for(bodies.size(), 16, [&](std::size_t i) { bodies[i]->take_solution(); });
}

}  // namespace corbel
