// SPDX-License-Identifier: MIT
// The point of a placed convex nearest to a given point outside it, and the face nearest to any point.
#pragma once

#include "corbel/geometry/pair_geometry.hpp"

namespace corbel {

/// The nearest point of the segment from a to b.
Vec3 closest_point_on_segment(const Vec3& a, const Vec3& b, const Vec3& c);

/// The nearest point of face f: its plane's foot of c when that lies in the polygon, else the nearest point
/// of an edge.
Vec3 closest_point_on_face(const PlacedConvex& placed, std::size_t f, const Vec3& c);

/// The nearest point of the surface, for c outside at least one face plane: only faces that c sees are
/// searched.
Vec3 closest_point_from_outside(const PlacedConvex& placed, const Vec3& c);

/// The boundary face whose plane is nearest to x, or −1 for a convex without boundary faces.
int nearest_boundary_face(const PlacedConvex& placed, const Vec3& x);

}  // namespace corbel
