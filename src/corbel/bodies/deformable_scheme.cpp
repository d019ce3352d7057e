// SPDX-License-Identifier: MIT
#include "corbel/bodies/deformable_scheme.hpp"

#include "corbel/core/error.hpp"

#include <cmath>
#include <limits>

namespace corbel {

std::string_view to_string(DeformableScheme scheme)
{
  switch (scheme) {
  case DeformableScheme::def_exp:
    return "DEF_EXP";
  case DeformableScheme::def_lim:
    return "DEF_LIM";
  case DeformableScheme::def_imp:
    return "DEF_IMP";
  }
  return "";
}

DeformableScheme deformable_scheme(std::string_view name)
{
  if (name == "DEFAULT" || name == "DEF_EXP") return DeformableScheme::def_exp;
  if (name == "DEF_LIM") return DeformableScheme::def_lim;
  if (name == "DEF_IMP") return DeformableScheme::def_imp;
  throw_input_error("scheme", fmt::format("'{}'", name), "'DEFAULT', 'DEF_EXP', 'DEF_LIM' or 'DEF_IMP'",
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
