// SPDX-License-Identifier: MIT
#include "corbel/solvers/cones/cone_operator.hpp"

#include "corbel/core/error.hpp"

#include <cmath>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

double greatest(const SparseRows& A) { return A.nonZeros() > 0 ? A.coeffs().abs().maxCoeff() : 0.0; }

/// u += C r
void add_product(const ImplicitPart& C, const VectorXd& r, VectorXd& u)
{
  std::vector<Vec3> x(C.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = part(r, i);
  x = C.multiply(x);
  for (std::size_t i = 0; i < x.size(); ++i)
    part(u, i) += x[i];
}

}  // namespace

VectorXd ConeOperator::multiply(const VectorXd& r) const
{
  VectorXd u = has_factor() ? spread(gather(r)) : VectorXd::Zero(size());
  if (has_blocks()) u.noalias() += C * r;
  if (is_implicit()) add_product(*implicit, r, u);
  return u;
}

VectorXd ConeOperator::gather(const VectorXd& r) const
{
  VectorXd y = VectorXd::Zero(G.total_width());
  for (std::size_t i = 0; i < G.size(); ++i)
    G.scatter(i, part(r, i), y);
  return y;
}

VectorXd ConeOperator::spread(const VectorXd& y) const
{
  VectorXd u(size());
  for (std::size_t i = 0; i < G.size(); ++i)
    part(u, i) = G.row_product(i, y);
  return u;
}

std::vector<Mat3> ConeOperator::diagonal() const
{
  std::vector<Mat3> blocks(static_cast<std::size_t>(size() / 3), Mat3::Zero());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (has_factor()) blocks[i] = G.product(i, i);
    if (is_implicit()) blocks[i] += implicit->diagonal(i);
    for (Index row = 0; has_blocks() && row < 3; ++row)
      for (SparseRows::InnerIterator entry(C, 3 * static_cast<Index>(i) + row); entry; ++entry)
        if (const Index k = entry.col() - 3 * static_cast<Index>(i); k >= 0 && k < 3)
          blocks[i](row, k) += entry.value();
  }
  return blocks;
}

SparseRows ConeOperator::assembled() const
{
  demand(!is_implicit(), "cone operator: matrix-free, its blocks are not available");
  if (!has_factor()) return C;
  const BlockSparse blocks = LocalOperator(G).assemble();
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(9 * blocks.block.size());
  for (std::size_t i = 0; i < blocks.n; ++i)
    for (int k = blocks.row_begin[i]; k < blocks.row_begin[i + 1]; ++k)
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          entries.emplace_back(3 * static_cast<int>(i) + a,
                               3 * blocks.column[static_cast<std::size_t>(k)] + b,
                               blocks.block[static_cast<std::size_t>(k)](a, b));
  SparseRows W(size(), size());
  W.setFromTriplets(entries.begin(), entries.end());
  if (has_blocks()) W += C;
  W.makeCompressed();
  return W;
}

double ConeOperator::asymmetry() const
{
  if (!has_blocks()) return 0;
  const SparseRows transposed = C.transpose();
  const SparseRows difference = C - transposed;
  const double all = greatest(C);
  return all > 0 ? greatest(difference) / all : 0;
}

}  // namespace corbel
