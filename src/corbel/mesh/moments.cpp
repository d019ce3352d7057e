// SPDX-License-Identifier: MIT
// Volume moments of a mesh, from its boundary alone: what neighbours share cancels.
#include "corbel/mesh/mesh.hpp"

namespace corbel {

Moments moments(const Mesh& mesh)
{
  SurfaceMoments sum(mean_of(mesh.nodes));
  for (const BoundaryFace& face : mesh.boundary)
    for (const Facet& local : face.kind->facets) {
      const Facet facet = face.facet(local);
      std::array<Vec3, 4> polygon;
      const std::size_t count = facet.node_span().size();
      for (std::size_t i = 0; i < count; ++i)
        polygon[i] = mesh.nodes[static_cast<std::size_t>(facet.nodes[i])];
      sum.add({polygon.data(), count});
    }
  return sum.result();
}

}  // namespace corbel
