// SPDX-License-Identifier: MIT
#include "corbel/bodies/linear_body.hpp"

namespace corbel {

StrainFinding LinearBody::worst_strain(Coordinates x) const
{
  return solid().worst_linear_gradient(displacements(x), match_.Q);
}

}  // namespace corbel
