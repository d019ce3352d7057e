// SPDX-License-Identifier: MIT
// The separating direction of two convexes: largest distance or least penetration.
#pragma once

#include "corbel/geometry/pair_geometry.hpp"

#include <algorithm>

namespace corbel {

struct Separation {
  Vec3 normal;            ///< unit, out of a into b
  double distance;        ///< of the two along it; below zero: minus the penetration depth [m]
  bool corner_on_corner;  ///< they touch, and several quite different directions separate them equally well
};

/// Nothing when the two are farther apart than epsilon, or when no direction is a possible contact normal
/// (objects inside a mesh). Both need their edges. See separation.cpp for the construction.
std::optional<Separation> separation(const PlacedConvex& a, const PlacedConvex& b, double epsilon);

/// Whether the direction can be a normal of the surface that this convex is a part of, where it is extreme in
/// that direction. For an element of a mesh the angle to one of its boundary faces must be at most the largest
/// angle between boundary faces of the mesh around that vertex, up to `slack` (of cosines; 1e-7 is a
/// fortieth of a degree): on a flat floor only upwards, at its edge half way around. Of an edge across the floor that is extreme as a whole
/// it is that of its flatter end.
bool is_exposed(const PlacedConvex& placed, const Vec3& direction, double slack = 1e-7);

/// An overlap with the gap `gap` is ten times deeper than along a face normal, of the gap `elsewhere`, that
/// is no possible contact normal here: it is left to the neighbour element behind that face. (Not less than
/// ten: a small object on the border of two elements must not be left by both.)
inline bool is_of_a_neighbour(double gap, double elsewhere, double epsilon)
{
  return gap < 10 * std::min(0.0, elsewhere) - epsilon;
}

/// Whether the other object, whose gap along a plane's normal is gap_along(plane), has nearly left this
/// element through an inner face, so came from another element, and the way out along n is on the far side.
template<class GapAlong>
bool on_far_side(const PlacedConvex& placed, const Vec3& n, double gap, const GapAlong& gap_along)
{
  constexpr double far_side = -0.25;  // cosine
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    const Plane& plane = placed.planes[f];
    if (!placed.convex.face_boundary[f] && plane.n.dot(n) < far_side && gap_along(plane) > gap) return true;
  }
  return false;
}

}  // namespace corbel
