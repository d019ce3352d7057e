// SPDX-License-Identifier: MIT
// Elements of one mesh that share volume.
//
// Sums over elements cannot show it: volumes of elements and the volume within the boundary agree also where
// the mesh covers space twice. So points of each element are sought in all others: its middle, and a point on
// the way to each node, at four fifths. What reaches less deep into another element is not found.
#pragma once

#include "corbel/mesh/mesh.hpp"

#include <optional>
#include <utility>

namespace corbel {

/// The first two elements that share volume (the lower number first), if there are any.
std::optional<std::pair<int, int>> overlapping_elements(const Mesh& mesh);

}  // namespace corbel
