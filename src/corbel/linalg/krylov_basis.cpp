// SPDX-License-Identifier: MIT
#include "corbel/linalg/krylov_basis.hpp"

#include <cmath>

namespace corbel {
namespace {

constexpr double dependent = 1e-10;  // part of a column that has to be left for it to count

}  // namespace

KrylovBasis::KrylovBasis(const Eigen::SparseMatrix<double>& M) : M_(M), V_(M.rows(), 0), MV_(M.rows(), 0) {}

Eigen::Index KrylovBasis::append(const Eigen::MatrixXd& W)
{
  const Eigen::Index before = V_.cols();
  const auto mass = M_.selfadjointView<Eigen::Upper>();
  V_.conservativeResize(Eigen::NoChange, before + W.cols());
  MV_.conservativeResize(Eigen::NoChange, before + W.cols());
  Eigen::MatrixXd rest = W;
  for (int pass = 0; pass < 2; ++pass)  // Gram–Schmidt loses digits once; twice is enough
    rest -= V_.leftCols(before) * (MV_.leftCols(before).transpose() * rest);
  Eigen::Index size = before;
  for (Eigen::Index j = 0; j < W.cols(); ++j) {
    Eigen::VectorXd w = rest.col(j);
    for (int pass = 0; pass < 2; ++pass)
      w -= V_.leftCols(size) * (MV_.leftCols(size).transpose() * w);
    const Eigen::VectorXd Mw = mass * w;
    const double norm = std::sqrt(w.dot(Mw));
    const double given = std::sqrt(W.col(j).dot(mass * W.col(j)));
    if (!(norm > dependent * given)) continue;
    V_.col(size) = w / norm;
    MV_.col(size++) = Mw / norm;
  }
  V_.conservativeResize(Eigen::NoChange, size);
  MV_.conservativeResize(Eigen::NoChange, size);
  return size - before;
}

}  // namespace corbel
