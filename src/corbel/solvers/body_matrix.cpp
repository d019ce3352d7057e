// SPDX-License-Identifier: MIT
#include "corbel/solvers/body_matrix.hpp"

#include "corbel/core/index.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr int none = LocalOperator::none;

/// Rows of each column in the graph of the bodies, ascending.
std::vector<std::vector<int>> neighbours(const ConeOperator& W)
{
  std::vector<std::vector<int>> rows(index(W.bodies));
  for (int c = 0; c < W.bodies; ++c)
    rows[index(c)].push_back(c);
  for (const LocalOperator::Row& row : W.G)
    if (row.column[0] != none && row.column[1] != none) {
      rows[index(row.column[0])].push_back(row.column[1]);
      rows[index(row.column[1])].push_back(row.column[0]);
    }
  for (auto& column : rows) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
  }
  return rows;
}

}  // namespace

BodyMatrix::BodyMatrix(const ConeOperator& W) : W_(W), entry_(W.G.size()), column_begin_{0}
{
  const std::vector<std::vector<int>> rows = neighbours(W);
  for (const auto& column : rows)
    column_begin_.push_back(column_begin_.back() + static_cast<int>(column.size()));
  blocks_.resize(index(column_begin_.back()));
  const auto entry = [&](int row, int column) {
    if (row == none || column == none) return none;
    const auto& in = rows[index(column)];
    return column_begin_[index(column)] +
           static_cast<int>(std::lower_bound(in.begin(), in.end(), row) - in.begin());
  };
  for (std::size_t i = 0; i < W.G.size(); ++i)
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b)
        entry_[i][a][b] = entry(W.G[i].column[a], W.G[i].column[b]);
  for (int c = 0; c < W.bodies; ++c)
    diagonal_.push_back(entry(c, c));

  std::vector<Eigen::Triplet<double>> entries;
  for (int c = 0; c < W.bodies; ++c)
    for (const int r : rows[index(c)])
      for (int j = 0; j < 6; ++j)
        for (int i = 0; i < 6; ++i)
          entries.emplace_back(6 * r + i, 6 * c + j, 0);
  K_.resize(6 * W.bodies, 6 * W.bodies);
  K_.setFromTriplets(entries.begin(), entries.end());
  K_.makeCompressed();
}

const Eigen::SparseMatrix<double>& BodyMatrix::assemble(const std::vector<Mat3>& S)
{
  std::fill(blocks_.begin(), blocks_.end(), Mat6::Zero());
  for (const int k : diagonal_)
    blocks_[index(k)].setIdentity();
  for (std::size_t i = 0; i < S.size(); ++i)
    for (std::size_t b = 0; b < 2; ++b) {
      if (W_.G[i].column[b] == none) continue;
      const Mat36 SG = S[i] * W_.G[i].block[b];
      for (std::size_t a = 0; a < 2; ++a)
        if (const int k = entry_[i][a][b]; k != none)
          blocks_[index(k)].noalias() += W_.G[i].block[a].transpose() * SG;
    }
  double* value = K_.valuePtr();
  for (int c = 0; c < W_.bodies; ++c)
    for (int j = 0; j < 6; ++j)
      for (int k = column_begin_[index(c)]; k < column_begin_[index(c) + 1]; ++k, value += 6)
        Eigen::Map<Vec6>{value} = blocks_[index(k)].col(j);
  return K_;
}

}  // namespace corbel
