// SPDX-License-Identifier: MIT
#include "corbel/solvers/cone_operator.hpp"

#include <cmath>
#include <limits>

namespace corbel {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::SparseMatrix;
using Eigen::VectorXd;

/// Unknowns up to which a dense factorization is faster than a sparse one.
constexpr Index small = 90;

/// Below this estimate of 1/cond a dense factor is of no use.
constexpr double least_condition = 1e-18;

}  // namespace

VectorXd ConeOperator::multiply(const VectorXd& r) const
{
  VectorXd u = VectorXd::Zero(size());
  if (has_blocks()) u.noalias() += C * r;
  if (has_factor()) {
    const VectorXd y = G.transpose() * r;
    u.noalias() += G * y;
  }
  return u;
}

SparseRows ConeOperator::assembled() const
{
  if (!has_factor()) return C;
  const SparseRows Gt = G.transpose();
  SparseRows W = G * Gt;
  if (has_blocks()) W += C;
  W.makeCompressed();
  return W;
}

double ConeOperator::asymmetry() const
{
  if (!has_blocks()) return 0;
  const SparseRows transposed = C.transpose();
  const SparseRows difference = C - transposed;
  const auto greatest = [](const SparseRows& A) {
    return A.nonZeros() > 0 ? A.coeffs().abs().maxCoeff() : 0.0;
  };
  const double all = greatest(C);
  return all > 0 ? greatest(difference) / all : 0;
}

ShiftedSystem::ShiftedSystem(const ConeOperator& W) : W_(W)
{
  if (by_bodies()) return;
  SparseMatrix<double> identity(W.size(), W.size());
  identity.setIdentity();  // the diagonal must be in the pattern
  assembled_ = SparseMatrix<double>(W.assembled()) + 0 * identity;
  assembled_.makeCompressed();
}

void ShiftedSystem::factorize(const VectorXd& shift)
{
  shift_ = shift;
  SparseMatrix<double> A;
  if (by_bodies()) {
    const SparseMatrix<double> G = W_.G;
    SparseMatrix<double> identity(G.cols(), G.cols());
    identity.setIdentity();
    A = SparseMatrix<double>(G.transpose() * shift.cwiseInverse().asDiagonal() * G) + identity;
  } else {
    A = assembled_;
    A.diagonal() += shift;
  }
  A.makeCompressed();
  if (factor_)
    factor_->refactorize(A);
  else
    factor_.emplace(A);
}

VectorXd ShiftedSystem::solve(const VectorXd& b) const
{
  if (!by_bodies()) return factor_->solve(b);
  const VectorXd x = b.cwiseQuotient(shift_);
  const VectorXd y = W_.G.transpose() * x;
  const VectorXd v = factor_->solve(y);
  return x - (W_.G * v).cwiseQuotient(shift_);
}

NewtonSystem::NewtonSystem(const ConeOperator& W) : W_(W)
{
  if (W.size() <= small) W_dense_ = MatrixXd(W.assembled());
}

bool NewtonSystem::factorize(const std::vector<Mat3>& A, const std::vector<Mat3>& B)
{
  if (W_dense_.size() > 0) {
    MatrixXd K(W_.size(), W_.size());
    for (std::size_t i = 0; i < A.size(); ++i) {
      const Index k = 3 * static_cast<Index>(i);
      K.middleRows<3>(k).noalias() = A[i] * W_dense_.middleRows<3>(k);
      K.block<3, 3>(k, k) += B[i];
    }
    dense_.compute(K);
    return dense_.rcond() > least_condition;
  }
  fill(A, B);
  const SparseMatrix<double> K = rows_;
  if (!sparse_) sparse_.emplace(K);
  return sparse_->factorize(K);
}

VectorXd NewtonSystem::solve(const VectorXd& b) const
{
  if (W_dense_.size() > 0) return dense_.solve(b);
  VectorXd extended = VectorXd::Zero(rows_.rows());
  extended.head(b.size()) = b;
  return sparse_->solve(extended).head(b.size());
}

/// (2), always in the same pattern: blocks that happen to be zero stay in it.
void NewtonSystem::fill(const std::vector<Mat3>& A, const std::vector<Mat3>& B)
{
  const Index n = W_.size(), m = W_.has_factor() ? W_.G.cols() : 0;
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(static_cast<std::size_t>(9 * A.size()) +
                  3 * static_cast<std::size_t>(W_.C.nonZeros() + 2 * W_.G.nonZeros() + m));
  const auto add = [&](Index i, Index j, double a) {
    entries.emplace_back(static_cast<int>(i), static_cast<int>(j), a);
  };
  const auto add_rows = [&](const SparseRows& M, std::size_t block, Index column) {
    const Index i = 3 * static_cast<Index>(block);
    for (Index k = 0; k < 3; ++k)
      for (SparseRows::InnerIterator entry(M, i + k); entry; ++entry)
        for (Index row = 0; row < 3; ++row)
          add(i + row, column + entry.col(), A[block](row, k) * entry.value());
  };
  for (std::size_t b = 0; b < A.size(); ++b) {
    const Index i = 3 * static_cast<Index>(b);
    for (Index row = 0; row < 3; ++row)
      for (Index k = 0; k < 3; ++k)
        add(i + row, i + k, B[b](row, k));
    if (W_.has_blocks()) add_rows(W_.C, b, 0);
    if (m > 0) add_rows(W_.G, b, n);
  }
  for (Index i = 0; m > 0 && i < n; ++i)
    for (SparseRows::InnerIterator entry(W_.G, i); entry; ++entry)
      add(n + entry.col(), i, -entry.value());
  for (Index c = 0; c < m; ++c)
    add(n + c, n + c, 1);
  rows_.resize(n + m, n + m);
  rows_.setFromTriplets(entries.begin(), entries.end());
  rows_.makeCompressed();
}

}  // namespace corbel
