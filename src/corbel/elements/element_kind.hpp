// SPDX-License-Identifier: MIT
// A kind of element, as a row of a table: nodes, faces, shape functions and rules. Meshes, solids and bodies
// read all they need from the row and ask for no kind by name or by number of nodes, so that a new kind is a
// new row (solid_kinds.hpp lists those of the library; a row may be defined anywhere).
//
// Nodes: corners first, then the others. Natural coordinates ξ = (ξ, η, ζ), x = Σ N_a(ξ) x_a.
#pragma once

#include "corbel/elements/face_kind.hpp"

namespace corbel {

inline constexpr int max_element_nodes = 27;   ///< a hexahedron of second order with all its middles
inline constexpr int max_element_points = 27;  ///< of a stiffness rule: as many as 3×3×3

/// A point of integration over the reference element.
struct QuadraturePoint {
  Vec3 xi;
  double weight;
};
/// Points in natural coordinates; weight × det J is volume.
using ElementRule = std::vector<QuadraturePoint>;

/// A face by the local nodes of its element, outward.
struct LocalFace {
  const FaceKind* kind;
  std::array<int, max_face_nodes> nodes;  ///< the first of them, as many as the kind has
  std::span<const int> node_span() const
  {
    return {nodes.data(), static_cast<std::size_t>(kind->node_count)};
  }
  std::span<const int> corners() const
  {
    return {nodes.data(), static_cast<std::size_t>(kind->corner_count)};
  }
};
LocalFace local_face(const FaceKind& kind, std::span<const int> nodes);

struct ElementKind {
  std::string_view name;    ///< unique: "hex8"
  std::string_view family;  ///< of the shape, in words: "hexahedron"
  int dimension;            ///< of the natural coordinates
  int node_count, corner_count;
  std::vector<Vec3> reference_nodes;  ///< natural coordinates of the nodes
  std::vector<LocalFace> faces;
  /// A corner and its three neighbours, right-handed in an element that is not inverted.
  std::vector<std::array<int, 4>> corner_axes;
  /// The nodes of an element that came upside down, in the order in which it is not.
  std::vector<int> turned_over;

  ElementRule stiffness_rule;  ///< for internal forces and tangents
  ElementRule mass_rule;       ///< ∫ N dV exact, and ∫ N N dV while det J is constant
  ElementRule moment_rule;     ///< ∫ x ⊗ x dV exact
  /// Rules over a part of the element (fem/reduce_rule.hpp) integrate powers up to 2 of each coordinate whose
  /// sum is no larger than this.
  int part_degree;

  void (*shape_values)(const Vec3& xi, std::span<double> N);    ///< N_a(ξ); N has room for all nodes
  void (*shape_gradients)(const Vec3& xi, std::span<Vec3> dN);  ///< dN_a/dξ
  double (*outside_by)(const Vec3& xi);  ///< largest violation of its inequalities, natural units; < 0 inside

  /// ∫ N_a dV > 0 at all nodes: masses can be lumped by row sums. Otherwise M is a matrix.
  bool lumps;

  bool is_linear() const { return node_count == corner_count; }  ///< no nodes but corners
};

/// Mean of the natural coordinates of the nodes, inside the element.
Vec3 reference_center(const ElementKind& kind);

/// InternalError, naming the row, unless its lists fit its counts and its counts the largest ones.
void demand_complete(const ElementKind& kind);

}  // namespace corbel
