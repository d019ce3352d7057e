// SPDX-License-Identifier: MIT
// Where the 3×3 blocks of the tangent are in the values of its compressed columns.
#pragma once

#include "corbel/mesh/mesh.hpp"

#include <Eigen/SparseCore>

#include <cstddef>
#include <vector>

namespace corbel {

class TangentPattern {
 public:
  explicit TangentPattern(const Mesh& mesh);

  /// 3n × 3n zeros, one 3×3 block for each pair of nodes of an element, rows sorted.
  Eigen::SparseMatrix<double> zeros() const;

  /// Is it a matrix made by zeros()? Compares sizes, not every index.
  bool fits(const Eigen::SparseMatrix<double>& K) const;

  /// Positions of the blocks (a, b) of an element with k nodes, at [k b + a].
  const int* blocks(std::size_t element) const { return blocks_.data() + first_block_[element]; }

  /// From one column of a block of this node to the next.
  int stride(int node) const
  {
    const auto n = static_cast<std::size_t>(node);
    return 3 * (start_[n + 1] - start_[n]);
  }

 private:
  std::vector<int> start_;       ///< first neighbour of each node, n + 1
  std::vector<int> neighbours_;  ///< of each node, itself too, ascending
  std::vector<std::size_t> first_block_;
  std::vector<int> blocks_;
};

}  // namespace corbel
