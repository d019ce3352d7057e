// SPDX-License-Identifier: MIT
// How far two convexes are apart at a point: the gap of contact points that is also there when they do not touch.
//
//   z(x)   of a face: where the line through x along n meets it; faces of four vertices are bilinear
//   A      of the boundary faces of a that n leaves, the one with the least z·n at x: the surface of a convex
//   B      of those of b that −n leaves, the one with the greatest
//          (faces steeper than cos 0.25 are sides, beside which points of contact may lie)
//   gap    (z_B(x) − z_A(x)) · n                                                                            (1)
//
// At vertices and on edges of warped faces that is exact, as the gaps of `patch` are, and in between it changes with the
// displacements of the nodes as the contact point does, whose elements are bilinear there. (Rejected: triangles. Points that are
// closed by their displacements then stay open by the warp of the face, and passes do not converge.)
#pragma once

#include "corbel/geometry/pair_geometry.hpp"

#include <optional>

namespace corbel {

/// (1); positive where they are apart, absent where neither face is nearly normal to n. n: out of a into b.
std::optional<double> face_gap(const PlacedConvex& a, const PlacedConvex& b, const Vec3& n, const Vec3& x);

}  // namespace corbel
