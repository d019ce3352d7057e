// SPDX-License-Identifier: MIT
// Which boundary face of a placed convex a point belongs to.
#pragma once

#include "corbel/geometry/pair_geometry.hpp"

#include <cmath>
#include <limits>

namespace corbel {

/// The boundary face whose plane is nearest to x, or −1 for a convex without boundary faces.
inline int nearest_boundary_face(const PlacedConvex& placed, const Vec3& x)
{
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    if (!placed.convex.face_boundary[f]) continue;
    const double distance = std::abs(placed.planes[f].distance(x));
    if (distance < least) {
      least = distance;
      nearest = static_cast<int>(f);
    }
  }
  return nearest;
}

}  // namespace corbel
