// SPDX-License-Identifier: MIT
// The surface of a ∩ b is the part of a's surface in b and the part of b's surface in a; its moments follow
// by the divergence theorem.
//
// Where faces of a and b lie in one plane with equal normals, both parts hold the same piece of surface,
// or neither, as round-off has it. Then a has it: such a plane of b does not cut a's face, and b's face is
// left out.
#include "corbel/geometry/overlap_measures.hpp"

#include "corbel/geometry/mass_properties.hpp"
#include "corbel/geometry/surface_cut.hpp"

#include <Eigen/Geometry>

#include <algorithm>

namespace corbel {
namespace {

/// Faces whose vertices are this near to a plane lie in it; fraction of the coordinates' magnitude.
constexpr double round_off = 1e-14;

class Surface {
 public:
  explicit Surface(const Vec3& reference) : moments_(reference) {}

  void add(const Polygon& piece)
  {
    if (piece.size() < 3) return;
    Vec3 vector_area = Vec3::Zero();
    for (std::size_t i = 2; i < piece.size(); ++i)
      vector_area += (piece[i - 1] - piece[0]).cross(piece[i] - piece[0]);
    area_ += 0.5 * vector_area.norm();
    moments_.add({piece.begin(), piece.size()});
  }
  Overlap measures() const
  {
    const Moments moments = moments_.result();
    if (!(moments.V > 0) || !all_finite(moments.mean)) return {};
    return {moments.V, moments.mean, area_};
  }

 private:
  SurfaceMoments moments_;
  double area_ = 0;
};

Aabb bounds(std::span<const Vec3> x)
{
  Aabb box;
  for (const Vec3& vertex : x)
    box.extend(vertex);
  return box;
}

double largest_coordinate(const Aabb& box)
{
  return box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).maxCoeff();
}

bool lies_in(const PlacedConvex& placed, std::size_t face, const Plane& plane, double tolerance)
{
  if (!(placed.planes[face].n.dot(plane.n) > 0)) return false;
  return std::ranges::all_of(placed.convex.face(face), [&](int v) {
    return std::abs(plane.distance(placed.x[static_cast<std::size_t>(v)])) <= tolerance;
  });
}

bool lies_in_any(const PlacedConvex& placed, std::size_t face, std::span<const Plane> planes,
                 double tolerance)
{
  return std::ranges::any_of(planes,
                             [&](const Plane& plane) { return lies_in(placed, face, plane, tolerance); });
}

/// A face of a clipped by all planes but those it lies in.
const Polygon& clip_by_others(const PlacedConvex& placed, std::size_t face, const Cuts& cuts,
                              double tolerance, Polygon& polygon, Polygon& scratch)
{
  polygon.clear();
  for (const int v : placed.convex.face(face))
    polygon.push_back(placed.x[static_cast<std::size_t>(v)]);
  Polygon* from = &polygon;
  Polygon* to = &scratch;
  for (const Plane& plane : cuts.planes) {
    if (from->empty() || lies_in(placed, face, plane, tolerance)) continue;
    clip(*from, plane, *to);
    std::swap(from, to);
  }
  return *from;
}

}  // namespace

Overlap overlap(const PlacedConvex& a, const PlacedConvex& b)
{
  Cuts cuts_a;  // planes of b that cut a
  Cuts cuts_b;  // planes of a that cut b
  if (!collect_cuts(b.planes, a.x, 0, cuts_a)) return {};
  if (!collect_cuts(a.planes, b.x, 0, cuts_b)) return {};
  const Aabb box_a = bounds(a.x), box_b = bounds(b.x);
  const double tolerance = round_off * std::max(largest_coordinate(box_a), largest_coordinate(box_b));
  const Aabb common{box_a.lo.cwiseMax(box_b.lo), box_a.hi.cwiseMin(box_b.hi)};

  Polygon polygon;
  Polygon scratch;
  Surface surface(common.center());
  for (std::size_t f = 0; f < a.planes.size(); ++f)
    surface.add(clip_by_others(a, f, cuts_a, tolerance, polygon, scratch));
  for (std::size_t f = 0; f < b.planes.size(); ++f)
    if (!lies_in_any(b, f, a.planes, tolerance))
      surface.add(clip_face(b, b.convex.face(f), cuts_b, polygon, scratch));
  return surface.measures();
}

}  // namespace corbel
