// SPDX-License-Identifier: MIT
// A volume mesh of elements of one or several kinds (manual §3.1.2).
#pragma once

#include "corbel/elements/solid_kinds.hpp"
#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/mass_properties.hpp"

#include <array>
#include <span>
#include <vector>

namespace corbel {

struct Element {
  const ElementKind* kind;
  int volume_id;
  std::array<int, max_element_nodes> nodes;  ///< in the order of the kind; the others −1
  int node_count() const { return kind->node_count; }
  std::span<const int> node_span() const { return {nodes.data(), static_cast<std::size_t>(node_count())}; }
  std::span<int> node_span() { return {nodes.data(), static_cast<std::size_t>(node_count())}; }
};
Element make_element(const ElementKind& kind, std::span<const int> nodes, int volume_id);

/// A face on the boundary of the mesh.
struct BoundaryFace {
  const FaceKind* kind;
  int element;
  int face;  ///< of the element's own
  int surface_id;
  std::array<int, max_face_nodes> nodes;  ///< corners counter-clockwise seen from outside, then the others
  int node_count() const { return kind->node_count; }
  std::span<const int> node_span() const { return {nodes.data(), static_cast<std::size_t>(node_count())}; }
  std::span<int> node_span() { return {nodes.data(), static_cast<std::size_t>(node_count())}; }
  std::span<const int> corners() const
  {
    return node_span().first(static_cast<std::size_t>(kind->corner_count));
  }
  Facet facet(const Facet& local) const;  ///< in nodes of the mesh
};

struct Mesh {
  std::vector<Vec3> nodes;  ///< [m]
  std::vector<Element> elements;
  std::vector<BoundaryFace> boundary;  ///< sorted by element, then by its faces
  int renumbered = 0;                  ///< elements that came numbered upside down
};

/// What becomes of coincident nodes of different elements (mesh/merge_nodes.hpp).
struct CoincidentNodes {
  enum class Action { refuse, keep, merge } action = Action::refuse;
  double tolerance = 0;  ///< [m]; 0: coincidence_tolerance of the mesh
};

/// Checked construction in the manual's format: nodes flat x0 y0 z0 …, elements flat records k, n1 … nk,
/// volume, with the number of nodes k of one of `kinds`, surfaces flat: gid, then records k, n1 … nk, id with
/// the corners of a face. Orientation of negatively numbered elements is
/// mended (as Solfec does); throws InputError for counts, indices, repeated nodes, flat or self-inverted
/// elements, nodes of no element, faces not on the boundary, faces of three elements or of two on the same
/// side or with different nodes between the same corners, coincident nodes unless told what to do with them,
/// NaN.
Mesh make_mesh(std::span<const double> nodes, std::span<const int> elements, std::span<const int> surfaces,
               const CoincidentNodes& coincident = {}, ElementKinds kinds = solid_kinds());

/// Throws InputError on 'mesh' that names `what` unless all nodes are corners of elements.
void demand_linear(const Mesh& mesh, std::string_view what);

/// HEX of the manual: a trilinear i×j×k box between eight corner nodes (flat 24 numbers); surfaces: six
/// identifiers in the order of Solfec-1.0 (k=0, i=0, j=max, i=max, j=0, k=max); dx, dy, dz relative cell
/// sizes, empty for uniform. x fastest numbering.
Mesh make_hex_mesh(std::span<const double> corners, int i, int j, int k, int volume_id,
                   std::span<const int> surfaces, std::span<const double> dx, std::span<const double> dy,
                   std::span<const double> dz);

/// Volume moments of the mesh, exact for its (possibly warped) facets split symmetrically, so that neighbours
/// agree. Curved edges of second-order elements count as two straight ones.
Moments moments(const Mesh& mesh);

/// The elements that own a boundary face as convexes with their interior faces marked (face_boundary = 0);
/// warped quadrilateral faces become two triangles (along the diagonal that keeps the element convex).
/// `element_of` gives the element index of each. Vertex i of a convex is node i of its element, and its faces
/// are the facets of the element's, so that the surface of a second-order element is convex only if its edges
/// are straight or bulge outward.
std::vector<Convex> boundary_convexes(const Mesh& mesh, std::vector<int>& element_of);

/// MESH2CONVEX of the manual: all elements as convexes, marked and split in the same way. An element inside
/// the mesh has no boundary face, so nothing ever touches it.
std::vector<Convex> element_convexes(const Mesh& mesh);

}  // namespace corbel
