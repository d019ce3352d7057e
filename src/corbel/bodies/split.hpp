// SPDX-License-Identifier: MIT
// SPLIT of the manual: the parts of a shape below and above a plane.
#pragma once

#include "corbel/bodies/shape.hpp"
#include "corbel/geometry/split.hpp"

#include <optional>

namespace corbel {

struct SplitPart {
  std::optional<ShapePart> below;
  std::optional<ShapePart> above;
};

/// One entry per part of the shape. Convexes and meshes are cut; any other part cannot be and goes to the
/// side of its centre, above if that is on the plane. Vertices of convexes that are nearer to the plane than
/// 1e-6 of the smallest convex count as on it; the same for all, so that convexes that share vertices share
/// the pieces' vertices. Throws InputError: on 'point', 'normal', and as split of convexes and meshes.
std::vector<SplitPart> split(const Shape& shape, const Vec3& point, const Vec3& normal, CutSurfaces surfaces,
                             bool remesh);

}  // namespace corbel
