// SPDX-License-Identifier: MIT
// Cutting a convex by a plane: each face is cut, the cut edges are joined to the new face.
#include "corbel/geometry/split.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace corbel {
namespace {

using Edge = std::pair<int, int>;

/// The convex with the cut points of its edges added, and the side of every vertex: −1 below, 0 on, 1 above.
struct Marked {
  const Convex& convex;
  std::vector<Vec3> x;
  std::vector<int> side;
  std::map<Edge, int> cut_point;  ///< lower vertex, higher vertex → new vertex

  Marked(const Convex& c, const CutPlane& plane, double tolerance) : convex(c), x(c.vertices)
  {
    std::vector<double> d;
    for (const Vec3& vertex : x) {
      d.push_back(plane.distance(vertex));
      side.push_back(std::abs(d.back()) <= tolerance ? 0 : d.back() < 0 ? -1 : 1);
    }
    for (std::size_t f = 0; f < convex.face_count(); ++f) {
      const auto face = convex.face(f);
      for (std::size_t i = 0; i < face.size(); ++i)
        cut_edge(face[i], face[(i + 1) % face.size()], d);
    }
  }

  int side_of(int v) const { return side[static_cast<std::size_t>(v)]; }
  bool any(int wanted) const { return std::find(side.begin(), side.end(), wanted) != side.end(); }

 private:
  /// Every edge belongs to two faces, which run along it in opposite directions: one of them adds the point.
  void cut_edge(int a, int b, const std::vector<double>& d)
  {
    if (a > b || side_of(a) * side_of(b) >= 0) return;
    const double d_a = d[static_cast<std::size_t>(a)];
    const double d_b = d[static_cast<std::size_t>(b)];
    const Vec3 x_a = x[static_cast<std::size_t>(a)];
    cut_point[{a, b}] = static_cast<int>(x.size());
    x.push_back(x_a + (d_a / (d_a - d_b)) * (x[static_cast<std::size_t>(b)] - x_a));
    side.push_back(0);
  }
};

/// Sides of the vertices around a face such that one vertex, or cut point, parts what is below from what is
/// above. Several vertices in a row may count as on the plane, when they are closer together than the
/// tolerance: between above and below the one next to above stays on the plane, the others count as below.
std::vector<int> sides_around(const Marked& marked, std::span<const int> face)
{
  const std::size_t n = face.size();
  const auto side = [&](std::size_t i) { return marked.side_of(face[i % n]); };
  std::vector<int> sides;
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t before = i + n;  // nearest vertices off the plane
    std::size_t after = i;
    while (side(before) == 0 && before > i)
      --before;
    while (side(after) == 0 && after < i + n)
      ++after;
    if (side(i) != 0 || side(before) == side(after))
      sides.push_back(side(before));  // of a face on the plane: 0
    else
      sides.push_back(side(i + n - 1) > 0 || side(i + 1) > 0 ? 0 : -1);
  }
  return sides;
}

/// The part of a face on one side; empty if there is none. A face that lies on the plane as a whole belongs
/// to what is below.
std::vector<int> piece_of_face(const Marked& marked, std::span<const int> face, int side)
{
  const std::vector<int> sides = sides_around(marked, face);
  const bool flat = std::all_of(sides.begin(), sides.end(), [](int s) { return s == 0; });
  const bool mine = std::find(sides.begin(), sides.end(), side) != sides.end();
  std::vector<int> piece;
  if (!mine && !(flat && side < 0)) return piece;
  for (std::size_t i = 0; i < face.size(); ++i) {
    const std::size_t j = (i + 1) % face.size();
    if (sides[i] * side >= 0) piece.push_back(face[i]);
    if (sides[i] * sides[j] < 0) piece.push_back(marked.cut_point.at(std::minmax(face[i], face[j])));
  }
  return piece;
}

[[noreturn]] void throw_too_small(const Marked& marked)
{
  throw_input_error(
      "point",
      fmt::format("a plane that intersects features smaller than the tolerance in a convex of {} vertices",
                  marked.convex.vertices.size()),
      "a plane that cuts the convex in one polygon", "Move the plane a little.");
}

/// Ring of the edges that only one face runs along, in the direction that closes the surface.
std::vector<int> open_ring(const Convex& open, const Marked& marked)
{
  std::map<int, int> next;
  std::vector<Edge> edges;
  for (std::size_t f = 0; f < open.face_count(); ++f)
    for (std::size_t i = 0; i < open.face(f).size(); ++i)
      edges.emplace_back(open.face(f)[i], open.face(f)[(i + 1) % open.face(f).size()]);
  std::sort(edges.begin(), edges.end());
  for (const auto& [a, b] : edges)
    if (!std::binary_search(edges.begin(), edges.end(), Edge{b, a}))
      if (!next.emplace(b, a).second) throw_too_small(marked);
  std::vector<int> ring;
  for (auto at = next.begin(); at != next.end() && ring.size() < next.size(); at = next.find(at->second))
    ring.push_back(at->first);
  const bool closed = ring.size() >= 3 && ring.size() == next.size() && next.at(ring.back()) == ring.front();
  if (!closed) throw_too_small(marked);
  return ring;
}

void add_face(std::span<const int> vertices, int surface_id, char boundary, Convex& convex)
{
  convex.face_vertex.insert(convex.face_vertex.end(), vertices.begin(), vertices.end());
  convex.face_begin.push_back(static_cast<int>(convex.face_vertex.size()));
  convex.face_surface.push_back(surface_id);
  convex.face_boundary.push_back(boundary);
}

/// Keeps the vertices that faces use, in order.
void keep_used(const std::vector<Vec3>& x, Convex& convex)
{
  std::vector<int> number(x.size(), -1);
  for (const int v : convex.face_vertex)
    number[static_cast<std::size_t>(v)] = 0;
  for (std::size_t v = 0; v < x.size(); ++v) {
    if (number[v] < 0) continue;
    number[v] = static_cast<int>(convex.vertices.size());
    convex.vertices.push_back(x[v]);
  }
  for (int& v : convex.face_vertex)
    v = number[static_cast<std::size_t>(v)];
}

Convex piece(const Marked& marked, int side, int surface_id)
{
  const Convex& whole = marked.convex;
  Convex result;
  result.volume_id = whole.volume_id;
  result.face_begin.push_back(0);
  for (std::size_t f = 0; f < whole.face_count(); ++f) {
    const std::vector<int> part = piece_of_face(marked, whole.face(f), side);
    if (part.size() >= 3) add_face(part, whole.face_surface[f], whole.face_boundary[f], result);
  }
  add_face(open_ring(result, marked), surface_id, 1, result);
  keep_used(marked.x, result);
  return result;
}

}  // namespace

SplitConvex split(const Convex& convex, const CutPlane& plane, double tolerance, CutSurfaces surfaces)
{
  const Marked marked(convex, plane, tolerance);
  if (!marked.any(1)) return {convex, std::nullopt};
  if (!marked.any(-1)) return {std::nullopt, convex};
  return {piece(marked, -1, surfaces.below), piece(marked, 1, surfaces.above)};
}

}  // namespace corbel
