// SPDX-License-Identifier: MIT
// The two steps that cut the elements of a mesh along a plane (mesh/split.hpp).
#pragma once

#include "corbel/geometry/split.hpp"
#include "corbel/mesh/boundary.hpp"

#include <map>

namespace corbel {

/// A mesh while it is cut.
struct MeshUnderCut {
  CutPlane plane;
  double tolerance;  ///< [m] below it a node is on the plane
  std::vector<Vec3> nodes;
  std::vector<double> height;  ///< distance of each node from the plane, 0: on it
  std::vector<Element> elements;
  std::map<FaceKey, int> surface;  ///< identifiers of boundary faces; may hold faces that are no more

  MeshUnderCut(const Mesh& mesh, const CutPlane& plane, double tolerance);
  int add_node(const Vec3& x, double height_of_x);
  double height_at(const Vec3& x) const;  ///< 0 within the tolerance
  bool is_cut(const Element& element) const { return is_cut(element.node_span()); }
  bool is_cut(std::span<const int> face) const;  ///< nodes below and nodes above
};

/// Step 1: every cut element is a tetrahedron afterwards.
void divide_cut_elements(MeshUnderCut& mesh);

/// Step 2: no element is cut afterwards.
void cut_tetrahedra(MeshUnderCut& mesh);

}  // namespace corbel
