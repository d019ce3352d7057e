// SPDX-License-Identifier: MIT
// Edges of a convex polyhedron.
#pragma once

#include "corbel/geometry/convex.hpp"

namespace corbel {

struct ConvexEdges {
  struct Edge {
    int tail, head;   ///< vertices
    int left, right;  ///< faces: `left` runs along the edge from tail to head, `right` the other way
  };
  std::vector<Edge> edges;
  std::vector<int> face_edge;  ///< as Convex::face_vertex: the edge from that vertex to the next of its face
};

/// Edges in the order in which the faces show them first. A closed polyhedron is expected.
ConvexEdges find_edges(const Convex& convex);

}  // namespace corbel
