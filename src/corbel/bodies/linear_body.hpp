// SPDX-License-Identifier: MIT
// LINEAR: a finite-element body of small displacements and strains, f_int = K (x − X) in fixed axes.
//
//   (1)  x½ = x + h/2 u
//   (2)  b = h f_ext − h K [x½ − X + η u] − h α M u
//   (3)  A (u⁺ − u) = b + Hᵀ R ,   A = (1 + αh/2) M + (ηh/2 + h²/4) K , constant
//   (4)  x⁺ = x½ + h/2 u⁺
//
// That is form BC (corotated_body.hpp) with Λ held at the placement Q of the body relative to its template, K = Q K₀ Qᵀ:
// equal bodies still share one factor. Contact is exact in the displaced configuration. A rotation is taken for
// strain: the run warns beyond about 3° (fem/strain_limits.hpp).
#pragma once

#include "corbel/bodies/corotated_body.hpp"

namespace corbel {

class LinearBody final : public CorotatedBody {
 public:
  using CorotatedBody::CorotatedBody;

  std::string_view form() const override { return "LINEAR"; }

 private:
  Mat3 template_rotation(Coordinates /*x*/) const override { return match_.Q; }
  StrainFinding worst_strain(Coordinates x) const override;
};

}  // namespace corbel
