// SPDX-License-Identifier: MIT
// Orientation of single elements.
#pragma once

#include "corbel/mesh/mesh.hpp"

namespace corbel {

enum class Orientation {
  positive,       ///< local axes right-handed at every corner
  negative,       ///< left-handed at every corner: numbered upside down
  self_inverted,  ///< both kinds of corners: the element folds through itself
  flat            ///< no volume at any corner
};

Orientation orientation(std::span<const Vec3> nodes, const Element& element);
inline Orientation orientation(const Mesh& mesh, const Element& element)
{
  return orientation(mesh.nodes, element);
}

/// Renumbers a negative element so that it becomes positive, as Solfec does: bottom and top of a hexahedron
/// or a wedge change places, the base of a pyramid or a tetrahedron runs the other way round.
void turn_over(Element& element);

}  // namespace corbel
