// SPDX-License-Identifier: MIT
// Contacts of spheres: with convexes and with each other.
#include "corbel/geometry/closest_point.hpp"
#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/separation.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// Centres nearer than this fraction of the radius to a surface or to another centre give no direction of
/// their own.
constexpr double no_direction = 1e-12;

struct SphereSide {
  bool apart;            ///< some plane has the whole sphere farther than epsilon outside
  bool behind_boundary;  ///< no boundary face sees the centre: it is inside, or behind faces inside a mesh
};

SphereSide side_of(const PlacedConvex& placed, const Sphere& sphere, double epsilon)
{
  SphereSide side{false, true};
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    const double distance = placed.planes[f].distance(sphere.center);
    if (!(distance < sphere.radius + epsilon)) side.apart = true;
    if (distance > 0 && placed.convex.face_boundary[f]) side.behind_boundary = false;
  }
  return side;
}

PairGeometry make_pair(const PlacedConvex& a, const Sphere& b, std::size_t face, const Vec3& closest,
                       const Vec3& n, double distance)
{
  return {.point = 0.5 * (closest + b.center - b.radius * n),
          .normal = n,
          .gap = std::min(0.0, distance - b.radius),
          .area = 1.0,
          .surface_a = a.convex.face_surface[face],
          .surface_b = b.surface_id};
}

/// The sphere leaves through the boundary face nearest to its centre, `distance` = −depth of the centre below
/// that face.
std::optional<PairGeometry> leave_through_face(const PlacedConvex& a, const Sphere& b)
{
  const int nearest = nearest_boundary_face(a, b.center);
  if (nearest < 0) return std::nullopt;
  const auto face = static_cast<std::size_t>(nearest);
  const Plane& plane = a.planes[face];
  const double distance = plane.distance(b.center);
  if (on_far_side(a, plane.n, distance - b.radius,
                  [&](const Plane& inner) { return inner.distance(b.center) - b.radius; }))
    return std::nullopt;
  return make_pair(a, b, face, b.center - distance * plane.n, plane.n, distance);
}

}  // namespace

/// A centre that only faces inside a mesh see lies in a neighbour element; pushing it away from those faces
/// would drive it along the surface or deeper, so it leaves through a boundary face as if it were inside.
std::optional<PairGeometry> touch(const PlacedConvex& a, const Sphere& b, double epsilon)
{
  const SphereSide side = side_of(a, b, epsilon);
  if (side.apart) return std::nullopt;
  if (is_inside(a.planes, b.center)) return leave_through_face(a, b);

  const Vec3 p = closest_point_from_outside(a, b.center);
  const double distance = (b.center - p).norm();
  if (!(distance < b.radius + epsilon)) return std::nullopt;
  if (side.behind_boundary || distance <= no_direction * b.radius) return leave_through_face(a, b);
  const int face = nearest_boundary_face(a, p);
  const Vec3 n = (b.center - p) / distance;
  if (face < 0 || !is_exposed(a, n, 0))
    return std::nullopt;  // over a neighbour in a flat part of the surface
  return make_pair(a, b, static_cast<std::size_t>(face), p, n, distance);
}

/// The point is the middle between the two surfaces. Coincident centres part along ez.
std::optional<PairGeometry> touch(const Sphere& a, const Sphere& b, double epsilon)
{
  const Vec3 d = b.center - a.center;
  const double distance = d.norm();
  const double gap = distance - a.radius - b.radius;
  if (!(gap < epsilon)) return std::nullopt;
  const bool has_direction = distance > no_direction * (a.radius + b.radius);
  const Vec3 n = has_direction ? Vec3(d / distance) : Vec3::UnitZ();
  const Vec3 middle = 0.5 * ((a.center + a.radius * n) + (b.center - b.radius * n));
  return PairGeometry{.point = middle,
                      .normal = n,
                      .gap = std::min(0.0, gap),
                      .area = 1.0,
                      .surface_a = a.surface_id,
                      .surface_b = b.surface_id};
}

}  // namespace corbel
