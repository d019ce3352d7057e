// SPDX-License-Identifier: MIT
#include "corbel/local_dynamics/contact_law.hpp"

namespace corbel {
namespace {

SignoriniCoulomb signorini_coulomb(const SurfaceMaterial& material, double gap, double V_N, double c,
                                   double h, Analysis analysis)
{
  const double e = material.impact == ImpactLaw::newton ? material.restitution : 0;  // Poisson's: step/impact
  const double shift = analysis == Analysis::dynamic ? SignoriniCoulomb::restitution_shift(e, V_N) : gap / h;
  return {material.friction, shift, c};
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
  return signorini_coulomb(material, contact.gap, V_N, c, h, analysis);
}

void settle(Law& law, const Mat3& W, const Vec3& b)
{
  if (auto* contact = std::get_if<SpringDashpot>(&law))
    contact->settle(W(2, 2), b.z());
  else if (auto* spring = std::get_if<Spring>(&law))
    spring->settle(W(2, 2), b.z());
}

}  // namespace corbel
