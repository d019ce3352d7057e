// SPDX-License-Identifier: MIT
// What a solid is made of. The next material: its own files, one more word in BulkLaw, and its element
// tangent in element_integrals.hpp.
#pragma once

#include "corbel/fem/saint_venant_kirchhoff.hpp"

#include <variant>

namespace corbel {

using BulkLaw = std::variant<SaintVenantKirchhoff>;

struct SolidMaterial {
  BulkLaw law;
  double density;  ///< [kg/m³]
};

/// First Piola stress of whichever law [Pa].
inline Mat3 stress(const BulkLaw& law, const Mat3& F)
{
  return std::visit([&](const auto& l) { return l.stress(F); }, law);
}

}  // namespace corbel
