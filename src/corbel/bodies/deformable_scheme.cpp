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
  throw InternalError("to_string: no such scheme");
}

DeformableScheme deformable_scheme(std::string_view name)
{
  using enum DeformableScheme;
  if (name == "DEFAULT") return def_lim;
  for (const DeformableScheme scheme : {def_exp, def_lim, def_imp})
    if (name == to_string(scheme)) return scheme;
  throw_input_error("scheme", fmt::format("'{}'", name),
                    "'DEFAULT', 'DEF_EXP', 'DEF_LIM' or 'DEF_IMP' for a body that deforms");
}

double critical_step(double omega, double eta)
{
  if (!(omega > 0)) return std::numeric_limits<double>::infinity();
  constexpr double safety = 0.9;
  const double xi = 0.5 * eta * omega;
  return safety * 2 / omega / (std::sqrt(1 + xi * xi) + xi);
}

}  // namespace corbel
