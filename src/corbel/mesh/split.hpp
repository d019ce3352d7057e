// SPDX-License-Identifier: MIT
// Cutting a mesh by a plane.
#pragma once

#include "corbel/geometry/split.hpp"
#include "corbel/mesh/mesh.hpp"

namespace corbel {

struct SplitMesh {
  std::optional<Mesh> below;
  std::optional<Mesh> above;
};

/// Both parts conform, keep volume and surface identifiers, and together are the whole to round-off; the cut
/// gets `surfaces`. A node nearer to the plane than 1e-4 of the shortest edge (up to 1e-2 where that leaves
/// flat pieces) counts as on it and is not moved. A plane that runs between elements only sorts them.
/// Elsewhere, with `remesh`, the elements that the plane crosses are cut:
///
///   1  a cut pyramid, wedge or hexahedron becomes tetrahedra around its centre; a neighbour that shares a
///      quadrilateral with it becomes tetrahedra on that face and pyramids on its other quadrilaterals,
///   2  a cut tetrahedron becomes tetrahedra, pyramids and wedges on both sides.
///
/// All other elements stay as they are. Throws InputError: on 'remesh' when it is off and the plane crosses
/// elements, on 'point' when the pieces would be flat.
SplitMesh split(const Mesh& mesh, const CutPlane& plane, CutSurfaces surfaces, bool remesh);

}  // namespace corbel
