// SPDX-License-Identifier: MIT
// Hexahedra of a regular grid of nodes.
#pragma once

#include "corbel/mesh/mesh.hpp"

namespace corbel {

/// i × j × k elements, the first direction fastest; node(a, b, c) numbers the nodes, 0 ≤ a ≤ i, … .
template<class Node>
void add_grid_elements(int i, int j, int k, int volume_id, const Node& node, Mesh& mesh)
{
  for (int c = 0; c < k; ++c)
    for (int b = 0; b < j; ++b)
      for (int a = 0; a < i; ++a)
        mesh.elements.push_back(
            make_element(hex8(),
                         std::array{node(a, b, c), node(a + 1, b, c), node(a + 1, b + 1, c),
                                    node(a, b + 1, c), node(a, b, c + 1), node(a + 1, b, c + 1),
                                    node(a + 1, b + 1, c + 1), node(a, b + 1, c + 1)},
                         volume_id));
}

}  // namespace corbel
