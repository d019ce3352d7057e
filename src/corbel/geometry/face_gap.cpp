// SPDX-License-Identifier: MIT
#include "corbel/geometry/face_gap.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

/// Of n with the normals of faces: steeper ones are sides, which points of contact may lie beside; and one of the two objects has
/// to have a face nearly normal to it: edges that cross are no contact of faces.
constexpr double steep_cosine = 0.25, face_cosine = 0.99;

using Face = std::span<const int>;

/// z·n − x·n of the face a + b s + c t + d s t of four vertices, by Newton's method for (s, t): two or three iterations where the face
/// is nearly a parallelogram. Absent: it has no such point.
std::optional<double> height_of_quadrilateral(const PlacedConvex& placed, Face v, const Vec3& n,
                                              const Vec3& x)
{
  constexpr int most_iterations = 20;
  const auto at = [&](std::size_t i) -> const Vec3& { return placed.x[static_cast<std::size_t>(v[i])]; };
  const Vec3 a = 0.25 * (at(0) + at(1) + at(2) + at(3)) - x, b = 0.25 * (at(1) + at(2) - at(0) - at(3)),
             c = 0.25 * (at(2) + at(3) - at(0) - at(1)), d = 0.25 * (at(0) + at(2) - at(1) - at(3));
  double s = 0, t = 0;
  for (int i = 0; i < most_iterations; ++i) {
    const Vec3 r = a + s * b + t * c + (s * t) * d, along_s = b + t * d, along_t = c + s * d;
    const double area = along_s.cross(along_t).dot(n);
    if (area == 0) return std::nullopt;
    const double ds = -r.cross(along_t).dot(n) / area, dt = -along_s.cross(r).dot(n) / area;
    s += ds;
    t += dt;
    if (std::max(std::abs(ds), std::abs(dt)) < 1e-12) return n.dot(a + s * b + t * c + (s * t) * d);
  }
  return std::nullopt;
}

/// The same of faces that stay flat: triangles, and those of bodies that do not deform.
double height_of_plane(const Plane& plane, const Vec3& n, const Vec3& x)
{
  return -plane.distance(x) / plane.n.dot(n);
}

double height_of_face(const PlacedConvex& placed, std::size_t face, const Vec3& n, const Vec3& x)
{
  const Face v = placed.convex.face(face);
  if (v.size() == 4)
    if (const auto z = height_of_quadrilateral(placed, v, n, x)) return *z;
  return height_of_plane(placed.planes[face], n, x);
}

/// Of the surface out of which n leaves the object: where faces meet it is the lower one.
struct UpperSurface {
  double height = std::numeric_limits<double>::infinity();
  double cosine = 0;  ///< the greatest
};

UpperSurface surface_along(const PlacedConvex& placed, const Vec3& n, const Vec3& x)
{
  UpperSurface surface;
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    const double cosine = placed.planes[f].n.dot(n);
    if (!placed.convex.face_boundary[f] || cosine <= steep_cosine) continue;
    surface.cosine = std::max(surface.cosine, cosine);
    surface.height = std::min(surface.height, height_of_face(placed, f, n, x));
  }
  return surface;
}

}  // namespace

std::optional<double> face_gap(const PlacedConvex& a, const PlacedConvex& b, const Vec3& n, const Vec3& x)
{
  const UpperSurface A = surface_along(a, n, x), B = surface_along(b, -n, x);
  if (A.cosine == 0 || B.cosine == 0 || std::max(A.cosine, B.cosine) < face_cosine) return std::nullopt;
  return -B.height - A.height;
}

}  // namespace corbel
