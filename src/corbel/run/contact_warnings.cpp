// SPDX-License-Identifier: MIT
#include "corbel/run/contact_warnings.hpp"

#include "corbel/core/log.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// Of surfaces that touch without a material, warned of one by one.
constexpr std::size_t most_told_pairs = 10;

}  // namespace

void ContactWarnings::check(const Model& model, const ContactSet& contacts, bool springs)
{
  for (const Contact& contact : contacts) {
    if (!contact.is_new) continue;
    warn_of_missing_spring(model, contact, springs);
    warn_of_no_friction(model, contact);
  }
}

/// A contact that is taken by its spring and has none lets bodies pass.
void ContactWarnings::warn_of_missing_spring(const Model& model, const Contact& contact, bool springs)
{
  const SurfaceMaterial& m = model.surface_materials[contact.material];
  if (m.spring > 0 || !(springs || m.model == ContactModel::spring_dashpot)) return;
  if (!without_spring_.insert(contact.material).second) return;
  warn(
      fmt::format("surface material '{}' has spring = 0, but its contacts are modelled by springs: {} and {} "
                  "will pass through each other; give it a spring > 0",
                  m.label, name_of(model.bodies()[contact.slave]), name_of(model.bodies()[contact.master])));
}

/// Nobody said what happens where bodies touch.
void ContactWarnings::warn_of_no_friction(const Model& model, const Contact& contact)
{
  const bool given = model.surface_materials[0].label != default_surface_material;  // one for all surfaces
  if (given || contact.material != 0 || contact.master == contact.slave ||
      frictionless_.size() == most_told_pairs)
    return;
  const bool none = model.surface_materials.size() == 1;
  const auto surfaces = none ? std::pair(0, 0) : std::minmax({contact.slave_surface, contact.master_surface});
  if (!frictionless_.insert(surfaces).second) return;
  const std::string which = none ? "no surface material was given"
                                 : fmt::format("no surface material is for their surfaces {} and {}",
                                               surfaces.first, surfaces.second);
  warn(fmt::format("{} and {} touch, and {}: such contacts are without friction and restitution. A surface "
                   "material with friction = 0 states that this is intended",
                   name_of(model.bodies()[contact.slave]), name_of(model.bodies()[contact.master]), which));
}

}  // namespace corbel
