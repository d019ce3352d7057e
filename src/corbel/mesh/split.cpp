// SPDX-License-Identifier: MIT
#include "corbel/mesh/split.hpp"

#include "corbel/core/error.hpp"
#include "corbel/mesh/element.hpp"
#include "corbel/mesh/remesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

/// A node nearer than this fraction of the shortest edge is on the plane: thinner pieces would be worth
/// nothing to whoever uses the mesh. The next one is tried when pieces are flat all the same, as those of
/// very long elements may be.
constexpr std::array<double, 3> snaps{1e-4, 1e-3, 1e-2};

/// Edges of boundary and inner faces alike; every edge of an element is in one of its faces.
double shortest_edge(const Mesh& mesh)
{
  double shortest = std::numeric_limits<double>::infinity();
  for (const Element& element : mesh.elements)
    for (const LocalFace& local : element.kind->faces)
      for (std::size_t i = 0; i < local.corners().size(); ++i) {
        const auto node = [&](std::size_t at) -> const Vec3& {
          const int n = element.nodes[static_cast<std::size_t>(local.nodes[at % local.corners().size()])];
          return mesh.nodes[static_cast<std::size_t>(n)];
        };
        shortest = std::min(shortest, (node(i + 1) - node(i)).norm());
      }
  return shortest;
}

bool all_positive(const MeshUnderCut& mesh)
{
  return std::all_of(mesh.elements.begin(), mesh.elements.end(), [&](const Element& element) {
    return orientation(mesh.nodes, element) == Orientation::positive;
  });
}

/// The elements on one side (−1 or 1), with the nodes they use in their order; nothing if there are none.
std::optional<Mesh> part(const MeshUnderCut& whole, int side, int cut_surface)
{
  const auto height = [&](int n) { return whole.height[static_cast<std::size_t>(n)]; };
  Mesh mesh;
  for (const Element& element : whole.elements) {
    const auto nodes = element.node_span();
    const bool is_below = std::any_of(nodes.begin(), nodes.end(), [&](int n) { return height(n) < 0; });
    if (is_below == (side < 0)) mesh.elements.push_back(element);
  }
  if (mesh.elements.empty()) return std::nullopt;

  const std::vector<FaceOfElement> boundary = find_boundary(mesh);
  std::vector<int> surface_ids;
  for (const FaceOfElement& face : boundary) {
    const auto entry = whole.surface.find(face.key);
    surface_ids.push_back(entry == whole.surface.end() ? cut_surface : entry->second);
  }
  std::vector<int> number(whole.nodes.size(), -1);
  for (const Element& element : mesh.elements)
    for (const int n : element.node_span())
      number[static_cast<std::size_t>(n)] = 0;
  for (std::size_t n = 0; n < number.size(); ++n) {
    if (number[n] < 0) continue;
    number[n] = static_cast<int>(mesh.nodes.size());
    mesh.nodes.push_back(whole.nodes[n]);
  }
  for (Element& element : mesh.elements)
    for (int& n : element.node_span())
      n = number[static_cast<std::size_t>(n)];
  for (std::size_t f = 0; f < boundary.size(); ++f)
    mesh.boundary.push_back(boundary_face(mesh, boundary[f], surface_ids[f]));
  return mesh;
}

}  // namespace

MeshUnderCut::MeshUnderCut(const Mesh& mesh, const CutPlane& p, double t)
    : plane(p), tolerance(t), nodes(mesh.nodes), elements(mesh.elements)
{
  for (const Vec3& x : nodes)
    height.push_back(height_at(x));
  for (const BoundaryFace& face : mesh.boundary)
    surface[face_key(face.corners())] = face.surface_id;
}

int MeshUnderCut::add_node(const Vec3& x, double height_of_x)
{
  nodes.push_back(x);
  height.push_back(height_of_x);
  return static_cast<int>(nodes.size()) - 1;
}

double MeshUnderCut::height_at(const Vec3& x) const
{
  const double h = plane.distance(x);
  return std::abs(h) <= tolerance ? 0 : h;
}

bool MeshUnderCut::is_cut(std::span<const int> face) const
{
  const auto at = [&](int n) { return height[static_cast<std::size_t>(n)]; };
  return std::any_of(face.begin(), face.end(), [&](int n) { return at(n) < 0; }) &&
         std::any_of(face.begin(), face.end(), [&](int n) { return at(n) > 0; });
}

SplitMesh split(const Mesh& mesh, const CutPlane& plane, CutSurfaces surfaces, bool remesh)
{
  demand_linear(mesh, "cutting");
  const double shortest = shortest_edge(mesh);
  for (const double snap : snaps) {
    MeshUnderCut work(mesh, plane, snap * shortest);
    const auto crossed = std::count_if(work.elements.begin(), work.elements.end(),
                                       [&](const Element& element) { return work.is_cut(element); });
    if (crossed > 0 && !remesh)
      throw_input_error("remesh", fmt::format("OFF, with a plane that crosses {} elements", crossed),
                        "a plane that runs between elements when remeshing is off",
                        "Move the plane to element faces, or allow remeshing.");
    if (crossed > 0) {
      divide_cut_elements(work);
      cut_tetrahedra(work);
    }
    if (crossed == 0 || all_positive(work))
      return {part(work, -1, surfaces.below), part(work, 1, surfaces.above)};
  }
  throw_input_error("point", "a plane that produces flat or inverted pieces of elements",
                    "a plane that cuts elements into pieces with volume",
                    "Move the plane a little, or use a mesh whose elements are less distorted.");
}

}  // namespace corbel
