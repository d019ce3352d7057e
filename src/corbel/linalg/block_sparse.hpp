// SPDX-License-Identifier: MIT
// A square sparse matrix of 3×3 blocks in compressed row storage.
//
//   row i holds the blocks k = row_begin[i] … row_begin[i+1] − 1 at the columns column[k], ascending in a
//   row.
#pragma once

#include "corbel/math/types.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace corbel {

struct BlockSparse {
  std::size_t n = 0;                 ///< block rows = block columns
  std::vector<int> row_begin = {0};  ///< size n + 1
  std::vector<int> column;           ///< one per stored block
  std::vector<Mat3> block;           ///< one per stored block

  /// y = this x; x and y of size n.
  std::vector<Vec3> multiply(const std::vector<Vec3>& x) const;
  /// The block at (i, j), or nullptr where none is stored; a binary search in the row.
  const Mat3* find(std::size_t i, std::size_t j) const;
  /// The 3n×3n matrix, for tests and small problems.
  Eigen::MatrixXd to_dense() const;
};

}  // namespace corbel
