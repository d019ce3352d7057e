// SPDX-License-Identifier: MIT
// Displacements of the nodes of one element, and what depends on the kind of element.
#pragma once

#include "corbel/fem/element_integrals.hpp"
#include "corbel/mesh/mesh.hpp"

#include <type_traits>

namespace corbel {

/// Displacements of the nodes of an element relative to its first one: a common translation changes nothing,
/// and a large one costs no digits.
template<int K>
NodeVectors<K> relative_displacements(const Element& element, const Eigen::VectorXd& q)
{
  NodeVectors<K> u;
  for (std::size_t i = 0; i < 3; ++i) {
    const double base = q[3 * element.nodes[0] + static_cast<int>(i)];
    for (std::size_t a = 0; a < K; ++a)
      u[i][a] = q[3 * element.nodes[a] + static_cast<int>(i)] - base;
  }
  return u;
}

/// body(std::integral_constant<int, k>) for the node count k of an element.
template<class Body>
auto by_kind(const Element& element, const Body& body)
{
  switch (element.node_count) {
  case 4:
    return body(std::integral_constant<int, 4>());
  case 5:
    return body(std::integral_constant<int, 5>());
  case 6:
    return body(std::integral_constant<int, 6>());
  default:
    return body(std::integral_constant<int, 8>());
  }
}

}  // namespace corbel
