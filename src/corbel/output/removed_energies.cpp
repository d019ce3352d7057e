// SPDX-License-Identifier: MIT
#include "corbel/output/removed_energies.hpp"

#include <set>

namespace corbel {

Property describe_energies_at_removal(const EnergyRecord& e)
{
  return {energies_at_removal,
          "",
          {e.kinetic, e.internal, e.external, e.contact, e.friction, e.damping, e.start}};
}

std::map<int, EnergyRecord> removed_energies(const std::vector<BodyDescription>& bodies, const Frame& frame)
{
  std::set<int> present;
  for (const BodyRecord& record : frame.bodies)
    present.insert(record.id);
  std::map<int, EnergyRecord> removed;
  for (const BodyDescription& body : bodies) {
    if (body.removed > frame.time || present.contains(body.id)) continue;
    for (const Property& p : body.properties)
      if (const auto& n = p.numbers; p.name == energies_at_removal && n.size() == 7)
        removed[body.id] = {n[0], n[1], n[2], n[3], n[4], n[5], n[6]};
  }
  return removed;
}

}  // namespace corbel
