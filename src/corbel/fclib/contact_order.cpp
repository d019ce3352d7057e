// SPDX-License-Identifier: MIT
#include "corbel/fclib/contact_order.hpp"

#include <algorithm>

namespace corbel {
namespace {

using RowMajor = Eigen::SparseMatrix<double, Eigen::RowMajor>;

std::vector<int> block_columns(const RowMajor& W, int i, int d)
{
  std::vector<int> columns;
  for (int k = 0; k < d; ++k)
    for (RowMajor::InnerIterator entry(W, d * i + k); entry; ++entry)
      columns.push_back(static_cast<int>(entry.col()) / d);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

/// Adds row i's entries to its blocks, which begin at `begin`.
void fill_row(const RowMajor& W, int i, int d, const ContactOrder& order, std::size_t begin,
              BlockSparse& blocks)
{
  const auto component = [&](int k) { return order[static_cast<std::size_t>(k)]; };
  const auto first = blocks.column.begin() + static_cast<std::ptrdiff_t>(begin);
  for (int k = 0; k < d; ++k)
    for (RowMajor::InnerIterator entry(W, d * i + k); entry; ++entry) {
      const int column = static_cast<int>(entry.col());
      const auto at = std::lower_bound(first, blocks.column.end(), column / d) - blocks.column.begin();
      blocks.block[static_cast<std::size_t>(at)](component(k), component(column % d)) += entry.value();
    }
}

void add_second_tangents(BlockSparse& blocks)
{
  for (std::size_t i = 0; i < blocks.n; ++i)
    if (auto* W = const_cast<Mat3*>(blocks.find(i, i))) (*W)(1, 1) = (*W)(0, 0) > 0 ? (*W)(0, 0) : (*W)(2, 2);
}

}  // namespace

std::vector<Vec3> vectors_of(const Eigen::VectorXd& x, int d, const ContactOrder& order)
{
  std::vector<Vec3> vectors(static_cast<std::size_t>(x.size() / d), Vec3::Zero());
  for (std::size_t i = 0; i < vectors.size(); ++i)
    for (int k = 0; k < d; ++k)
      vectors[i](order[static_cast<std::size_t>(k)]) = x(static_cast<Eigen::Index>(i) * d + k);
  return vectors;
}

BlockSparse blocks_of(const SparseMatrix& W, int d, const ContactOrder& order)
{
  const RowMajor by_rows = W;
  BlockSparse blocks;
  blocks.n = static_cast<std::size_t>(W.rows() / d);
  for (int i = 0; i < static_cast<int>(blocks.n); ++i) {
    const std::size_t begin = blocks.column.size();
    const std::vector<int> columns = block_columns(by_rows, i, d);
    blocks.column.insert(blocks.column.end(), columns.begin(), columns.end());
    blocks.block.resize(blocks.column.size(), Mat3::Zero());
    blocks.row_begin.push_back(static_cast<int>(blocks.column.size()));
    fill_row(by_rows, i, d, order, begin, blocks);
  }
  if (d == 2) add_second_tangents(blocks);
  return blocks;
}

}  // namespace corbel
