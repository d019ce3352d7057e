// SPDX-License-Identifier: MIT
// Elements as convexes: those on the boundary for contact detection, or all of them.
#include "corbel/geometry/vertex_spread.hpp"
#include "corbel/mesh/mesh.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// A quadrilateral whose two triangles differ by more than this angle [rad] is split
/// (Solfec-1.0).
constexpr double warp_angle = 1e-3;

struct FaceStatus {
  bool boundary;
  int surface_id;
};

void add_face(std::initializer_list<int> vertices, FaceStatus status, Convex& convex)
{
  convex.face_vertex.insert(convex.face_vertex.end(), vertices);
  convex.face_begin.push_back(static_cast<int>(convex.face_vertex.size()));
  convex.face_surface.push_back(status.surface_id);
  convex.face_boundary.push_back(status.boundary ? 1 : 0);
}

/// Splits a warped outward quadrilateral a b c d along the diagonal that stands out: a–c when d lies below
/// the plane of a b c, else b–d.
void add_quadrilateral(const std::array<int, 4>& q, FaceStatus status, Convex& convex)
{
  const auto x = [&](std::size_t i) -> const Vec3& {
    return convex.vertices[static_cast<std::size_t>(q[i])];
  };
  const Vec3 abc = (x(1) - x(0)).cross(x(2) - x(0));
  const Vec3 acd = (x(2) - x(0)).cross(x(3) - x(0));
  if (abc.cross(acd).norm() <= std::sin(warp_angle) * abc.norm() * acd.norm() && abc.dot(acd) > 0)
    return add_face({q[0], q[1], q[2], q[3]}, status, convex);
  if (abc.dot(x(3) - x(0)) < 0) {
    add_face({q[0], q[1], q[2]}, status, convex);
    add_face({q[0], q[2], q[3]}, status, convex);
  } else {
    add_face({q[0], q[1], q[3]}, status, convex);
    add_face({q[1], q[2], q[3]}, status, convex);
  }
}

void add_facet(const LocalFace& face, const Facet& facet, FaceStatus status, Convex& convex)
{
  const auto node = [&](std::size_t i) { return face.nodes[static_cast<std::size_t>(facet.nodes[i])]; };
  if (facet.count == 3)
    add_face({node(0), node(1), node(2)}, status, convex);
  else
    add_quadrilateral({node(0), node(1), node(2), node(3)}, status, convex);
}

/// Per node, the least cosine between normals of the boundary faces around it (Convex::vertex_spread).
std::vector<float> node_spreads(const Mesh& mesh)
{
  std::vector<std::vector<Vec3>> normals(mesh.nodes.size());
  for (const BoundaryFace& face : mesh.boundary)
    for (const Facet& local : face.kind->facets) {
      const Facet facet = face.facet(local);
      std::array<Vec3, 4> x;
      for (std::size_t i = 0; i < facet.node_span().size(); ++i)
        x[i] = mesh.nodes[static_cast<std::size_t>(facet.nodes[i])];
      const Vec3 n = twice_area(std::span(x).first(facet.node_span().size()));
      for (const int node : facet.node_span())
        normals[static_cast<std::size_t>(node)].push_back(n.normalized());
    }
  std::vector<float> spreads;
  for (const std::vector<Vec3>& around : normals)
    spreads.push_back(vertex_spread(around));
  return spreads;
}

/// `boundary`: the boundary faces of this element.
Convex element_convex(const Mesh& mesh, int e, std::span<const BoundaryFace> boundary,
                      const std::vector<float>& spreads)
{
  const Element& element = mesh.elements[static_cast<std::size_t>(e)];
  Convex convex;
  convex.volume_id = element.volume_id;
  for (const int n : element.node_span()) {
    convex.vertices.push_back(mesh.nodes[static_cast<std::size_t>(n)]);
    convex.vertex_spread.push_back(spreads[static_cast<std::size_t>(n)]);
  }
  convex.face_begin.push_back(0);
  auto next = boundary.begin();  // in the order of the element's faces
  for (std::size_t f = 0; f < element.kind->faces.size(); ++f) {
    FaceStatus status{false, 0};
    if (next != boundary.end() && next->face == static_cast<int>(f)) status = {true, (next++)->surface_id};
    for (const Facet& facet : element.kind->faces[f].kind->facets)
      add_facet(element.kind->faces[f], facet, status, convex);
  }
  return convex;
}

/// Splits the faces of element e off the front of `rest`; boundary faces are sorted by element.
std::span<const BoundaryFace> take_faces(std::span<const BoundaryFace>& rest, int e)
{
  std::size_t count = 0;
  while (count < rest.size() && rest[count].element == e)
    ++count;
  const auto own = rest.first(count);
  rest = rest.subspan(count);
  return own;
}

}  // namespace

std::vector<Convex> boundary_convexes(const Mesh& mesh, std::vector<int>& element_of)
{
  element_of.clear();
  const std::vector<float> spreads = node_spreads(mesh);
  std::vector<Convex> convexes;
  for (auto rest = std::span<const BoundaryFace>(mesh.boundary); !rest.empty();) {
    const int e = rest[0].element;
    const auto own = take_faces(rest, e);
    convexes.push_back(element_convex(mesh, e, own, spreads));
    element_of.push_back(e);
  }
  return convexes;
}

std::vector<Convex> element_convexes(const Mesh& mesh)
{
  const std::vector<float> spreads = node_spreads(mesh);
  std::vector<Convex> convexes;
  std::span<const BoundaryFace> rest(mesh.boundary);
  for (int e = 0; e < static_cast<int>(mesh.elements.size()); ++e)
    convexes.push_back(element_convex(mesh, e, take_faces(rest, e), spreads));
  return convexes;
}

}  // namespace corbel
