// SPDX-License-Identifier: MIT
// From all corners of a contact area to at most four, and their shares of the area.
#pragma once

#include "corbel/geometry/pair_geometry.hpp"
#include "corbel/geometry/small_buffer.hpp"

namespace corbel {

using PatchCorners = SmallBuffer<PatchPoint, 16>;

/// Fills count, points and area of the patch from the corners, which run around its normal. More than four:
/// the two farthest from each other and the farthest on either side of them stay. The area is that of the
/// polygon of all corners; each point that stays gets its share of it (of a rectangle, a quarter). Points
/// ascend in feature.
void reduce(const PatchCorners& corners, ContactPatch& patch);

}  // namespace corbel
