// SPDX-License-Identifier: MIT
#include "corbel/bodies/split.hpp"

#include "corbel/geometry/check_points.hpp"
#include "corbel/mesh/split.hpp"

#include <algorithm>
#include <limits>

namespace corbel {
namespace {

/// Fraction of the smallest convex below which a vertex is on the plane.
constexpr double snap = 1e-6;

double smallest_convex(const Shape& shape)
{
  double smallest = std::numeric_limits<double>::infinity();
  for (const ShapePart& part : shape)
    if (const auto* convex = std::get_if<Convex>(&part)) {
      Aabb box;
      for (const Vec3& x : convex->vertices)
        box.extend(x);
      smallest = std::min(smallest, box.size().maxCoeff());
    }
  return smallest;
}

template<class Split>
SplitPart as_parts(Split pieces)
{
  SplitPart result;
  if (pieces.below) result.below = std::move(*pieces.below);
  if (pieces.above) result.above = std::move(*pieces.above);
  return result;
}

SplitPart to_one_side(const ShapePart& part, const CutPlane& plane)
{
  const Vec3 center = std::visit([](const auto& p) -> Vec3 { return moments(p).center(); }, part);
  if (plane.distance(center) < 0) return {part, std::nullopt};
  return {std::nullopt, part};
}

}  // namespace

std::vector<SplitPart> split(const Shape& shape, const Vec3& point, const Vec3& normal, CutSurfaces surfaces,
                             bool remesh)
{
  const CutPlane plane{check_point("point", point), check_direction("normal", normal)};
  const double tolerance = snap * smallest_convex(shape);
  std::vector<SplitPart> result;
  for (const ShapePart& part : shape)
    if (const auto* convex = std::get_if<Convex>(&part))
      result.push_back(as_parts(split(*convex, plane, tolerance, surfaces)));
    else if (const auto* mesh = std::get_if<Mesh>(&part))
      result.push_back(as_parts(split(*mesh, plane, surfaces, remesh)));
    else
      result.push_back(to_one_side(part, plane));
  return result;
}

}  // namespace corbel
