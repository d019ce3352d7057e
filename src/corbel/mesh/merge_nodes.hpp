// SPDX-License-Identifier: MIT
// Coincident nodes of different elements.
//
// Meshes put together from parts often have two nodes where the parts meet: nothing then holds the parts
// together, and the faces between them count as surface. That is what a crack looks like too, so a mesh is
// taken with such nodes only when that is said.
#pragma once

#include "corbel/mesh/mesh.hpp"

#include <utility>

namespace corbel {

/// Nodes closer than this count as one place [m]: a millionth of the extent of the mesh, yet no more than a
/// hundredth of its shortest edge.
double coincidence_tolerance(const Mesh& mesh);

/// Per node the first node within `tolerance` of it (itself where there is none before it). Nodes of one
/// element that coincide, as in a hexahedron collapsed to a wedge, are left alone.
std::vector<int> first_nodes_at_places(const Mesh& mesh, double tolerance);

/// Pairs (first node there, other node) of first_nodes_at_places, by the other node.
std::vector<std::pair<int, int>> coincident_nodes(const Mesh& mesh, double tolerance);

/// Joins the nodes within `tolerance` [m] of each other; the first one of each place stays, in order. Returns
/// the new number of each old node. Only nodes and elements: the boundary is the caller's. Throws InputError
/// when an edge of an element is not longer than the tolerance.
std::vector<int> merge_nodes(Mesh& mesh, double tolerance);

}  // namespace corbel
