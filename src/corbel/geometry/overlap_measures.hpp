// SPDX-License-Identifier: MIT
// How much two convexes overlap.
#pragma once

#include "corbel/geometry/pair_geometry.hpp"

namespace corbel {

/// Measures of the polyhedron a ∩ b; all zero when it has no volume.
struct Overlap {
  double volume = 0;             ///< [m³]
  Vec3 centroid = Vec3::Zero();  ///< of the volume [m]
  double area = 0;               ///< of the surface [m²]
};

/// Exact up to round-off for any two convexes with plane faces.
Overlap overlap(const PlacedConvex& a, const PlacedConvex& b);

}  // namespace corbel
