// SPDX-License-Identifier: MIT
// W = G Gᵀ + C by rows: products, diagonal blocks, and the assembled matrix.
#include "corbel/linalg/local_operator.hpp"

#include "corbel/core/error.hpp"
#include "corbel/core/index.hpp"
#include "corbel/core/threads.hpp"

#include <algorithm>
#include <utility>

namespace corbel {
namespace {

constexpr std::size_t grain = 256;  ///< rows a thread takes at once: a few µs of work

using RowsOfBody = std::vector<std::vector<int>>;

/// For each body the rows that touch it, ascending.
RowsOfBody rows_of_bodies(const FactorRows& G)
{
  RowsOfBody touching(index(G.columns()));
  for (std::size_t i = 0; i < G.size(); ++i)
    for (const int c : G.bodies(i))
      if (c != LocalOperator::none) touching[index(c)].push_back(static_cast<int>(i));
  return touching;
}

/// Columns of W in row i, ascending: every row that shares a body with it, and i itself.
std::vector<int> columns_of_row(const FactorRows& G, std::size_t i, const RowsOfBody& touching,
                                const BlockSparse& C)
{
  std::vector<int> columns = {static_cast<int>(i)};
  for (const int c : G.bodies(i))
    if (c != LocalOperator::none)
      columns.insert(columns.end(), touching[index(c)].begin(), touching[index(c)].end());
  if (C.n > 0)
    columns.insert(columns.end(), C.column.begin() + C.row_begin[i], C.column.begin() + C.row_begin[i + 1]);
  std::sort(columns.begin(), columns.end());
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  return columns;
}

/// A + B; either may have n = 0.
BlockSparse sum(const BlockSparse& A, BlockSparse B)
{
  if (A.n == 0) return B;
  BlockSparse C;
  C.n = A.n;
  for (std::size_t i = 0; i < A.n; ++i) {
    std::vector<int> columns(A.column.begin() + A.row_begin[i], A.column.begin() + A.row_begin[i + 1]);
    columns.insert(columns.end(), B.column.begin() + B.row_begin[i], B.column.begin() + B.row_begin[i + 1]);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const int j : columns) {
      const Mat3 *a = A.find(i, index(j)), *b = B.find(i, index(j));
      C.column.push_back(j);
      C.block.push_back((a ? *a : Mat3(Mat3::Zero())) + (b ? *b : Mat3(Mat3::Zero())));
    }
    C.row_begin.push_back(static_cast<int>(C.column.size()));
  }
  return C;
}

}  // namespace

LocalOperator::LocalOperator(FactorRows G, BlockSparse C, std::shared_ptr<const ImplicitPart> implicit)
    : G_(std::move(G)), diagonal_(G_.size()), C_(std::move(C)), implicit_(std::move(implicit))
{
  demand(C_.n == 0 || C_.n == size(), "local operator: G and C differ in size");
  demand(!implicit_ || implicit_->size() == size(), "local operator: G and implicit C differ in size");
  parallel_for(size(), grain, [&](std::size_t i) {
    diagonal_[i] = known_block(i, i);
    if (implicit_) diagonal_[i] += implicit_->diagonal(i);
  });
}

LocalOperator LocalOperator::with_blocks() const
{
  if (!implicit_) return *this;
  return LocalOperator(G_, sum(C_, implicit_->assemble()));
}

Mat3 LocalOperator::block(std::size_t i, std::size_t j) const
{
  if (is_implicit(i) && is_implicit(j)) throw_implicit(i);
  return known_block(i, j);
}

Mat3 LocalOperator::known_block(std::size_t i, std::size_t j) const
{
  Mat3 W = G_.product(i, j);
  if (C_.n == 0) return W;
  if (const Mat3* block = C_.find(i, j)) W += *block;
  return W;
}

Eigen::VectorXd LocalOperator::gather(const std::vector<Vec3>& R) const
{
  demand(R.size() == size(), "LocalOperator: not one impulse per constraint");
  Eigen::VectorXd y = Eigen::VectorXd::Zero(G_.total_width());
  for (std::size_t i = 0; i < size(); ++i)
    scatter(i, R[i], y);
  return y;
}

Vec3 LocalOperator::with_compliant_part(std::size_t i, const Vec3& Gy, const std::vector<Vec3>& R) const
{
  Vec3 sum = Gy;
  const std::size_t end = index(C_.row_begin[i + 1]);
  for (std::size_t k = index(C_.row_begin[i]); k < end; ++k)
    sum.noalias() += C_.block[k] * R[index(C_.column[k])];
  return sum;
}

void LocalOperator::throw_implicit(std::size_t i)
{
  throw InternalError(fmt::format(
      "local operator, row {}: matrix-free; solvers that need blocks must call with_blocks()", i));
}

std::vector<Vec3> LocalOperator::multiply(const std::vector<Vec3>& R) const
{
  const Eigen::VectorXd y = gather(R);
  std::vector<Vec3> U = implicit_ ? implicit_->multiply(R) : std::vector<Vec3>(size(), Vec3::Zero());
  parallel_for(size(), grain, [&](std::size_t i) { U[i] += known_product(i, y, R); });
  return U;
}

BlockSparse LocalOperator::assemble() const
{
  if (implicit_) return with_blocks().assemble();
  const RowsOfBody touching = rows_of_bodies(G_);
  BlockSparse W;
  W.n = size();
  for (std::size_t i = 0; i < size(); ++i) {
    const std::vector<int> columns = columns_of_row(G_, i, touching, C_);
    W.column.insert(W.column.end(), columns.begin(), columns.end());
    W.row_begin.push_back(static_cast<int>(W.column.size()));
  }
  W.block.resize(W.column.size());
  parallel_for(size(), grain, [&](std::size_t i) {
    for (std::size_t k = index(W.row_begin[i]); k < index(W.row_begin[i + 1]); ++k)
      W.block[k] = block(i, index(W.column[k]));
  });
  return W;
}

}  // namespace corbel
