// SPDX-License-Identifier: MIT
// Checked construction of a mesh from flat lists.
#include "corbel/mesh/mesh.hpp"

#include "corbel/geometry/check_points.hpp"
#include "corbel/geometry/records.hpp"
#include "corbel/mesh/boundary.hpp"
#include "corbel/mesh/element.hpp"
#include "corbel/mesh/merge_nodes.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

namespace corbel {
namespace {

/// "4 (tetrahedron), 5 (pyramid) or 6 (wedge) nodes"
std::string node_counts(ElementKinds kinds)
{
  std::string text;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    text += fmt::format("{}{} ({})",
                        i == 0                 ? ""
                        : i + 1 < kinds.size() ? ", "
                                               : " or ",
                        kinds[i]->node_count, kinds[i]->family);
  return text + " nodes";
}

void read_elements(std::span<const int> elements, ElementKinds kinds, Mesh& mesh)
{
  RecordReader reader("elements", "element", elements, mesh.nodes.size());
  const std::string expected = node_counts(kinds);
  while (!reader.done()) {
    const Record record = reader.next([&](int k) { return find_kind(kinds, k) != nullptr; }, expected);
    const auto k = static_cast<int>(record.indices.size());
    mesh.elements.push_back(make_element(*find_kind(kinds, k), record.indices, record.id));
  }
  if (mesh.elements.empty())
    throw_input_error("elements", "no elements", "at least one element",
                      "Give flat records: node count, nodes, volume identifier.");
}

/// A node of no element would have no mass.
void check_nodes_used(const Mesh& mesh)
{
  std::vector<bool> used(mesh.nodes.size(), false);
  for (const Element& element : mesh.elements)
    for (const int n : element.node_span())
      used[static_cast<std::size_t>(n)] = true;
  const auto unused = std::find(used.begin(), used.end(), false);
  if (unused != used.end())
    throw_input_error("nodes", fmt::format("node {} that belongs to no element", unused - used.begin()),
                      "only nodes of elements", "Remove the node and renumber the elements.");
}

void orient(Mesh& mesh)
{
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    switch (orientation(mesh, mesh.elements[e])) {
    case Orientation::positive:
      break;
    case Orientation::negative:
      turn_over(mesh.elements[e]);
      ++mesh.renumbered;
      break;
    case Orientation::self_inverted:
      throw_input_error("elements", fmt::format("element {} that intersects itself", e),
                        "the same orientation at all corners of an element",
                        "Check the local node order: bottom counter-clockwise seen from above, then top.");
    case Orientation::flat:
      throw_input_error("elements", fmt::format("element {} without volume", e), "elements with volume",
                        "Check for coincident or coplanar nodes.");
    }
}

[[noreturn]] void throw_coincident(const Mesh& mesh, const std::vector<std::pair<int, int>>& pairs)
{
  const auto [a, b] = pairs.front();
  const Vec3& x = mesh.nodes[static_cast<std::size_t>(a)];
  throw_input_error(
      "nodes",
      fmt::format("{} node{} of other elements at the place of a node before, such as {} and {} at ({:.6g}, "
                  "{:.6g}, {:.6g})",
                  pairs.size(), pairs.size() == 1 ? "" : "s", a, b, x.x(), x.y(), x.z()),
      "one node where elements meet: nothing holds them together otherwise",
      "Give merge_nodes=True to join them, or merge_nodes=False for a crack that is meant.");
}

/// The number of each given node in the mesh.
std::vector<int> take_coincident(Mesh& mesh, const CoincidentNodes& coincident)
{
  using Action = CoincidentNodes::Action;
  std::vector<int> number(mesh.nodes.size());
  std::iota(number.begin(), number.end(), 0);
  if (coincident.action == Action::keep) return number;
  const double tolerance = coincident.tolerance > 0 ? coincident.tolerance : coincidence_tolerance(mesh);
  if (coincident.action == Action::merge) return merge_nodes(mesh, tolerance);
  const auto pairs = coincident_nodes(mesh, tolerance);
  if (!pairs.empty()) throw_coincident(mesh, pairs);
  return number;
}

/// Surface identifiers of the listed faces; a face listed twice keeps the later one. Faces that merging nodes
/// has put between two elements lose theirs. number: of each given node in the mesh.
std::map<FaceKey, int> read_surfaces(std::span<const int> surfaces, const std::vector<int>& number,
                                     const Mesh& mesh, const std::vector<FaceOfElement>& boundary)
{
  std::set<FaceKey> known;  // where nodes were merged
  if (number.size() > mesh.nodes.size())
    for (const FaceOfElement& face : all_faces(mesh))
      known.insert(face.key);
  std::map<FaceKey, int> ids;
  for (const FaceOfElement& face : boundary)
    ids[face.key] = surfaces[0];
  RecordReader reader("surfaces", "face", surfaces.subspan(1), number.size());
  for (std::size_t face = 0; !reader.done(); ++face) {
    const Record record = reader.next([](int k) { return k == 3 || k == 4; }, "3 or 4 nodes");
    std::vector<int> nodes;
    for (const int n : record.indices)
      nodes.push_back(number[static_cast<std::size_t>(n)]);
    const auto entry = ids.find(face_key(nodes));
    if (entry == ids.end() && known.contains(face_key(nodes))) continue;
    if (entry == ids.end())
      throw_input_error("surfaces",
                        fmt::format("face {} with nodes {}", face, fmt::join(record.indices, ", ")),
                        "faces on the boundary of the mesh", "Remove the face, or correct its node numbers.");
    entry->second = record.id;
  }
  return ids;
}

}  // namespace

Mesh make_mesh(std::span<const double> nodes, std::span<const int> elements, std::span<const int> surfaces,
               const CoincidentNodes& coincident, ElementKinds kinds)
{
  for (const ElementKind* kind : kinds)
    demand_complete(*kind);
  if (surfaces.empty())
    throw_input_error(
        "surfaces", "an empty list", "at least one surface identifier for all faces",
        "Give the default identifier of all faces, then records of faces with other identifiers: "
        "node count, nodes, identifier.");
  Mesh mesh;
  mesh.nodes = read_points("nodes", nodes);
  read_elements(elements, kinds, mesh);
  check_nodes_used(mesh);
  const std::vector<int> number = take_coincident(mesh, coincident);
  orient(mesh);
  const std::vector<FaceOfElement> boundary = find_boundary(mesh);
  const std::map<FaceKey, int> ids = read_surfaces(surfaces, number, mesh, boundary);
  for (const FaceOfElement& face : boundary)
    mesh.boundary.push_back(boundary_face(mesh, face, ids.at(face.key)));
  return mesh;
}

void demand_linear(const Mesh& mesh, std::string_view what)
{
  for (const Element& element : mesh.elements)
    if (!element.kind->is_linear())
      throw_input_error("mesh", fmt::format("elements of the kind {}", element.kind->name),
                        fmt::format("first-order elements for {}", what));
}

}  // namespace corbel
