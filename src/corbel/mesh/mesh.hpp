// SPDX-License-Identifier: MIT
// A volume mesh of tetrahedra, pyramids, wedges and hexahedra (manual §3.1.2).
#pragma once

#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/mass_properties.hpp"

#include <array>
#include <span>
#include <vector>

namespace corbel {

struct Element {
  std::array<int, 8> nodes;  ///< the first node_count entries, in the manual's local order
  int node_count;            ///< 4, 5, 6 or 8
  int volume_id;
  std::span<const int> node_span() const { return {nodes.data(), static_cast<std::size_t>(node_count)}; }
};

/// A face on the boundary of the mesh.
struct BoundaryFace {
  std::array<int, 4> nodes;  ///< counter-clockwise seen from outside; the first node_count entries
  int node_count;            ///< 3 or 4
  int element;
  int surface_id;
};

struct Mesh {
  std::vector<Vec3> nodes;  ///< [m]
  std::vector<Element> elements;
  std::vector<BoundaryFace> boundary;  ///< sorted by element, then by the order of element_faces
  int renumbered = 0;                  ///< elements that came numbered upside down
};

/// What becomes of coincident nodes of different elements (mesh/merge_nodes.hpp).
struct CoincidentNodes {
  enum class Action { refuse, keep, merge } action = Action::refuse;
  double tolerance = 0;  ///< [m]; 0: coincidence_tolerance of the mesh
};

/// Faces of an element kind as local node indices, outward, in the order of spec (tet 4, pyramid 5, wedge 5,
/// hex 6 faces).
std::span<const std::array<int, 5>>
element_faces(int node_count);  ///< each: count, then 3 or 4 local nodes (fifth unused: −1)

/// Checked construction in the manual's format: nodes flat x0 y0 z0 …, elements flat records k, n1 … nk,
/// volume, surfaces flat: gid, then records k, n1 … nk, id. Orientation of negatively numbered elements is
/// mended (as Solfec does); throws InputError for counts, indices, repeated nodes, flat or self-inverted
/// elements, nodes of no element, faces not on the boundary, faces of three elements or of two on the same
/// side, coincident nodes unless told what to do with them, NaN.
Mesh make_mesh(std::span<const double> nodes, std::span<const int> elements, std::span<const int> surfaces,
               const CoincidentNodes& coincident = {});

/// HEX of the manual: a trilinear i×j×k box between eight corner nodes (flat 24 numbers); surfaces: six
/// identifiers in the order of Solfec-1.0 (k=0, i=0, j=max, i=max, j=0, k=max); dx, dy, dz relative cell
/// sizes, empty for uniform. x fastest numbering.
Mesh make_hex_mesh(std::span<const double> corners, int i, int j, int k, int volume_id,
                   std::span<const int> surfaces, std::span<const double> dx, std::span<const double> dy,
                   std::span<const double> dz);

/// Volume moments of the mesh, exact for its (possibly warped) faces split symmetrically, so that neighbours
/// agree.
Moments moments(const Mesh& mesh);

/// The elements that own a boundary face as convexes with their interior faces marked (face_boundary = 0);
/// warped quadrilateral faces become two triangles (along the diagonal that keeps the element convex).
/// `element_of` gives the element index of each. Vertex i of a convex is node i of its element.
std::vector<Convex> boundary_convexes(const Mesh& mesh, std::vector<int>& element_of);

/// MESH2CONVEX of the manual: all elements as convexes, marked and split in the same way. An element inside
/// the mesh has no boundary face, so nothing ever touches it.
std::vector<Convex> element_convexes(const Mesh& mesh);

}  // namespace corbel
