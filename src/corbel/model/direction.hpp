// SPDX-License-Identifier: MIT
// Directions given by the user.
#pragma once

#include "corbel/geometry/check_points.hpp"

#include <cmath>

namespace corbel {

/// The unit vector; throws InputError for NaN, infinity and length zero. Any other length will do.
inline Vec3 unit_direction(const Vec3& direction)
{
  const double length = direction.stableNorm();
  if (!(std::isfinite(length) && length > 0))
    throw_input_error("direction", text(direction), "a finite vector of length > 0");
  return (direction / length)
      .normalized();  // twice: the quotient of huge or tiny numbers may have lost digits
}

}  // namespace corbel
