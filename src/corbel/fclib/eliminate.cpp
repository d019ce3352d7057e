// SPDX-License-Identifier: MIT
#include "corbel/fclib/eliminate.hpp"

#include <vector>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double rank_tolerance = 1e-12;  ///< of the scaled matrix
constexpr double range_tolerance = 1e-8;  ///< [-] misfit of a right-hand side in its range

VectorXd scaling(const MatrixXd& S)
{
  const VectorXd diagonal = S.diagonal().cwiseAbs();
  return diagonal.unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 1.0; });
}

/// Rows of V that are not zero.
std::vector<Index> touched_rows(const SparseMatrix& V)
{
  std::vector<char> touched(static_cast<std::size_t>(V.rows()), 0);
  for (int j = 0; j < V.cols(); ++j)
    for (SparseMatrix::InnerIterator entry(V, j); entry; ++entry)
      if (entry.value() != 0) touched[static_cast<std::size_t>(entry.row())] = 1;
  std::vector<Index> rows;
  for (Index i = 0; i < V.rows(); ++i)
    if (touched[static_cast<std::size_t>(i)]) rows.push_back(i);
  return rows;
}

MatrixXd dense_rows(const SparseMatrix& V, const std::vector<Index>& rows)
{
  const Eigen::SparseMatrix<double, Eigen::RowMajor> by_rows = V;
  MatrixXd dense(static_cast<Index>(rows.size()), V.cols());
  for (std::size_t k = 0; k < rows.size(); ++k)
    dense.row(static_cast<Index>(k)) = by_rows.row(rows[k]);
  return dense;
}

SparseMatrix spread(const MatrixXd& block, const std::vector<Index>& rows, Index size)
{
  std::vector<Eigen::Triplet<double, Index>> entries;
  for (Index j = 0; j < block.cols(); ++j)
    for (Index i = 0; i < block.rows(); ++i)
      if (block(i, j) != 0)
        entries.emplace_back(rows[static_cast<std::size_t>(i)], rows[static_cast<std::size_t>(j)],
                             block(i, j));
  SparseMatrix A(size, size);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

}  // namespace

EqualitySystem::EqualitySystem(const MatrixXd& S) : scale_(scaling(S))
{
  S_ = scale_.asDiagonal() * S * scale_.asDiagonal();
  factor_.setThreshold(rank_tolerance);
  factor_.compute(S_);
}

bool EqualitySystem::solve(const MatrixXd& B, MatrixXd& X) const
{
  if (B.cols() == 0) {  // no contact touches a joint
    X = B;
    return true;
  }
  const MatrixXd scaled = scale_.asDiagonal() * B;
  const MatrixXd Y = factor_.solve(scaled);
  X = scale_.asDiagonal() * Y;
  if (factor_.rank() == S_.rows()) return true;
  const MatrixXd misfit = S_ * Y - scaled;
  for (Index j = 0; j < B.cols(); ++j)
    if (misfit.col(j).norm() > range_tolerance * scaled.col(j).norm()) return false;
  return true;
}

bool eliminate_equalities(const SparseMatrix& V, const SparseMatrix& R, const VectorXd& s, SparseMatrix& W,
                          VectorXd& q)
{
  const EqualitySystem system{MatrixXd(R)};
  const std::vector<Index> rows = touched_rows(V);
  const MatrixXd V_touched = dense_rows(V, rows);
  MatrixXd X, x;
  if (!system.solve(V_touched.transpose(), X) || !system.solve(s, x)) return false;
  W = SparseMatrix(W - spread(V_touched * X, rows, W.rows()));
  q -= V * x.col(0);
  return true;
}

}  // namespace corbel
