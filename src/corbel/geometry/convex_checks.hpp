// SPDX-License-Identifier: MIT
// What makes a list of faces a convex polyhedron.
#pragma once

#include "corbel/geometry/convex.hpp"

namespace corbel {

/// Every edge is shared by exactly two faces, which run along it in opposite directions. Throws InputError on
/// 'faces'.
void check_closed(const Convex& convex);

/// Counter-clockwise faces, some volume, planar faces and no vertex outside any of them. Call after
/// check_closed. Throws InputError on 'faces' or 'vertices'.
void check_convex(const Convex& convex);

}  // namespace corbel
