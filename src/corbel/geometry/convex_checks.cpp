// SPDX-License-Identifier: MIT
// What makes a list of faces a convex polyhedron.
#include "corbel/geometry/convex.hpp"

#include "corbel/core/error.hpp"
#include "corbel/geometry/mass_properties.hpp"

#include <map>
#include <utility>

namespace corbel {
namespace {

/// Distances below this fraction of the convex's size count as zero: decks are typed with five or six digits.
constexpr double planarity_tolerance = 1e-4;
/// A volume below this fraction of size³ is round-off.
constexpr double volume_tolerance = 1e-14;

using DirectedEdge = std::pair<int, int>;
using EdgeOwners = std::map<DirectedEdge, std::size_t>;  ///< edge → face that runs along it

void add_edge(EdgeOwners& owners, DirectedEdge edge, std::size_t face)
{
  const auto [entry, is_new] = owners.emplace(edge, face);
  if (!is_new)
    throw_input_error(
        "faces",
        fmt::format("faces {} and {} that both contain the directed edge from vertex {} to vertex {}",
                    entry->second, face, edge.first, edge.second),
        "the two faces of an edge with opposite orientations along it",
        "Number the vertices of every face counter-clockwise seen from outside.");
}

EdgeOwners edge_owners(const Convex& convex)
{
  EdgeOwners owners;
  for (std::size_t f = 0; f < convex.face_count(); ++f) {
    const auto face = convex.face(f);
    for (std::size_t i = 0; i < face.size(); ++i)
      add_edge(owners, {face[i], face[(i + 1) % face.size()]}, f);
  }
  return owners;
}

double size_of(const Convex& convex)
{
  Aabb box;
  for (const Vec3& x : convex.vertices)
    box.extend(x);
  return box.size().maxCoeff();
}

void check_volume(const Convex& convex, double size)
{
  const double volume = moments(convex).V;
  if (volume < -volume_tolerance * size * size * size)
    throw_input_error("faces", fmt::format("faces that enclose the volume {}, so they are clockwise", volume),
                      "faces that are counter-clockwise seen from outside",
                      "Reverse the vertex order of every face.");
  if (!(volume > volume_tolerance * size * size * size))
    throw_input_error("vertices", fmt::format("a flat polyhedron of volume {}", volume), "a volume > 0",
                      "Check that the vertices do not lie in one plane.");
}

/// Plane offsets are those of the farthest vertex of the face, so a planar face has all its vertices at
/// distance zero.
void check_planar(const Convex& convex, std::size_t f, const Plane& plane, double tolerance)
{
  for (const int v : convex.face(f))
    if (const double d = plane.distance(convex.vertices[static_cast<std::size_t>(v)]); !(d >= -tolerance))
      throw_input_error(
          "faces", fmt::format("face {} with vertex {} at a distance of {} from its plane", f, v, -d),
          "planar faces", "Split the face into triangles, or use the convex hull of the points.");
}

void check_inside(const Convex& convex, std::size_t f, const Plane& plane, double tolerance)
{
  for (std::size_t v = 0; v < convex.vertices.size(); ++v)
    if (const double d = plane.distance(convex.vertices[v]); d > tolerance)
      throw_input_error("vertices", fmt::format("vertex {} outside face {} by {}", v, f, d),
                        "a convex polyhedron",
                        "Split it into convex parts, or use the convex hull of the points.");
}

void check_area(std::size_t f, const Plane& plane)
{
  if (plane.n.isZero(0))
    throw_input_error("faces", fmt::format("face {} without area", f),
                      "faces with three vertices not on a line");
}

}  // namespace

void check_closed(const Convex& convex)
{
  const EdgeOwners owners = edge_owners(convex);
  for (const auto& [edge, face] : owners)
    if (!owners.contains({edge.second, edge.first}))
      throw_input_error(
          "faces",
          fmt::format("only face {} at the edge of vertices {} and {}", face, edge.first, edge.second),
          "a closed surface in which every edge belongs to two faces",
          "Add the missing face, or correct its vertex numbers.");
}

void check_convex(const Convex& convex)
{
  const double size = size_of(convex);
  check_volume(convex, size);
  std::vector<Plane> planes(convex.face_count());
  compute_planes(convex, convex.vertices, planes);
  for (std::size_t f = 0; f < planes.size(); ++f) {
    check_area(f, planes[f]);
    check_planar(convex, f, planes[f], planarity_tolerance * size);
    check_inside(convex, f, planes[f], planarity_tolerance * size);
  }
}

}  // namespace corbel
