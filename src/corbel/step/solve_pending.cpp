// SPDX-License-Identifier: MIT
#include "corbel/step/solve_pending.hpp"

#include "corbel/core/threads.hpp"

#include <map>

namespace corbel {
namespace {

/// Right-hand sides solved at once: enough for the speed of matrix products, few enough to share among
/// threads. Borders depend on the number of bodies alone, so bits do not depend on threads.
constexpr std::size_t batch = 32;

}  // namespace

void solve_pending(Bodies& bodies)
{
  struct Batch {
    const CorotatedOperator* of;
    std::vector<PendingSystem*> systems;
  };
  std::vector<Batch> batches;
  std::map<const CorotatedOperator*, std::size_t> open;  // the batch that still has room
  for (auto& body : bodies) {
    PendingSystem* system = body->pending();
    if (!system) continue;
    const CorotatedOperator* of = body->inverse().shared();
    demand(of != nullptr, "a body waits for an operator that it does not share");
    const auto [entry, is_new] = open.try_emplace(of, batches.size());
    if (!is_new && batches[entry->second].systems.size() == batch) entry->second = batches.size();
    if (entry->second == batches.size()) batches.push_back({of, {}});
    batches[entry->second].systems.push_back(system);
  }
  if (batches.empty()) return;
  parallel_for(batches.size(), 1, [&](std::size_t i) { solve_systems(*batches[i].of, batches[i].systems); });
  parallel_for(bodies.size(), 16, [&](std::size_t i) { bodies[i]->take_solution(); });
}

}  // namespace corbel
