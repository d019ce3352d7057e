// SPDX-License-Identifier: MIT
// The point of a placed convex nearest to a given point outside it.
#include "corbel/geometry/closest_point.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace corbel {
namespace {

/// Keeps whichever of the candidates shown to it is nearest to c.
struct Nearest {
  const Vec3& c;
  Vec3 point = Vec3::Zero();
  double distance2 = std::numeric_limits<double>::infinity();  // [m²]

  void offer(const Vec3& candidate)
  {
    const double d2 = (candidate - c).squaredNorm();
    if (d2 >= distance2) return;
    distance2 = d2;
    point = candidate;
  }
};

}  // namespace

Vec3 closest_point_on_segment(const Vec3& a, const Vec3& b, const Vec3& c)
{
  const Vec3 edge = b - a;
  const double length2 = edge.squaredNorm();
  if (length2 == 0) return a;
  return a + std::clamp(edge.dot(c - a) / length2, 0.0, 1.0) * edge;
}

Vec3 closest_point_on_face(const PlacedConvex& placed, std::size_t f, const Vec3& c)
{
  const auto face = placed.convex.face(f);
  const Plane& plane = placed.planes[f];
  Nearest nearest{c};
  bool foot_inside = true;
  for (std::size_t i = 0; i < face.size(); ++i) {
    const Vec3& a = placed.x[static_cast<std::size_t>(face[i])];
    const Vec3& b = placed.x[static_cast<std::size_t>(face[(i + 1) % face.size()])];
    if (plane.n.cross(b - a).dot(c - a) < 0) foot_inside = false;
    nearest.offer(closest_point_on_segment(a, b, c));
  }
  if (foot_inside) return c - plane.distance(c) * plane.n;
  return nearest.point;
}

Vec3 closest_point_from_outside(const PlacedConvex& placed, const Vec3& c)
{
  Nearest nearest{c};
  for (std::size_t f = 0; f < placed.planes.size(); ++f)
    if (placed.planes[f].distance(c) > 0) nearest.offer(closest_point_on_face(placed, f, c));
  return nearest.point;
}

int nearest_boundary_face(const PlacedConvex& placed, const Vec3& x)
{
  int nearest = -1;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    if (!placed.convex.face_boundary[f]) continue;
    const double distance = std::abs(placed.planes[f].distance(x));
    if (distance < least) {
      least = distance;
      nearest = static_cast<int>(f);
    }
  }
  return nearest;
}

}  // namespace corbel
