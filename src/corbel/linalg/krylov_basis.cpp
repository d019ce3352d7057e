// SPDX-License-Identifier: MIT
#include "corbel/linalg/krylov_basis.hpp"

#include <cmath>

namespace corbel {
namespace {

constexpr double dependent_column = 1e-10;  // part of a column that has to be left for it to count

/// Makes the columns of W M-orthonormal one after the other; columns of which less than
/// `dependent_column` times their `given` norm is left are dropped.
Eigen::MatrixXd orthonormal_columns(const Eigen::SparseMatrix<double>& M, const Eigen::MatrixXd& W,
                                    const Eigen::VectorXd& given)
{
  const auto mass = M.selfadjointView<Eigen::Upper>();
  Eigen::MatrixXd Q(W.rows(), W.cols()), MQ(W.rows(), W.cols());
  Eigen::Index size = 0;
  for (Eigen::Index j = 0; j < W.cols(); ++j) {
    Eigen::VectorXd w = W.col(j);
    for (int pass = 0; pass < 2; ++pass)
      w -= Q.leftCols(size) * (MQ.leftCols(size).transpose() * w);
    const Eigen::VectorXd Mw = mass * w;
    const double norm = std::sqrt(w.dot(Mw));
    if (!(norm > dependent_column * given[j])) continue;
    Q.col(size) = w / norm;
    MQ.col(size++) = Mw / norm;
  }
  return Q.leftCols(size);
}

}  // namespace

KrylovBasis::KrylovBasis(const Eigen::SparseMatrix<double>& M) : M_(M), V_(M.rows(), 0), MV_(M.rows(), 0) {}

Eigen::Index KrylovBasis::append(const Eigen::MatrixXd& W)
{
  const auto mass = M_.selfadjointView<Eigen::Upper>();
  const Eigen::MatrixXd MW = mass * W;
  Eigen::VectorXd given = W.cwiseProduct(MW).colwise().sum().cwiseSqrt().transpose();
  Eigen::MatrixXd Q = W;
  for (int pass = 0; pass < 2; ++pass) {  // Gram–Schmidt loses digits once; twice is enough
    Q -= V_ * (MV_.transpose() * Q);
    Q = orthonormal_columns(M_, Q, given);
    given = Eigen::VectorXd::Ones(Q.cols());
  }
  const Eigen::Index size = V_.cols() + Q.cols();
  V_.conservativeResize(Eigen::NoChange, size);
  MV_.conservativeResize(Eigen::NoChange, size);
  V_.rightCols(Q.cols()) = Q;
  MV_.rightCols(Q.cols()) = mass * Q;
  return Q.cols();
}

}  // namespace corbel
