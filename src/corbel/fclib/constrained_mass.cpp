// SPDX-License-Identifier: MIT
#include "corbel/fclib/constrained_mass.hpp"

#include "corbel/linalg/sparse_cholesky.hpp"

#include <Eigen/SparseLU>

namespace corbel {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

using Solve = std::function<MatrixXd(const MatrixXd&)>;

constexpr double symmetric_mass = 1e-13;  ///< ‖M − Mᵀ‖/‖M‖ that is round-off

Solve by_cholesky(const SparseMatrix& M)
{
  try {
    auto factor = std::make_shared<SparseCholesky>(M);
    return [factor](const MatrixXd& B) { return factor->solve(B); };
  } catch (const NotPositiveDefinite& error) {
    throw std::runtime_error(fmt::format("M: {}", error.what()));
  }
}

Solve by_lu(const SparseMatrix& M)
{
  auto factor = std::make_shared<Eigen::SparseLU<SparseMatrix>>(M);
  if (factor->info() != Eigen::Success) throw std::runtime_error("M: a singular matrix");
  return [factor](const MatrixXd& B) { return MatrixXd(factor->solve(B)); };
}

Solve solver_of(const SparseMatrix& M)
{
  if (M.rows() == 0) return [](const MatrixXd& B) { return B; };
  const SparseMatrix transposed = M.transpose();
  const bool is_symmetric = (M - transposed).norm() <= symmetric_mass * M.norm();
  return is_symmetric ? by_cholesky(M) : by_lu(M);
}

}  // namespace

ConstrainedMass::ConstrainedMass(const SparseMatrix& M, const SparseMatrix& G, const VectorXd& b)
    : solve_(solver_of(M)), G_(G), offset_(VectorXd::Zero(M.rows()))
{
  if (G_.cols() == 0) return;
  Z_ = solve_(MatrixXd(G_));
  system_ = std::make_unique<EqualitySystem>(MatrixXd(G_.transpose() * Z_));
  MatrixXd x;
  if (!system_->solve(b, x))
    throw std::runtime_error("G, b: equality constraints that contradict each other");
  offset_ = -Z_ * x;
}

MatrixXd ConstrainedMass::respond(const MatrixXd& P) const
{
  MatrixXd X = solve_(P);
  if (!system_) return X;
  MatrixXd Y;
  system_->solve(G_.transpose() * X, Y);  // in the range of S = Gᵀ M⁻¹ G by construction
  return X - Z_ * Y;
}

}  // namespace corbel
