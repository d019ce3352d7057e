// SPDX-License-Identifier: MIT
#include "corbel/contact/new_contacts.hpp"

#include <algorithm>
#include <span>

namespace corbel {
namespace {

constexpr double least_depth = 0.25;  ///< of the approach of a step, (1)
constexpr double slow = 1e-3;         ///< part of epsilon: where (1) asks for less depth nothing moves

bool is_convex(const Body& body, int object)
{
  return static_cast<std::size_t>(object) < body.surface.convexes.size();
}

/// [m/s], at the start of the step; not below 0.
double approach(const Contact& contact, const Bodies& bodies)
{
  const Vec3 v = bodies[contact.master].step_velocity(contact.on_master, Instant::start) -
                 bodies[contact.slave].step_velocity(contact.on_slave, Instant::start);
  return std::max(0.0, -v.dot(contact.frame.col(2)));
}

/// (1)
bool begins(const Contact& contact, const Model& model, double h)
{
  const Bodies& bodies = model.bodies();
  if (!is_convex(bodies[contact.slave], contact.slave_object) ||
      !is_convex(bodies[contact.master], contact.master_object))
    return true;
  if (model.surface_materials[contact.material].model == ContactModel::spring_dashpot) return true;
  const double depth = least_depth * h * approach(contact, bodies);
  return depth <= slow * contact.epsilon || -contact.gap >= depth;
}

}  // namespace

void defer_shallow(ContactSet& contacts, const Model& model, double h)
{
  const auto waits = [&](std::span<const Contact> pair) {
    return std::ranges::none_of(pair, [&](const Contact& c) { return c.is_new && begins(c, model, h); });
  };
  std::size_t kept = 0;
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    while (end < contacts.size() && same_bodies(contacts[begin], contacts[end]))
      ++end;
    const bool wait = waits(std::span(contacts).subspan(begin, end - begin));
    for (std::size_t i = begin; i < end; ++i) {
      if (wait && contacts[i].is_new) continue;
      if (kept != i) contacts[kept] = std::move(contacts[i]);
      ++kept;
    }
  }
  contacts.resize(kept);
}

}  // namespace corbel
