// SPDX-License-Identifier: MIT
#include "corbel/geometry/patch_reduction.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// A later corner is more extreme only by more than this fraction, so that round-off does not choose between
/// the corners of a regular polygon.
constexpr double equal_extent = 1e-6;

/// Twice the signed area of a triangle seen against n.
double double_area(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& n)
{
  return n.dot((b - a).cross(c - a));
}

std::pair<std::size_t, std::size_t> farthest_pair(const PatchCorners& corners)
{
  std::pair<std::size_t, std::size_t> farthest{0, 1};
  double distance2 = 0;
  for (std::size_t i = 0; i < corners.size(); ++i)
    for (std::size_t j = i + 1; j < corners.size(); ++j) {
      const double d2 = (corners[i].point - corners[j].point).squaredNorm();
      if (d2 <= distance2 * (1 + equal_extent)) continue;
      distance2 = d2;
      farthest = {i, j};
    }
  return farthest;
}

/// The corner farthest from the line from corner i to corner j, on the side of `sign`; i if there is none.
std::size_t farthest_beside(const PatchCorners& corners, std::size_t i, std::size_t j, double sign,
                            const Vec3& n)
{
  std::size_t farthest = i;
  double most = 0;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const double area = sign * double_area(corners[i].point, corners[j].point, corners[k].point, n);
    if (k == i || k == j || area <= most * (1 + equal_extent)) continue;
    most = area;
    farthest = k;
  }
  return farthest;
}

/// The corners that stay, still in order around the patch.
void choose_points(const PatchCorners& corners, ContactPatch& patch)
{
  patch.count = 0;
  if (corners.size() <= ContactPatch::most) {
    for (const PatchPoint& corner : corners)
      patch.points[patch.count++] = corner;
    return;
  }
  const auto [i, j] = farthest_pair(corners);
  const std::size_t left = farthest_beside(corners, i, j, 1, patch.normal);
  const std::size_t right = farthest_beside(corners, i, j, -1, patch.normal);
  for (std::size_t k = 0; k < corners.size(); ++k)
    if (k == i || k == j || k == left || k == right) patch.points[patch.count++] = corners[k];
}

double polygon_area(const PatchCorners& corners, const Vec3& n)
{
  double area = 0;
  for (std::size_t k = 2; k < corners.size(); ++k)
    area += 0.5 * double_area(corners[0].point, corners[k - 1].point, corners[k].point, n);
  return std::max(0.0, area);
}

/// Half of the two triangles that the middle of the points makes with the sides at a point; all scaled to
/// give the area of the patch.
void share_area(ContactPatch& patch)
{
  const std::size_t m = patch.count;
  Vec3 middle = Vec3::Zero();
  for (std::size_t k = 0; k < m; ++k)
    middle += patch.points[k].point / static_cast<double>(m);
  double sum = 0;
  for (std::size_t k = 0; k < m; ++k) {
    PatchPoint& point = patch.points[k];
    const Vec3& before = patch.points[(k + m - 1) % m].point;
    const Vec3& after = patch.points[(k + 1) % m].point;
    point.area = m < 3 ? 0
                       : std::max(0.0, double_area(middle, before, point.point, patch.normal)) +
                             std::max(0.0, double_area(middle, point.point, after, patch.normal));
    sum += point.area;
  }
  for (std::size_t k = 0; k < m; ++k)
    patch.points[k].area =
        sum > 0 ? patch.points[k].area / sum * patch.area : patch.area / static_cast<double>(m);
}

}  // namespace

void reduce(const PatchCorners& corners, ContactPatch& patch)
{
  choose_points(corners, patch);
  patch.area = polygon_area(corners, patch.normal);
  share_area(patch);
  std::sort(patch.points.begin(), patch.points.begin() + static_cast<std::ptrdiff_t>(patch.count),
            [](const PatchPoint& one, const PatchPoint& other) { return one.feature < other.feature; });
}

}  // namespace corbel
