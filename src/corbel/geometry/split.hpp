// SPDX-License-Identifier: MIT
// Cutting a convex by a plane.
#pragma once

#include "corbel/geometry/convex.hpp"

#include <optional>

namespace corbel {

/// The plane n·(x − point) = 0, n unit: below is where the distance is negative. Kept by a point and not by
/// an offset, so that a plane far from the origin loses no digits.
struct CutPlane {
  Vec3 point;
  Vec3 n;
  double distance(const Vec3& x) const { return n.dot(x - point); }
};

/// Surface identifiers of the new faces.
struct CutSurfaces {
  int below = 0;
  int above = 0;
};

struct SplitConvex {
  std::optional<Convex> below;
  std::optional<Convex> above;
};

/// Cuts along the plane; faces, and pieces of faces, keep their surface identifier and boundary mark. A
/// vertex nearer to the plane than `tolerance` [m] counts as on it and is not moved, so no piece is thinner
/// than that, and both pieces together are the whole. Throws InputError on 'point' when the plane meets
/// details smaller than the tolerance, so that the cut is no simple polygon.
SplitConvex split(const Convex& convex, const CutPlane& plane, double tolerance, CutSurfaces surfaces);

}  // namespace corbel
