// SPDX-License-Identifier: MIT
// Contact of two convexes through the corners of the area in which they touch.
//
//   n        the separating direction (separation.cpp)
//   A, B     of the boundary faces at the extreme vertices of a along n and of b along −n, those whose
//            normals are nearest to n and −n
//   polygon  B clipped by the sides of A, both seen along n; what is outside by epsilon or less may stay
//   gap      at a corner x of it, the distance t along n from face A to face B:  n_A·(x − t n) = offset_A
//
// A face of four vertices that has deformed is warped: its plane goes through the farthest of them. Its
// vertices and edges are exact, so at vertices of a and on its edges the gap is measured from them. (From the
// plane, quasi-static passes, whose first iterates warp faces by as much as the bodies overlap, held vertices
// off what they should touch.)
//
// Corners with gap ≤ epsilon are in contact. So a block that stands on its edge touches with the two vertices
// of that edge, and the far ones come in when they come down: it rocks about its true edge.
//
// A corner is a vertex of b, a vertex of a, or lies where an edge of a crosses an edge of b: this is its name
// (feature), which it keeps while the objects slide, roll and rock, whichever of the two faces was clipped.
#include "corbel/geometry/convex_edges.hpp"
#include "corbel/geometry/extremes.hpp"
#include "corbel/geometry/patch_reduction.hpp"
#include "corbel/geometry/separation.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

/// Faces nearly parallel to n (cosine) cannot be projected along n.
constexpr double grazing = 1e-3;

/// A side of the clipped polygon: an edge of a or of b.
struct EdgeSide {
  bool of_a;
  int edge;
};

/// A corner of the clipped polygon and the side that starts there.
struct Corner {
  Vec3 x;  // on face B
  EdgeSide side;
};
using Corners = SmallBuffer<Corner, 32>;

/// The boundary face whose normal is nearest to n, of those with a vertex not below `height` along n; −1: none
/// does.
int facing(const PlacedConvex& placed, const Vec3& n, double height)
{
  int best = -1;
  double most = grazing;
  for (std::size_t f = 0; f < placed.planes.size(); ++f) {
    const double cosine = placed.planes[f].n.dot(n);
    if (!placed.convex.face_boundary[f] || cosine <= most + 1e-9) continue;
    const auto face = placed.convex.face(f);
    const auto is_high = [&](int v) { return n.dot(placed.x[static_cast<std::size_t>(v)]) >= height; };
    if (std::none_of(face.begin(), face.end(), is_high)) continue;
    most = cosine;
    best = static_cast<int>(f);
  }
  return best;
}

/// Edge from vertex i of face f to the next one.
int edge_of(const PlacedConvex& placed, std::size_t f, std::size_t i)
{
  return placed.edges->face_edge[static_cast<std::size_t>(placed.convex.face_begin[f]) + i];
}

/// out = the part of `in` with distance ≤ margin; the cut is a side of a, at distance 0: corners within the
/// margin stay where they are.
void clip(const Corners& in, const Plane& plane, double margin, int edge_a, Corners& out)
{
  out.clear();
  for (std::size_t i = 0; i < in.size(); ++i) {
    const Corner& p = in[i];
    const Corner& q = in[(i + 1) % in.size()];
    const double d_p = plane.distance(p.x), d_q = plane.distance(q.x);
    const bool p_stays = d_p <= margin;
    if (p_stays) out.push_back(p);
    if (p_stays == (d_q <= margin)) continue;
    const double t = std::clamp(d_p / (d_p - d_q), 0.0, 1.0);
    out.push_back({p.x + t * (q.x - p.x), p_stays ? EdgeSide{true, edge_a} : p.side});
  }
}

/// Face fb of b clipped by the sides of face fa of a, seen along n. The result lies in one of the two
/// buffers.
const Corners& clip_faces(const PlacedConvex& a, std::size_t fa, const PlacedConvex& b, std::size_t fb,
                          const Vec3& n, double epsilon, Corners& polygon, Corners& scratch)
{
  const auto face_a = a.convex.face(fa), face_b = b.convex.face(fb);
  for (std::size_t i = 0; i < face_b.size(); ++i)
    polygon.push_back({b.x[static_cast<std::size_t>(face_b[i])], {false, edge_of(b, fb, i)}});
  Corners* from = &polygon;
  Corners* to = &scratch;
  for (std::size_t i = 0; i < face_a.size() && !from->empty(); ++i) {
    const Vec3& tail = a.x[static_cast<std::size_t>(face_a[i])];
    const Vec3& head = a.x[static_cast<std::size_t>(face_a[(i + 1) % face_a.size()])];
    const Vec3 out = (head - tail).cross(n);
    const double length = out.norm();
    if (length == 0) continue;
    const Vec3 m = out / length;
    clip(*from, {m, m.dot(tail)}, epsilon, edge_of(a, fa, i), *to);
    std::swap(from, to);
  }
  return *from;
}

/// The vertex that two edges of a polyhedron share; −1: none.
int shared_vertex(const ConvexEdges& edges, int e1, int e2)
{
  const auto &one = edges.edges[static_cast<std::size_t>(e1)],
             &two = edges.edges[static_cast<std::size_t>(e2)];
  if (one.tail == two.tail || one.tail == two.head) return one.tail;
  return one.head == two.tail || one.head == two.head ? one.head : -1;
}

/// 28 bits name a vertex, or 14 each two edges (larger hulls: names repeat, which costs a warm start at
/// worst).
constexpr std::int32_t name_bits = (1 << 28) - 1;
constexpr std::int32_t vertex_of_a = 1 << 28, vertex_of_b = 2 << 28, crossing = 3 << 28;

/// The name of the corner between two sides.
std::int32_t feature_of(const PlacedConvex& a, const PlacedConvex& b, const EdgeSide& before,
                        const EdgeSide& after)
{
  if (before.of_a != after.of_a) {
    const int edge_a = before.of_a ? before.edge : after.edge;
    const int edge_b = before.of_a ? after.edge : before.edge;
    return crossing | (((edge_a & 0x3fff) << 14) | (edge_b & 0x3fff));
  }
  const int vertex = shared_vertex(before.of_a ? *a.edges : *b.edges, before.edge, after.edge);
  return (before.of_a ? vertex_of_a : vertex_of_b) | (vertex & name_bits);
}

bool is_vertex(const PatchPoint& point) { return (point.feature & crossing) != crossing; }

/// Corners that touch, without those that coincide with their neighbour up to `same`: of these a vertex stays
/// rather than a crossing, which nearly parallel edges move around.
class Collector {
 public:
  Collector(PatchCorners& corners, double same) : corners_(corners), same2_(same * same) {}
  void add(const PatchPoint& point)
  {
    if (!corners_.empty() && coincide(corners_[corners_.size() - 1], point))
      keep_better(corners_[corners_.size() - 1], point);
    else
      corners_.push_back(point);
  }
  void close()
  {
    if (corners_.size() < 2 || !coincide(corners_[0], corners_[corners_.size() - 1])) return;
    keep_better(corners_[0], corners_[corners_.size() - 1]);
    corners_.pop_back();
  }

 private:
  bool coincide(const PatchPoint& p, const PatchPoint& q) const
  {
    return (p.point - q.point).squaredNorm() <= same2_;
  }
  static void keep_better(PatchPoint& kept, const PatchPoint& other)
  {
    if (!is_vertex(kept) && is_vertex(other)) kept = other;
  }

  PatchCorners& corners_;
  double same2_;
};

/// Not farther outside than `limit`.
bool is_near(const Vec3& x, std::span<const Plane> planes, double limit)
{
  return std::all_of(planes.begin(), planes.end(),
                     [&](const Plane& plane) { return plane.distance(x) <= limit; });
}

/// By more than what matters.
bool is_warped(const PlacedConvex& placed, std::size_t f, double epsilon)
{
  const auto face = placed.convex.face(f);
  return std::ranges::any_of(face, [&](int v) {
    return std::abs(placed.planes[f].distance(placed.x[static_cast<std::size_t>(v)])) > 1e-3 * epsilon;
  });
}

/// Of the point x seen along n, to the edge of a below it.
double height_above(const PlacedConvex& a, int edge, const Vec3& x, const Vec3& n)
{
  const ConvexEdges::Edge& ends = a.edges->edges[static_cast<std::size_t>(edge)];
  const Vec3& from = a.x[static_cast<std::size_t>(ends.tail)];
  const Vec3 along = a.x[static_cast<std::size_t>(ends.head)] - from;
  const Vec3 seen = along - n.dot(along) * n;
  const double length2 = seen.squaredNorm();
  const double part = length2 > 0 ? std::clamp(seen.dot(x - from) / length2, 0.0, 1.0) : 0;
  return n.dot(x - from - part * along);
}

/// The gap at the corner x between two sides, from a warped face A.
double gap_of_warped(const PlacedConvex& a, const Vec3& x, const Vec3& n, const EdgeSide& before,
                     const EdgeSide& after, double of_plane)
{
  if (before.of_a && after.of_a) {
    const int vertex = shared_vertex(*a.edges, before.edge, after.edge);
    return vertex < 0 ? of_plane : n.dot(x - a.x[static_cast<std::size_t>(vertex)]);
  }
  if (before.of_a || after.of_a) return height_above(a, before.of_a ? before.edge : after.edge, x, n);
  return of_plane;
}

/// Corners of the polygon at which the faces touch. The polygon runs around −n, so from its end. `least`: the
/// gap of the two objects along n, below which a steep face A must not be extended beyond its sides.
void touching_corners(const PlacedConvex& a, std::size_t fa, const PlacedConvex& b, const Corners& polygon,
                      const Vec3& n, double least, double epsilon, PatchCorners& touching)
{
  const Plane& face_a = a.planes[fa];
  const bool warped = is_warped(a, fa, epsilon);
  const double cosine = face_a.n.dot(n);
  Collector collector(touching, 2 * epsilon);
  for (std::size_t i = polygon.size(); i-- > 0;) {
    const Vec3& x = polygon[i].x;
    const EdgeSide &before = polygon[(i + polygon.size() - 1) % polygon.size()].side,
                   &after = polygon[i].side;
    double gap = face_a.distance(x) / cosine;
    if (warped) gap = gap_of_warped(a, x, n, before, after, gap);
    gap = std::max(least, gap);
    if (!(gap <= epsilon)) continue;
    const Vec3 point = x - (0.5 * gap) * n;
    // Behind a thin or wedge-shaped object there is nothing to touch.
    const double limit = 2 * epsilon - std::min(0.0, gap);
    if (!is_near(point, a.planes, limit) || !is_near(point, b.planes, limit)) continue;
    collector.add({point, std::min(0.0, gap), 0, feature_of(a, b, before, after)});
  }
  collector.close();
}

/// The fallback when the facing faces do not overlap, as in deep overlaps of long objects:
/// the middle of the overlap.
std::optional<ContactPatch> middle_of_overlap(const PlacedConvex& a, const PlacedConvex& b,
                                              const Separation& apart, double epsilon)
{
  if (apart.distance >= -epsilon) return std::nullopt;
  auto pair = touch(a, b, epsilon);
  if (!pair) return std::nullopt;
  pair->normal = apart.normal;
  pair->gap = apart.distance;
  return single_point(*pair);
}

/// The faces touch away from where the penetration is deep.
bool misses_the_depth(const PatchCorners& corners, const Separation& apart, double epsilon)
{
  double deepest = 0;
  for (const PatchPoint& corner : corners)
    deepest = std::min(deepest, corner.gap);
  return apart.distance < -2 * epsilon && deepest > 0.5 * apart.distance;
}

}  // namespace

ContactPatch single_point(const PairGeometry& pair)
{
  ContactPatch patch{pair.normal, pair.area, pair.surface_a, pair.surface_b, 1, {}};
  patch.points[0] = {pair.point, pair.gap, pair.area, 0};
  return patch;
}

std::optional<ContactPatch> patch(const PlacedConvex& a, const PlacedConvex& b, double epsilon)
{
  assert(a.edges && b.edges);
  const auto apart = separation(a, b, epsilon);
  if (!apart || apart->corner_on_corner) return std::nullopt;
  const Vec3& n = apart->normal;
  const double top_a = highest_along(n, a.x), bottom_b = -highest_along(-n, b.x);
  const int facing_a = facing(a, n, top_a - epsilon), facing_b = facing(b, -n, -bottom_b - epsilon);
  if (facing_a < 0 || facing_b < 0) return middle_of_overlap(a, b, *apart, epsilon);
  const auto fa = static_cast<std::size_t>(facing_a), fb = static_cast<std::size_t>(facing_b);

  Corners one, two;
  const Corners& polygon = clip_faces(a, fa, b, fb, n, epsilon, one, two);
  PatchCorners touching;
  touching_corners(a, fa, b, polygon, n, bottom_b - top_a, epsilon, touching);
  if (touching.empty() || misses_the_depth(touching, *apart, epsilon))
    return middle_of_overlap(a, b, *apart, epsilon);

  ContactPatch result{n, 0, a.convex.face_surface[fa], b.convex.face_surface[fb], 0, {}};
  reduce(touching, result);
  return result;
}

}  // namespace corbel
