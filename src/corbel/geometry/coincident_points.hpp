// SPDX-License-Identifier: MIT
// Coincident points.
#pragma once

#include "corbel/math/types.hpp"

#include <span>
#include <vector>

namespace corbel {

/// A group number per point, 0, 1, … in order of first appearance: a point joins the group whose first point
/// lies within `tolerance` (largest coordinate difference), else it starts a new one. tolerance > 0.
std::vector<int> group_coincident(std::span<const Vec3> points, double tolerance);

}  // namespace corbel
