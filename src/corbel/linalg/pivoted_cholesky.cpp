// SPDX-License-Identifier: MIT
// Cholesky with the largest pivot first, panel by panel.
#include "corbel/linalg/pivoted_cholesky.hpp"

#include "corbel/core/error.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <utility>

namespace corbel {
namespace {

constexpr Eigen::Index panel = 48;  ///< columns between two updates of the rest, where the work is

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Rows and columns p < q of a symmetric matrix exchanged, in its lower triangle.
void exchange(MatrixXd& A, Index p, Index q)
{
  const Index between = q - p - 1;
  const Index below = A.rows() - q - 1;
  A.row(p).head(p).swap(A.row(q).head(p));
  std::swap(A(p, p), A(q, q));
  const VectorXd column = A.col(p).segment(p + 1, between);
  A.col(p).segment(p + 1, between) = A.row(q).segment(p + 1, between).transpose();
  A.row(q).segment(p + 1, between) = column.transpose();
  A.col(p).tail(below).swap(A.col(q).tail(below));
}

}  // namespace

PivotedCholesky::PivotedCholesky(MatrixXd A, double tolerance)
    : L_(std::move(A)), scale_(L_.diagonal().cwiseSqrt().cwiseInverse()), tolerance_(tolerance)
{
  demand(L_.rows() == L_.cols(), "pivoted Cholesky: the matrix is not square");
  for (Index j = 0; j < size(); ++j)
    L_.col(j).tail(size() - j) =
        (L_.col(j).tail(size() - j).cwiseProduct(scale_.tail(size() - j)) * scale_[j]).eval();
  order_ = Eigen::Matrix<Index, -1, 1>::LinSpaced(size(), 0, size() - 1);
  factorize();
  if (rank_ > 0 && rank_ < size()) factorize_null_space();
}

void PivotedCholesky::factorize()
{
  for (Index begin = 0; begin < size() && rank_ == begin; begin += panel) {
    const Index end = std::min(begin + panel, size());
    factorize_panel(begin, end);
    if (rank_ < end) return;
    const Index rest = size() - end;
    const auto P = L_.block(end, begin, rest, end - begin);
    L_.bottomRightCorner(rest, rest).selfadjointView<Eigen::Lower>().rankUpdate(P, -1);
  }
}

/// Columns begin … end − 1; the rest of the matrix knows nothing of them yet, but its diagonal does.
void PivotedCholesky::factorize_panel(Index begin, Index end)
{
  // The diagonal is kept up to date aside, as pivots are chosen by it.
  VectorXd pivot = L_.diagonal();
  for (Index j = begin; j < end; ++j) {
    const Index rest = size() - j - 1;
    Index best = 0;
    const double largest = pivot.tail(rest + 1).maxCoeff(&best);
    if (!(largest > tolerance_)) return;
    if (best > 0) {
      exchange(L_, j, j + best);
      std::swap(pivot[j], pivot[j + best]);
      std::swap(order_[j], order_[j + best]);
    }
    L_(j, j) = std::sqrt(largest);
    auto column = L_.col(j).tail(rest);
    column.noalias() -=
        L_.block(j + 1, begin, rest, j - begin) * L_.row(j).segment(begin, j - begin).transpose();
    column /= L_(j, j);
    pivot.tail(rest) -= column.cwiseAbs2();
    rank_ = j + 1;
  }
}

void PivotedCholesky::factorize_null_space()
{
  const Index redundant = size() - rank_;
  N_ = L_.bottomLeftCorner(redundant, rank_).transpose();
  L_.topLeftCorner(rank_, rank_).triangularView<Eigen::Lower>().transpose().solveInPlace(N_);
  NN_.setIdentity(redundant, redundant);
  NN_.selfadjointView<Eigen::Lower>().rankUpdate(N_.transpose());
  Eigen::LLT<Eigen::Ref<MatrixXd>> in_place(NN_);
}

VectorXd PivotedCholesky::solve(const VectorXd& b) const
{
  VectorXd z = half_solve(b);
  L_.topLeftCorner(rank_, rank_).triangularView<Eigen::Lower>().transpose().solveInPlace(z);
  VectorXd x = VectorXd::Zero(size());
  for (Index k = 0; k < rank_; ++k)
    x[order_[k]] = scale_[order_[k]] * z[k];
  return x;
}

MatrixXd PivotedCholesky::half_solve(const MatrixXd& B) const
{
  demand(B.rows() == size(), "pivoted Cholesky: the right-hand side differs in size");
  MatrixXd Z(rank_, B.cols());
  if (Z.size() == 0) return Z;  // rows of a matrix without columns have no address
  for (Index k = 0; k < rank_; ++k)
    Z.row(k) = scale_[order_[k]] * B.row(order_[k]);
  L_.topLeftCorner(rank_, rank_).triangularView<Eigen::Lower>().solveInPlace(Z);
  return Z;
}

VectorXd PivotedCholesky::smallest(const VectorXd& x) const
{
  if (N_.size() == 0) return x;
  VectorXd y(size());  // Πᵀ D^{½} x
  for (Index k = 0; k < size(); ++k)
    y[k] = x[order_[k]] / scale_[order_[k]];
  VectorXd part = y.tail(size() - rank_) - N_.transpose() * y.head(rank_);
  NN_.triangularView<Eigen::Lower>().solveInPlace(part);
  NN_.triangularView<Eigen::Lower>().transpose().solveInPlace(part);
  y.tail(size() - rank_) -= part;
  y.head(rank_) += N_ * part;
  VectorXd result(size());
  for (Index k = 0; k < size(); ++k)
    result[order_[k]] = scale_[order_[k]] * y[k];
  return result;
}

}  // namespace corbel
