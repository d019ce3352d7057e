// SPDX-License-Identifier: MIT
#include "corbel/local_dynamics/contact_law.hpp"

namespace corbel {
namespace {

/// [m/s] A bond returns to where it was made.
double shift(const SurfaceMaterial& material, const Contact& contact, double V_N, const StepRule& rule)
{
  if (contact.cohesive) return contact.opening / rule.h;
  if (rule.laws_on_positions()) return contact.gap / rule.h;
  const double e = material.impact == ImpactLaw::newton ? material.restitution : 0;  // Poisson's: step/impact
  return SignoriniCoulomb::restitution_shift(e, V_N);
}

/// The gap that counts is that of the forces of the rule, gap + b h (U_N − V_N).
SpringDashpot spring_dashpot(const SurfaceMaterial& material, double gap, double V_N, double c,
                             const StepRule& rule)
{
  const bool dynamic = !rule.is_static();
  return {.mu = material.friction,
          .cohesion = c,
          .spring = material.spring,
          .dashpot = dynamic ? material.dashpot : 0,
          .power = material.hpow,
          .gap = gap,
          .V_N = dynamic ? V_N : 0,
          .h = rule.h,
          .eta = rule.b * rule.h,
          .end_share = rule.c};
}

}  // namespace

Law contact_law(const SurfaceMaterial& material, const Contact& contact, double V_N, const StepRule& rule,
                ContactLaws laws)
{
  const double c = contact.cohesive ? material.cohesion * contact.area * rule.h : 0;
  if (laws == ContactLaws::springs || material.model == ContactModel::spring_dashpot)
    return spring_dashpot(material, contact.gap, V_N, c, rule);
  return SignoriniCoulomb{material.friction, shift(material, contact, V_N, rule), c};
}

}  // namespace corbel
