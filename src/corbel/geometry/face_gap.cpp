// SPDX-License-Identifier: MIT
#include "corbel/geometry/face_gap.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// Faces nearly parallel to n (cosine) cannot be seen along it; and one of the two has to be nearly normal to it: edges that
/// cross are no contact of faces.
constexpr double least_cosine = 1e-3, face_cosine = 0.99;

std::optional<std::size_t> face_towards(const PlacedConvex& placed, const Vec3& n)
{
  std::optional<std::size_t> best;
  double most = least_cosine;
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    const double cosine = placed.planes[f].n.dot(n);
    if (!placed.convex.face_boundary[f] || cosine <= most) continue;
    most = cosine;
    best = f;
  }
  return best;
}

using Face = std::span<const int>;

/// z·n − x·n of the face a + b s + c t + d s t of four vertices, by Newton's method for (s, t): two or three iterations where the face
/// is nearly a parallelogram. Absent: it has no such point.
std::optional<double> height_of_quadrilateral(const PlacedConvex& placed, Face v, const Vec3& n, const Vec3& x)
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

double height(const PlacedConvex& placed, std::size_t face, const Vec3& n, const Vec3& x)
{
  const Face v = placed.convex.face(face);
  if (v.size() == 4)
    if (const auto z = height_of_quadrilateral(placed, v, n, x)) return *z;
  return height_of_plane(placed.planes[face], n, x);
}

}  // namespace

std::optional<double> face_gap(const PlacedConvex& a, const PlacedConvex& b, const Vec3& n, const Vec3& x)
{
  const auto A = face_towards(a, n), B = face_towards(b, -n);
  if (!A || !B || std::max(a.planes[*A].n.dot(n), -b.planes[*B].n.dot(n)) < face_cosine) return std::nullopt;
  return height(b, *B, n, x) - height(a, *A, n, x);
}

}  // namespace corbel
