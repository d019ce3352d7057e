// SPDX-License-Identifier: MIT
// Regions as sets of tetrahedra: cutting one by a plane gives tetrahedra again, whatever touches whatever.
#pragma once

#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/split.hpp"

#include <array>
#include <vector>

namespace corbel {

using Tetrahedron = std::array<Vec3, 4>;

/// Signed: positive when the last corner sees the first three counter-clockwise from below.
double volume(const Tetrahedron& t);

/// Of a convex or an element, from the middle of its corners to its faces. Faces that are not plane are split
/// around their own middle, so that neighbours agree.
std::vector<Tetrahedron> cut_into_tetrahedra(const Convex& convex);

/// All faces are plane up to round-off.
bool has_plane_faces(const Convex& convex);

/// Appends the part of `t` below the plane.
void clip(const Tetrahedron& t, const CutPlane& plane, std::vector<Tetrahedron>& out);

}  // namespace corbel
