// SPDX-License-Identifier: MIT
#include "corbel/bodies/deformable_scheme.hpp"

#include "corbel/core/names.hpp"

#include <cmath>
#include <limits>

namespace corbel {

namespace {

constexpr auto deformable_schemes = names<DeformableScheme>({{DeformableScheme::def_exp, "DEFAULT"},
                                                             {DeformableScheme::def_exp, "DEF_EXP"},
                                                             {DeformableScheme::def_lim, "DEF_LIM"},
                                                             {DeformableScheme::def_imp, "DEF_IMP"}});

}  // namespace

std::string_view to_string(DeformableScheme scheme) { return deformable_schemes.name(scheme); }

DeformableScheme deformable_scheme(std::string_view name)
{
  return deformable_schemes.value("scheme", name,
                                  "Schemes of rigid bodies cannot be used for a deformable body.");
}

double critical_step(double omega, double stiffness_damping, double mass_damping)
{
  constexpr double safety = 0.9;
  const double c = 0.5 * (stiffness_damping * omega * omega + mass_damping);
  if (!(omega > 0)) return std::numeric_limits<double>::infinity();
  return safety * 2 / (std::sqrt(omega * omega + c * c) + c);  // the form without cancellation
}

}  // namespace corbel
