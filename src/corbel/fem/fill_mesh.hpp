// SPDX-License-Identifier: MIT
// A shape apart from the mesh that moves it (manual §3.1.8, BODY with `mesh`): the part of each element
// that the convexes of the shape fill, as a rule to integrate over it.
#pragma once

#include "corbel/mesh/mesh.hpp"

#include <span>

namespace corbel {

struct FilledMesh {
  Mesh mesh;                       ///< without elements that have no shape in them, nodes renumbered
  std::vector<ElementRule> rules;  ///< per element; empty: all of it is filled
};

/// Each convex is cut by the elements into tetrahedra, and each of these gets four points: all that is
/// quadratic in X is integrated exactly where elements are parallelepipeds. Convexes are taken as disjoint.
/// Throws InputError on 'mesh' for a convex that is not inside, naming it and the vertex that is farthest
/// out.
FilledMesh fill_mesh(const Mesh& mesh, std::span<const Convex> convexes);

}  // namespace corbel
