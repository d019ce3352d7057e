// SPDX-License-Identifier: MIT
#include "separating_axes.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>
#include <vector>

namespace corbel::testing {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Range {
  double lo = infinity, hi = -infinity;
};

Range along(const Vec3& axis, std::span<const Vec3> points)
{
  Range range;
  for (const Vec3& x : points) {
    const double s = axis.dot(x);
    range.lo = std::min(range.lo, s);
    range.hi = std::max(range.hi, s);
  }
  return range;
}

double gap_along(const Vec3& axis, const PlacedConvex& a, const PlacedConvex& b)
{
  const Range of_a = along(axis, a.x), of_b = along(axis, b.x);
  return std::max(of_b.lo - of_a.hi, of_a.lo - of_b.hi);
}

/// Unit vectors along all edges, parallel ones once.
std::vector<Vec3> edge_directions(const PlacedConvex& p)
{
  std::vector<Vec3> edges;
  for (std::size_t f = 0; f < p.planes.size(); ++f) {
    const auto face = p.convex.face(f);
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int v = face[i], w = face[(i + 1) % face.size()];
      if (v > w) continue;
      const Vec3 e = (p.x[static_cast<std::size_t>(w)] - p.x[static_cast<std::size_t>(v)]).normalized();
      if (std::ranges::none_of(edges,
                               [&](const Vec3& other) { return e.cross(other).squaredNorm() < 1e-24; }))
        edges.push_back(e);
    }
  }
  return edges;
}

}  // namespace

Separation separation(const PlacedConvex& a, const PlacedConvex& b)
{
  Separation s{-infinity, -infinity};
  for (const auto& planes : {a.planes, b.planes})
    for (const Plane& plane : planes)
      if (std::isfinite(plane.offset)) s.by_faces = std::max(s.by_faces, gap_along(plane.n, a, b));
  s.by_any = s.by_faces;
  const std::vector<Vec3> edges_b = edge_directions(b);
  for (const Vec3& e : edge_directions(a))
    for (const Vec3& f : edges_b)
      if (const Vec3 axis = e.cross(f); axis.squaredNorm() > 1e-12)
        s.by_any = std::max(s.by_any, gap_along(axis.normalized(), a, b));
  return s;
}

}  // namespace corbel::testing
