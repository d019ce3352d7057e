// SPDX-License-Identifier: MIT
#include "corbel/run/run_limits.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/core/error.hpp"
#include "corbel/core/log.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// Of a body inside, or nearly so, one object is enough to see it.
bool is_outside(const Body& body, const Aabb& extents)
{
  Aabb box;
  for (std::size_t i = 0; i < body.surface.object_count() && !box.overlaps(extents); ++i)
    box.extend(current_box(body, i));
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

void check_penetration(const ContactSet& contacts, const Bodies& bodies, double limit, double t)
{
  if (!(deepest_penetration(contacts) > limit)) return;
  const Contact& contact = *std::ranges::min_element(contacts, {}, &Contact::gap);
  throw RunError(
      fmt::format("the penetration of {} and {} is {:.6g} m at t = {:.6g} s, the bound is {:.6g} m "
                  "(UNPHYSICAL_PENETRATION, max_penetration); the run was stopped",
                  name_of(bodies[contact.slave]), name_of(bodies[contact.master]), -contact.gap, t, limit));
}

void break_overloaded(Model& model, const Reactions& reactions, double t)
{
  std::vector<int> broken;
  for (const auto& joint : model.joints()) {
    const double governing_reaction = joint->governing_reaction(reactions.impulses(*joint), reactions.h);
    if (!(governing_reaction > joint->strength)) continue;
    warn(fmt::format("joint {} ({}) of {} broke at t = {:.6g} s: {:.4g} N, its strength is {:.4g} N",
                     joint->id, joint->name(), name_of(model.bodies()[joint->master.body]), t,
                     governing_reaction, joint->strength));
    broken.push_back(joint->id);
  }
  for (const int id : broken)
    model.remove_joint(id);
}

std::vector<BodyId> bodies_outside(const Model& model, const Aabb& extents)
{
  std::vector<BodyId> outside;
  for (const auto& body : model.bodies())
    if (is_outside(*body, extents)) outside.push_back(body->body_id());
  return outside;
}

}  // namespace corbel
