// SPDX-License-Identifier: MIT
// The direction that parts two convexes best.
#pragma once

#include "corbel/geometry/pair_geometry.hpp"

namespace corbel {

struct Separation {
  Vec3 normal;            ///< unit, out of a into b
  double distance;        ///< of the two along it; below zero: how deep they overlap [m]
  bool corner_on_corner;  ///< they touch, and several quite different directions part them equally well
};

/// Nothing when the two are farther apart than epsilon, or when no direction is a possible contact normal
/// (objects inside a mesh). Both need their edges. See separation.cpp for the construction.
std::optional<Separation> separation(const PlacedConvex& a, const PlacedConvex& b, double epsilon);

/// Whether the direction points out of the surface that this convex is a part of: for an element of a mesh it
/// must be near the normal of one of its boundary faces.
bool is_exposed(const PlacedConvex& placed, const Vec3& direction);

}  // namespace corbel
