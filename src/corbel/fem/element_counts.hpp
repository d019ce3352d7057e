// SPDX-License-Identifier: MIT
// Numbers of nodes and integration points of an element, for kernels that are written once for all kinds.
#pragma once

#include "corbel/elements/element_kind.hpp"

#include <array>

namespace corbel {

/// K nodes and Q points a pack, known to the compiler: loops over nodes unroll and vectorise.
template<int K, int Q>
struct FixedCounts {
  static constexpr int nodes = K, points = Q;
  static constexpr int most_nodes = K, most_points = Q;
  explicit FixedCounts(const ElementKind& /*kind*/) {}
};

/// Those of any kind, read from its row.
struct AnyCounts {
  static constexpr int most_nodes = max_element_nodes, most_points = max_element_points;
  int nodes, points;
  explicit AnyCounts(const ElementKind& kind)
      : nodes(kind.node_count), points(static_cast<int>(kind.stiffness_rule.size()))
  {
  }
};

template<class Counts>
using NodeVectors = std::array<std::array<double, Counts::most_nodes>, 3>;  ///< [component][node]

/// [3 node + component] twice, symmetric
template<class Counts>
using ElementMatrix = std::array<std::array<double, 3 * Counts::most_nodes>, 3 * Counts::most_nodes>;

}  // namespace corbel
