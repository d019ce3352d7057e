// SPDX-License-Identifier: MIT
#include "corbel/fem/tetrahedra.hpp"

#include "corbel/geometry/mass_properties.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// Corners of a face this near to one plane, relative to its size, are in it.
constexpr double plane_tolerance = 1e-12;

bool is_plane(std::span<const Vec3> polygon)
{
  const Vec3 n = (polygon[1] - polygon[0]).cross(polygon[2] - polygon[0]);
  double size = 0, off = 0;
  for (const Vec3& x : polygon) {
    size = std::max(size, (x - polygon[0]).norm());
    off = std::max(off, std::abs(n.dot(x - polygon[0])));
  }
  return off <= plane_tolerance * size * n.norm();
}

const std::vector<Vec3>& corners(const Convex& convex, std::size_t face, std::vector<Vec3>& polygon)
{
  polygon.clear();
  for (const int v : convex.face(face))
    polygon.push_back(convex.vertices[static_cast<std::size_t>(v)]);
  return polygon;
}

/// A prism between the triangles a and b.
void add_prism(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, std::vector<Tetrahedron>& out)
{
  out.push_back({a[0], a[1], a[2], b[0]});
  out.push_back({a[1], a[2], b[0], b[1]});
  out.push_back({a[2], b[0], b[1], b[2]});
}

}  // namespace

double volume(const Tetrahedron& t) { return (t[1] - t[0]).cross(t[2] - t[0]).dot(t[3] - t[0]) / 6; }

std::vector<Tetrahedron> cut_into_tetrahedra(const Convex& convex)
{
  std::vector<Tetrahedron> all;
  const Vec3 middle = mean_of(convex.vertices);
  std::vector<Vec3> polygon;
  for (std::size_t f = 0; f < convex.face_count(); ++f) {
    const std::size_t n = corners(convex, f, polygon).size();
    if (is_plane(polygon)) {
      for (std::size_t i = 2; i < n; ++i)
        all.push_back({polygon[0], polygon[i], polygon[i - 1], middle});
      continue;
    }
    const Vec3 center = mean_of(polygon);
    for (std::size_t i = 0; i < n; ++i)
      all.push_back({center, polygon[(i + 1) % n], polygon[i], middle});
  }
  return all;
}

bool has_plane_faces(const Convex& convex)
{
  std::vector<Vec3> polygon;
  for (std::size_t f = 0; f < convex.face_count(); ++f)
    if (!is_plane(corners(convex, f, polygon))) return false;
  return true;
}

void clip(const Tetrahedron& t, const CutPlane& plane, std::vector<Tetrahedron>& out)
{
  std::array<double, 4> d;
  std::array<std::size_t, 4> order = {0, 1, 2, 3};  // those below first
  for (std::size_t i = 0; i < 4; ++i)
    d[i] = plane.distance(t[i]);
  const auto above =
      std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return d[i] <= 0; });
  const auto below = above - order.begin();
  const auto corner = [&](std::size_t i) { return t[order[i]]; };
  const auto cut = [&](std::size_t i, std::size_t j) -> Vec3 {
    const double di = d[order[i]], dj = d[order[j]];
    return corner(i) + (di / (di - dj)) * (corner(j) - corner(i));
  };
  if (below == 4) out.push_back(t);
  if (below == 3) add_prism({corner(0), corner(1), corner(2)}, {cut(0, 3), cut(1, 3), cut(2, 3)}, out);
  if (below == 2) add_prism({corner(0), cut(0, 2), cut(0, 3)}, {corner(1), cut(1, 2), cut(1, 3)}, out);
  if (below == 1) out.push_back({corner(0), cut(0, 1), cut(0, 2), cut(0, 3)});
}

}  // namespace corbel
