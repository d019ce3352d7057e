// SPDX-License-Identifier: MIT
// Whether a point lies in a convex.
#pragma once

#include "corbel/geometry/convex.hpp"

#include <algorithm>

namespace corbel {

/// Outside of none of the planes.
inline bool is_inside(std::span<const Plane> planes, const Vec3& x)
{
  return std::ranges::all_of(planes, [&](const Plane& plane) { return plane.distance(x) <= 0; });
}

}  // namespace corbel
