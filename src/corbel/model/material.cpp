// SPDX-License-Identifier: MIT
#include "corbel/model/material.hpp"

#include "corbel/core/check.hpp"
#include "corbel/core/names.hpp"

namespace corbel {

void check(const BulkMaterial& m)
{
  check_positive("density", m.density);
  check_not_negative("young", m.young);
  if (!(m.poisson > -1 && m.poisson < 0.5)) throw_input_error("poisson", m.poisson, "a number in (-1, 0.5)");
}

void check(const SurfaceMaterial& m)
{
  check_not_negative("friction", m.friction);
  if (!(m.restitution >= 0 && m.restitution <= 1))
    throw_input_error("restitution", m.restitution, "a number in [0, 1]");
  check_not_negative("cohesion", m.cohesion);
  check_not_negative("spring", m.spring);
  check_finite("dashpot", m.dashpot);
  check_positive("hpow", m.hpow);
}

namespace {

constexpr auto contact_models = names<ContactModel>({{ContactModel::signorini_coulomb, "SIGNORINI_COULOMB"},
                                                     {ContactModel::spring_dashpot, "SPRING_DASHPOT"}});
constexpr auto impact_laws =
    names<ImpactLaw>({{ImpactLaw::newton, "NEWTON"}, {ImpactLaw::poisson, "POISSON"}});

}  // namespace

std::string_view to_string(ContactModel model) { return contact_models.name(model); }

ContactModel contact_model(std::string_view name) { return contact_models.value("model", name); }

std::string_view to_string(ImpactLaw law) { return impact_laws.name(law); }

ImpactLaw impact_law(std::string_view name) { return impact_laws.value("impact", name); }

SurfaceMaterialTable::SurfaceMaterialTable()
{
  add({.label = default_surface_material, .surface1 = {}, .surface2 = {}});
}

SurfaceMaterialTable::Key SurfaceMaterialTable::key(std::optional<int> a, std::optional<int> b)
{
  const bool swap = !a || (b && *b < *a);
  return swap ? Key{b, a} : Key{a, b};
}

int SurfaceMaterialTable::add(SurfaceMaterial material)
{
  check(material);
  const auto [entry, is_new] = by_pair_.try_emplace(key(material.surface1, material.surface2), size());
  if (is_new)
    materials_.push_back(std::move(material));
  else
    materials_[static_cast<std::size_t>(entry->second)] = std::move(material);
  return entry->second;
}

void SurfaceMaterialTable::set(int index, const SurfaceMaterial& material)
{
  check(material);
  auto& old = materials_[static_cast<std::size_t>(index)];
  SurfaceMaterial changed = material;
  changed.label = old.label;
  changed.surface1 = old.surface1;
  changed.surface2 = old.surface2;
  old = std::move(changed);
}

int SurfaceMaterialTable::find(int surface1, int surface2) const
{
  for (const Key& k : {key(surface1, surface2), key(surface1, {}), key(surface2, {})})
    if (const auto found = by_pair_.find(k); found != by_pair_.end()) return found->second;
  return 0;
}

}  // namespace corbel
