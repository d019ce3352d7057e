// SPDX-License-Identifier: MIT
#include "corbel/step/run_limits.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// Hands the boxes of the points and spheres of a body to `take`, until that returns false.
template<class Take>
void visit_boxes(const Body& body, const Take& take)
{
  int object = 0;
  for (const Convex& convex : body.surface.convexes) {
    for (const Vec3& X : convex.vertices) {
      const Vec3 x = body.position({X, object});
      if (!take(Aabb{x, x})) return;
    }
    ++object;
  }
  for (const Sphere& sphere : body.surface.spheres) {
    const Vec3 x = body.position({sphere.center, object++});
    Aabb box{x, x};
    box.inflate(sphere.radius);
    if (!take(box)) return;
  }
}

/// Of a body inside, or nearly so, one point is enough to see it.
bool is_outside(const Body& body, const Aabb& extents)
{
  Aabb box;
  visit_boxes(body, [&](const Aabb& part) {
    box.extend(part);
    return !box.overlaps(extents);
  });
  return !box.overlaps(extents);
}

}  // namespace

double deepest_penetration(const ContactSet& contacts)
{
  double depth = 0;
  for (const Contact& contact : contacts)
    depth = std::max(depth, -contact.gap);
  return depth;
}

void check_penetration(const ContactSet& contacts, double limit, double t)
{
  if (!(deepest_penetration(contacts) > limit)) return;
  const Contact& contact = *std::ranges::min_element(contacts, {}, &Contact::gap);
  throw RunError(
      fmt::format("the contact of {} and {} is {:.6g} m deep at t = {:.6g} s, the bound is {:.6g} m "
                  "(UNPHYSICAL_PENETRATION, max_penetration); the run was stopped",
                  name_of(*contact.slave), name_of(*contact.master), -contact.gap, t, limit));
}

Aabb current_box(const Body& body)
{
  Aabb box;
  visit_boxes(body, [&](const Aabb& part) {
    box.extend(part);
    return true;
  });
  return box;
}

std::vector<Body*> bodies_outside(const Model& model, const Aabb& extents)
{
  std::vector<Body*> outside;
  for (const auto& body : model.bodies())
    if (is_outside(*body, extents)) outside.push_back(body.get());
  return outside;
}

}  // namespace corbel
