// SPDX-License-Identifier: MIT
#include "corbel/geometry/convex_edges.hpp"

#include <map>

namespace corbel {

ConvexEdges find_edges(const Convex& convex)
{
  ConvexEdges result;
  std::map<std::pair<int, int>, int> seen;  // (tail, head) of edges met once
  for (std::size_t f = 0; f < convex.face_count(); ++f) {
    const auto face = convex.face(f);
    for (std::size_t i = 0; i < face.size(); ++i) {
      const int v = face[i], next = face[(i + 1) % face.size()];
      if (const auto twin = seen.find({next, v}); twin != seen.end()) {
        result.edges[static_cast<std::size_t>(twin->second)].right = static_cast<int>(f);
        result.face_edge.push_back(twin->second);
        continue;
      }
      const int e = static_cast<int>(result.edges.size());
      seen[{v, next}] = e;
      result.edges.push_back({v, next, static_cast<int>(f), static_cast<int>(f)});
      result.face_edge.push_back(e);
    }
  }
  return result;
}

}  // namespace corbel
