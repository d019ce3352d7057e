// SPDX-License-Identifier: MIT
#include "corbel/geometry/surface_cut.hpp"

namespace corbel {

bool collect_cuts(std::span<const Plane> planes, std::span<const Vec3> x, double epsilon, Cuts& cuts)
{
  for (std::size_t v = 0; v < x.size(); ++v)
    cuts.outside.push_back(0);
  for (const Plane& plane : planes) {
    const double limit = plane.offset + epsilon;
    std::size_t outside = 0;
    for (const Vec3& point : x)
      outside += plane.n.dot(point) > limit;
    if (outside == x.size()) return false;
    if (outside == 0) continue;
    const std::size_t c = cuts.planes.size();
    cuts.planes.push_back({plane.n, limit});
    for (std::size_t v = 0; c < Cuts::masked && v < x.size(); ++v)
      if (plane.n.dot(x[v]) > limit) cuts.outside[v] |= std::uint64_t{1} << c;
  }
  return true;
}

const Polygon& clip_face(const PlacedConvex& placed, std::span<const int> face, const Cuts& cuts,
                         Polygon& polygon, Polygon& scratch)
{
  polygon.clear();
  std::uint64_t all = ~std::uint64_t{0};  // planes with all vertices outside
  std::uint64_t any = 0;                  // planes with some vertex outside
  for (const int v : face) {
    all &= cuts.outside[static_cast<std::size_t>(v)];
    any |= cuts.outside[static_cast<std::size_t>(v)];
  }
  if (all != 0) return polygon;
  for (const int v : face)
    polygon.push_back(placed.x[static_cast<std::size_t>(v)]);
  Polygon* from = &polygon;
  Polygon* to = &scratch;
  for (std::size_t c = 0; c < cuts.planes.size() && !from->empty(); ++c) {
    if (c < Cuts::masked && !(any >> c & 1)) continue;
    clip(*from, cuts.planes[c], *to);
    std::swap(from, to);
  }
  return *from;
}

}  // namespace corbel
