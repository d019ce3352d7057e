// SPDX-License-Identifier: MIT
// The direction that parts two convexes best.
//
// Two convexes that do not overlap are parted by a face normal of one of them or by a direction perpendicular
// to an edge of each (separating axis theorem). With the distance along an outward direction n of a
//
//   s(n) = min over b of n·x − max over a of n·x                                                 (1)
//
// the largest s over these directions is their distance, if it is positive and a face faces the other
// object, and minus the penetration depth, if it is negative. Directions of pairs of edges count
// only where their arcs on the unit sphere cross: the arc from the normal of one face of the edge to that of
// the other for a, the opposite one for b. Only there both edges are the extreme features along n.
//
// Near ties every direction is as good as the other one, and picking one makes the normal jump. So the
// directions n_k that are nearly as good as the best one n_0 are blended with a weight that goes to zero continuously:
//
//   n ∝ Σ max(0, 1 − (s_0 − s_k) / τ) n_k ,   τ = epsilon + max(0, −s_0) / 2                       (2)
//
// In a shallow contact τ is small and n is one face's normal, exactly; two cards that lean against each other
// edge on edge get the normal between their faces. Where directions cancel, as for a bar that sticks in the
// middle of a plate, the best one is taken.
//
// Elements of a mesh: faces inside the mesh part objects, but their normals are no contact normals.
// Directions of the other object must fit the surface of the mesh where they meet it (is_exposed): the front
// of a block that slides over the border of two elements of a flat floor must not run against the second
// element. And what has come through an inner face is not pushed out on the far side: that is a matter of the
// element it came from.
#include "corbel/geometry/separation.hpp"

#include "corbel/geometry/convex_edges.hpp"
#include "corbel/geometry/extremes.hpp"
#include "corbel/geometry/small_buffer.hpp"
#include "corbel/geometry/surface_cut.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Edges that are parallel up to this sine give no direction; face normals stand in for it.
constexpr double parallel_edges = 1e-4;

/// Cosine between directions above which one can stand in for the other in a corner-on-corner contact.
constexpr double quite_different = 0.2;

/// A mean of unit vectors shorter than this is no direction.
constexpr double cancelled = 0.3;

struct Axis {
  Vec3 n;    // out of a
  double s;  // (1) [m]
};
using Axes = SmallBuffer<Axis, 48>;

double best_of(const Axes& axes)
{
  double best = -infinity;
  for (const Axis& axis : axes)
    best = std::max(best, axis.s);
  return best;
}

/// τ of (2).
double blending_range(double best, double epsilon)
{
  return std::max(epsilon + 0.5 * std::max(0.0, -best), std::numeric_limits<double>::min());
}

/// Face normals of `one`; sign −1 turns them out of a when `one` is b. `elsewhere`: largest s of those that
/// are no possible normals here. False: a face parts the two.
bool add_face_normals(const PlacedConvex& one, const PlacedConvex& other, double sign, double epsilon,
                      Axes& axes, double& elsewhere)
{
  for (std::size_t f = 0; f < one.planes.size(); ++f) {
    const Plane& plane = one.planes[f];
    const double s = lowest_along(plane.n, other.x) - plane.offset;
    if (s > epsilon) return false;
    if (s == -infinity) continue;
    if (one.convex.face_boundary[f] && is_exposed(other, -plane.n))
      axes.push_back({sign * plane.n, s});
    else
      elsewhere = std::max(elsewhere, s);
  }
  return true;
}

/// Edges of one object that can take part, with the normals of the other object's faces seen along them.
class EdgeTable {
 public:
  /// Edges with both ends beyond one plane of the other object by more than `reach` are left out.
  EdgeTable(const PlacedConvex& one, const PlacedConvex& other, double reach) : planes_(other.planes.size())
  {
    for (const ConvexEdges::Edge& edge : one.edges->edges) {
      const auto left = static_cast<std::size_t>(edge.left), right = static_cast<std::size_t>(edge.right);
      if (!one.convex.face_boundary[left] && !one.convex.face_boundary[right]) continue;
      const Vec3& tail = one.x[static_cast<std::size_t>(edge.tail)];
      const Vec3& head = one.x[static_cast<std::size_t>(edge.head)];
      if (is_beyond(other, tail, head, reach)) continue;
      const Vec3 direction = head - tail;
      for (const Plane& plane : other.planes)
        along_.push_back(plane.n.dot(direction));
      edges_.push_back({tail, direction, direction.squaredNorm(), left, right});
    }
  }
  struct Edge {
    Vec3 tail, direction;
    double length2;
    std::size_t left, right;
  };
  std::size_t size() const { return edges_.size(); }
  const Edge& operator[](std::size_t e) const { return edges_[e]; }
  /// Normal of the other object's face times direction of this edge.
  double along(std::size_t e, std::size_t face) const { return along_[e * planes_ + face]; }

 private:
  static bool is_beyond(const PlacedConvex& other, const Vec3& tail, const Vec3& head, double reach)
  {
    return std::any_of(other.planes.begin(), other.planes.end(), [&](const Plane& plane) {
      return plane.distance(tail) > reach && plane.distance(head) > reach;
    });
  }

  std::size_t planes_;
  SmallBuffer<Edge, 16> edges_;
  SmallBuffer<double, 128> along_;
};

/// The arcs cross: with a's face normals n, n' (left, right of the edge u) and b's m, m' (of w), the ends −m
/// and −m' of one arc lie on different sides of the plane of the other one, and the other way round, and both
/// in one hemisphere. n × n' is a positive multiple of u, since faces run counter-clockwise.
bool arcs_cross(double m_u, double mm_u, double n_w, double nn_w)
{
  return (m_u * mm_u < 0) & (n_w * nn_w < 0) & (m_u * nn_w < 0);  // one branch, seldom mispredicted
}

/// Directions across an edge of each that can take part in (2), `best` being the largest s so far. False: one
/// parts the two.
bool add_edge_directions(const PlacedConvex& a, const PlacedConvex& b, double best, double epsilon,
                         Axes& axes)
{
  const EdgeTable edges_a(a, b, -best), edges_b(b, a, -best);
  const double worst = best - blending_range(best, epsilon);
  for (std::size_t i = 0; i < edges_a.size(); ++i)
    for (std::size_t j = 0; j < edges_b.size(); ++j) {
      const auto &u = edges_a[i], &w = edges_b[j];
      if (!arcs_cross(edges_a.along(i, w.left), edges_a.along(i, w.right), edges_b.along(j, u.left),
                      edges_b.along(j, u.right)))
        continue;
      const Vec3 cross = u.direction.cross(w.direction);
      const double length2 = cross.squaredNorm();
      if (!(length2 > parallel_edges * parallel_edges * u.length2 * w.length2)) continue;
      const double outward = cross.dot(a.planes[u.left].n + a.planes[u.right].n) > 0 ? 1 : -1;
      const double factor = outward / std::sqrt(length2);
      double s = factor * cross.dot(w.tail - u.tail);
      if (!(s > worst)) continue;
      const Vec3 n = factor * cross;
      // Faces of a body that deforms may be warped. Then a vertex beside the edges can be the extreme one.
      if (const double of_all = lowest_along(n, b.x) + lowest_along(-n, a.x); of_all < s - epsilon)
        s = of_all;
      if (s > epsilon) return false;
      if (s > worst && is_exposed(a, n) && is_exposed(b, -n)) axes.push_back({n, s});
    }
  return true;
}

/// Some of a's surface lies in b grown by epsilon, or b lies in a: what edges part is found out by clipping
/// faster than by trying all pairs of them.
bool reaches_into(const PlacedConvex& a, const PlacedConvex& b, double epsilon)
{
  Cuts cuts;
  if (!collect_cuts(b.planes, a.x, epsilon, cuts)) return false;
  Polygon polygon, scratch;
  for (std::size_t f = 0; f < a.planes.size(); ++f)
    if (!clip_face(a, a.convex.face(f), cuts, polygon, scratch).empty()) return true;
  return std::all_of(a.planes.begin(), a.planes.end(),
                     [&](const Plane& plane) { return plane.distance(b.x[0]) <= epsilon; });
}

/// (2)
Separation blend(const Axes& axes, double epsilon)
{
  const Axis& best = *std::max_element(axes.begin(), axes.end(),
                                       [](const Axis& one, const Axis& other) { return one.s < other.s; });
  const double tau = blending_range(best.s, epsilon);
  Separation result{Vec3::Zero(), best.s, false};
  double weights = 0;
  for (const Axis& axis : axes) {
    const double weight = 1 - (best.s - axis.s) / tau;
    if (weight <= 0) continue;
    weights += weight;
    result.normal += weight * axis.n;
    for (const Axis& other : axes)
      if (best.s >= -epsilon && other.s > best.s - tau && axis.n.dot(other.n) < quite_different)
        result.corner_on_corner = true;
  }
  const double length = result.normal.norm();
  result.normal = length > cancelled * weights ? Vec3(result.normal / length) : best.n;
  return result;
}

struct Range {
  double highest = -infinity, lowest = infinity;
};

Range range_along(const Vec3& n, std::span<const Vec3> x)
{
  Range range;
  for (const Vec3& point : x) {
    range.highest = std::max(range.highest, n.dot(point));
    range.lowest = std::min(range.lowest, n.dot(point));
  }
  return range;
}

constexpr double inner = 2;     ///< spread of a vertex within a mesh
constexpr double border = 0.1;  ///< spreads of the ends of one edge of the border are equal up to this

/// To the normal of a face around a vertex. A little beside a bent surface there is another face; flat is flat.
double least_cosine(double spread, double slack)
{
  return spread < 1 ? spread - std::max(slack, 1e-4) : spread - slack - 1e-12;
}

/// n does not fall by more than a small angle from the vertex `top` to v; with one of acos(spread) across it that is within
/// the limit of this spread.
bool is_level(const PlacedConvex& placed, std::size_t top, std::size_t v, const Vec3& n, double spread,
              double slack)
{
  const Vec3 down = placed.x[top] - placed.x[v];
  return std::pow(n.dot(down), 2) <= 2 * (spread - least_cosine(spread, slack)) * down.squaredNorm();
}

/// The spread of what is extreme in the direction n: of the vertex `top`, or of an edge of the surface that begins there and is level. The corner
/// of a beam has faces at right angles, but what rests on a line across the beam that begins there rests on its flat side. An edge at
/// the border of the surface, where both ends have such faces, may roll: then lines that begin there are level, too.
double spread_along(const PlacedConvex& placed, std::size_t top, const Vec3& n, double slack)
{
  const double own = placed.spread[top];
  double spread = own;
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    if (!placed.convex.face_boundary[f]) continue;
    const std::span<const int> face = placed.convex.face(f);
    const auto at = std::ranges::find(face, static_cast<int>(top)) - face.begin();
    const auto size = static_cast<std::ptrdiff_t>(face.size());
    if (at == size) continue;
    for (const std::ptrdiff_t next : {(at + 1) % size, (at + size - 1) % size}) {
      const auto v = static_cast<std::size_t>(face[static_cast<std::size_t>(next)]);
      const double of_v = placed.spread[v];
      if (of_v == inner || !is_level(placed, top, v, n, of_v, slack)) continue;
      if (of_v <= own + border) return own;
      spread = std::max(spread, of_v);
    }
  }
  return spread;
}

}  // namespace

bool is_exposed(const PlacedConvex& placed, const Vec3& direction, double slack)
{
  if (placed.spread.empty()) return true;
  const auto [highest, lowest] = range_along(direction, placed.x);
  std::size_t top = 0;
  double least = inner;
  for (std::size_t v = 0; v < placed.x.size(); ++v)
    if (direction.dot(placed.x[v]) >= highest - 1e-6 * (highest - lowest) && placed.spread[v] < least) {
      least = placed.spread[v];
      top = v;
    }
  if (least == inner) return false;
  const double limit = least_cosine(spread_along(placed, top, direction, slack), slack);
  for (std::size_t f = 0; f < placed.planes.size(); ++f)
    if (placed.convex.face_boundary[f] && placed.planes[f].n.dot(direction) >= limit) return true;
  return false;
}

std::optional<Separation> separation(const PlacedConvex& a, const PlacedConvex& b, double epsilon)
{
  Axes axes;
  double elsewhere = -infinity;
  if (!add_face_normals(a, b, 1, epsilon, axes, elsewhere)) return std::nullopt;
  if (!add_face_normals(b, a, -1, epsilon, axes, elsewhere)) return std::nullopt;
  if (axes.empty()) return std::nullopt;

  // A face that parts the two up to epsilon is a good normal. Otherwise edges may part them better: those
  // that come as near to the other object as the penetration depth along the best face.
  if (const double best = best_of(axes); best < -epsilon) {
    assert(a.edges && b.edges);
    if (!reaches_into(a, b, epsilon)) return std::nullopt;
    if (!add_edge_directions(a, b, best, epsilon, axes)) return std::nullopt;
  }
  const Separation found = blend(axes, epsilon);
  if (is_of_a_neighbour(found.distance, elsewhere, epsilon)) return std::nullopt;
  const auto gap_to = [](std::span<const Vec3> x) {
    return [x](const Plane& plane) { return lowest_along(plane.n, x) - plane.offset; };
  };
  if (on_far_side(a, found.normal, found.distance, gap_to(b.x))) return std::nullopt;
  if (on_far_side(b, -found.normal, found.distance, gap_to(a.x))) return std::nullopt;
  return found;
}

}  // namespace corbel
