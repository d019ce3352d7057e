// SPDX-License-Identifier: MIT
// Face planes of a placed convex.
#include "corbel/geometry/convex.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

/// Twice the vector area of a polygon (Newell's normal), relative to its first vertex so that places far from
/// the origin cost no digits.
Vec3 newell_normal(std::span<const int> face, std::span<const Vec3> x)
{
  const Vec3& x0 = x[static_cast<std::size_t>(face[0])];
  Vec3 sum = Vec3::Zero();
  Vec3 previous = x[static_cast<std::size_t>(face[1])] - x0;
  for (std::size_t i = 2; i < face.size(); ++i) {
    const Vec3 next = x[static_cast<std::size_t>(face[i])] - x0;
    sum += previous.cross(next);
    previous = next;
  }
  return sum;
}

/// A face without area gets n = 0 and an infinite offset: every point is infinitely far inside, so the plane
/// neither separates nor cuts nor is ever the nearest.
Plane face_plane(std::span<const int> face, std::span<const Vec3> x)
{
  const Vec3 normal = newell_normal(face, x);
  const double length = normal.norm();
  if (length == 0) return {Vec3::Zero(), std::numeric_limits<double>::infinity()};
  Plane plane{normal / length, -std::numeric_limits<double>::infinity()};
  for (const int v : face)
    plane.offset = std::max(plane.offset, plane.n.dot(x[static_cast<std::size_t>(v)]));
  return plane;
}

}  // namespace

void compute_planes(const Convex& convex, std::span<const Vec3> x, std::span<Plane> planes)
{
  assert(x.size() == convex.vertices.size() && planes.size() == convex.face_count());
  for (std::size_t f = 0; f < convex.face_count(); ++f)
    planes[f] = face_plane(convex.face(f), x);
}

}  // namespace corbel
