// SPDX-License-Identifier: MIT
#include "corbel/solvers/cones/body_matrix.hpp"

#include "corbel/core/index.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr int none = LocalOperator::none;

using Eigen::Index;

/// Rows of each column in the graph of the bodies, ascending.
std::vector<std::vector<int>> neighbours(const FactorRows& G)
{
  std::vector<std::vector<int>> rows(index(G.columns()));
  for (int c = 0; c < G.columns(); ++c)
    rows[index(c)].push_back(c);
  for (std::size_t i = 0; i < G.size(); ++i)
    if (const auto [first, second] = G.bodies(i); first != none && second != none) {
      rows[index(first)].push_back(second);
      rows[index(second)].push_back(first);
    }
  for (auto& column : rows) {
    std::sort(column.begin(), column.end());
    column.erase(std::unique(column.begin(), column.end()), column.end());
  }
  return rows;
}

/// K of zeros: for each body its columns, full in the rows of its neighbours.
Eigen::SparseMatrix<double> pattern(const FactorRows& G, const std::vector<std::vector<int>>& rows)
{
  std::vector<Index> begin(rows.size() + 1, 0);
  for (std::size_t c = 0; c < rows.size(); ++c)
    begin[c + 1] = begin[c] + G.widths()[c];
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t c = 0; c < rows.size(); ++c)
    for (const int r : rows[c])
      for (Index j = begin[c]; j < begin[c + 1]; ++j)
        for (Index i = begin[index(r)]; i < begin[index(r) + 1]; ++i)
          entries.emplace_back(static_cast<int>(i), static_cast<int>(j), 0);
  Eigen::SparseMatrix<double> K(begin.back(), begin.back());
  K.setFromTriplets(entries.begin(), entries.end());
  K.makeCompressed();
  return K;
}

/// K += G_aᵀ SG, in a matrix of the given leading dimension.
void add_block(const FactorRows::ConstBlock& G, const FactorBlock& SG, double* K, Index stride)
{
  if (G.cols() == 6 && SG.cols() == 6)
    Eigen::Map<Eigen::Matrix<double, 6, 6>, 0, Eigen::OuterStride<>>(K, Eigen::OuterStride<>(stride))
        .noalias() += G.leftCols<6>().transpose() * SG.leftCols<6>();
  else
    Eigen::Map<Eigen::MatrixXd, 0, Eigen::OuterStride<>>(K, G.cols(), SG.cols(), Eigen::OuterStride<>(stride))
        .noalias() += G.transpose() * SG;
}

}  // namespace

BodyMatrix::BodyMatrix(const ConeOperator& W) : W_(W), entry_(W.G.size())
{
  const FactorRows& G = W.G;
  const std::vector<std::vector<int>> rows = neighbours(G);
  K_ = pattern(G, rows);
  std::vector<std::vector<Index>> first(rows.size());  // number of each block in the values
  Index end = 0;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    Index height = 0;
    for (const int r : rows[c]) {
      first[c].push_back(end + height);
      height += G.width(r);
    }
    stride_.push_back(height);
    end += height * G.widths()[c];
  }
  const auto entry = [&](int row, int column) -> Index {
    if (row == none || column == none) return none;
    const auto& in = rows[index(column)];
    return first[index(column)]
                [static_cast<std::size_t>(std::lower_bound(in.begin(), in.end(), row) - in.begin())];
  };
  for (std::size_t i = 0; i < G.size(); ++i)
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b)
        entry_[i][a][b] = entry(G.bodies(i)[a], G.bodies(i)[b]);
  for (int c = 0; c < G.columns(); ++c)
    for (int k = 0; k < G.width(c); ++k)
      diagonal_.push_back(entry(c, c) + k * (stride_[index(c)] + 1));
}

const Eigen::SparseMatrix<double>& BodyMatrix::assemble(const std::vector<Mat3>& S)
{
  K_.coeffs().setZero();
  for (const Index k : diagonal_)
    K_.valuePtr()[k] = 1;
  FactorBlock SG;
  for (std::size_t i = 0; i < S.size(); ++i)
    for (std::size_t b = 0; b < 2; ++b) {
      const int c = W_.G.bodies(i)[b];
      if (c == none) continue;
      multiply(S[i], W_.G.block(i, b), SG);
      for (std::size_t a = 0; a < 2; ++a)
        if (const Index k = entry_[i][a][b]; k != none)
          add_block(W_.G.block(i, a), SG, K_.valuePtr() + k, stride_[index(c)]);
    }
  return K_;
}

}  // namespace corbel
