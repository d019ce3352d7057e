// SPDX-License-Identifier: MIT
#include "corbel/model/contact_filter.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// Neighbours in a mesh or in a chain of convexes touch by construction.
bool may_touch_itself(const Body& body, int object_a, int object_b)
{
  if (!body.self_contact || object_a == object_b) return false;
  const auto& neighbours = body.surface.neighbours[static_cast<std::size_t>(object_a)];
  return !std::binary_search(neighbours.begin(), neighbours.end(), object_b);
}

}  // namespace

void ContactFilter::exclude_bodies(BodyId one, BodyId two) { bodies_.insert(std::minmax(one, two)); }

void ContactFilter::exclude_objects(Object a, Object b) { objects_.insert(std::minmax(a, b)); }

void ContactFilter::exclude_surfaces(int surface1, int surface2)
{
  surfaces_.insert(std::minmax(surface1, surface2));
}

bool ContactFilter::bodies_excluded(BodyId one, BodyId two) const
{
  return !bodies_.empty() && bodies_.contains(std::minmax(one, two));
}

bool ContactFilter::may_touch(const Body& a, int object_a, const Body& b, int object_b) const
{
  if (!a.responds() && !b.responds()) return false;
  if (&a == &b && !may_touch_itself(a, object_a, object_b)) return false;
  if (bodies_excluded(a.body_id(), b.body_id())) return false;
  return objects_.empty() ||
         !objects_.contains(std::minmax(Object(a.body_id(), object_a), Object(b.body_id(), object_b)));
}

bool ContactFilter::surfaces_may_touch(int surface1, int surface2) const
{
  return surfaces_.empty() || !surfaces_.contains(std::minmax(surface1, surface2));
}

}  // namespace corbel
