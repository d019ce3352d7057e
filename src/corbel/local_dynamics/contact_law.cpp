// SPDX-License-Identifier: MIT
#include "corbel/local_dynamics/contact_law.hpp"

namespace corbel {
namespace {

/// [m/s] A bond returns to where it was made.
double shift(const SurfaceMaterial& material, const Contact& contact, double V_N, double h, Analysis analysis)
{
  if (contact.cohesive) return contact.opening / h;
  if (analysis != Analysis::dynamic) return contact.gap / h;
  const double e = material.impact == ImpactLaw::newton ? material.restitution : 0;  // Poisson's: step/impact
  return SignoriniCoulomb::restitution_shift(e, V_N);
}

SpringDashpot spring_dashpot(const SurfaceMaterial& material, double gap, double V_N, double c, double h,
                             Analysis analysis)
{
  const bool dynamic = analysis == Analysis::dynamic;
  return {.mu = material.friction,
          .cohesion = c,
          .spring = material.spring,
          .dashpot = dynamic ? material.dashpot : 0,
          .power = material.hpow,
          .gap = gap,
          .V_N = dynamic ? V_N : 0,
          .h = h,
          .eta = dynamic ? 0.25 * h : h};
}

}  // namespace

Law contact_law(const SurfaceMaterial& material, const Contact& contact, double V_N, double h,
                Analysis analysis, ContactLaws laws)
{
  const double c = contact.cohesive ? material.cohesion * contact.area * h : 0;
  if (laws == ContactLaws::springs || material.model == ContactModel::spring_dashpot)
    return spring_dashpot(material, contact.gap, V_N, c, h, analysis);
  return SignoriniCoulomb{material.friction, shift(material, contact, V_N, h, analysis), c};
}

void settle(Law& law, const Mat3& W, const Vec3& b)
{
  if (auto* contact = std::get_if<SpringDashpot>(&law))
    contact->settle(W(2, 2), b.z());
  else if (auto* spring = std::get_if<Spring>(&law))
    spring->settle(W(2, 2), b.z());
}

}  // namespace corbel
