// SPDX-License-Identifier: MIT
// Products and look-up in a block-sparse matrix.
#include "corbel/linalg/block_sparse.hpp"

#include "corbel/core/error.hpp"
#include "corbel/core/index.hpp"

#include <algorithm>

namespace corbel {
std::vector<Vec3> BlockSparse::multiply(const std::vector<Vec3>& x) const
{
  demand(x.size() == n, "BlockSparse::multiply: the vector has not one entry per column");
  std::vector<Vec3> y(n, Vec3::Zero());
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = index(row_begin[i]); k < index(row_begin[i + 1]); ++k)
      y[i] += block[k] * x[index(column[k])];
  return y;
}

const Mat3* BlockSparse::find(std::size_t i, std::size_t j) const
{
  const auto first = column.begin() + row_begin[i];
  const auto last = column.begin() + row_begin[i + 1];
  const auto at = std::lower_bound(first, last, static_cast<int>(j));
  if (at == last || index(*at) != j) return nullptr;
  return &block[static_cast<std::size_t>(at - column.begin())];
}

Eigen::MatrixXd BlockSparse::to_dense() const
{
  const auto size = static_cast<Eigen::Index>(3 * n);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(size, size);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = index(row_begin[i]); k < index(row_begin[i + 1]); ++k)
      dense.block<3, 3>(static_cast<Eigen::Index>(3 * i), 3 * column[k]) = block[k];
  return dense;
}

}  // namespace corbel
