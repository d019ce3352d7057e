// SPDX-License-Identifier: MIT
#include "corbel/bodies/tangent_solver.hpp"

#include "corbel/linalg/conjugate_gradients.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr double tolerance = 1e-12;     ///< |b − A x| / |b|
constexpr double usual_iterations = 5;  ///< at the strains of practice

/// Every node of every column: X_a := Λ X_a.
void turn(const Mat3& Lambda, Eigen::MatrixXd& X)
{
  for (Eigen::Index j = 0; j < X.cols(); ++j)
    for (Eigen::Index i = 0; i < X.rows(); i += 3)
      X.block<3, 1>(i, j) = (Lambda * X.block<3, 1>(i, j)).eval();
}

}  // namespace

void TangentSolver::reset(const Eigen::SparseMatrix<double>& A, const Mat3& Lambda,
                          std::shared_ptr<const CorotatedOperator> A0)
{
  A_ = &A;
  Lambda_ = Lambda;
  A0_ = std::move(A0);
  direct_ = false;
}

bool TangentSolver::iterate(const Eigen::MatrixXd& B, Eigen::MatrixXd& X)
{
  const auto product = [&](const Eigen::MatrixXd& x, Eigen::MatrixXd& y) { y.noalias() = *A_ * x; };
  const auto precondition = [&](const Eigen::MatrixXd& r, Eigen::MatrixXd& z) {
    z = r;
    turn(Lambda_.transpose(), z);
    A0_->solve_in_place(z);
    turn(Lambda_, z);
  };
  const double per_iteration = A0_->solve_flops() + 2 * static_cast<double>(A_->nonZeros());
  const double worth = A0_->factor_flops() / (per_iteration * static_cast<double>(B.cols()));
  if (worth < usual_iterations) return false;
  X.setZero(B.rows(), B.cols());
  const CgReport report =
      conjugate_gradients(product, precondition, B, X, tolerance, static_cast<int>(std::min(worth, 200.0)));
  iterations_ += report.iterations;
  return report.converged;
}

bool TangentSolver::reset(const Eigen::SparseMatrix<double>& A)
{
  A_ = &A;
  A0_.reset();
  direct_ = false;
  return factorize();
}

bool TangentSolver::factorize()
{
  try {
    if (factor_)
      factor_->refactorize(*A_);
    else
      factor_ = std::make_unique<SparseCholesky>(*A_);
  } catch (const NotPositiveDefinite&) {
    return false;
  }
  ++factorizations_;
  direct_ = true;
  return true;
}

void TangentSolver::throw_not_positive()
{
  throw IndefiniteOperator("the operator of the step is not positive definite");
}

Eigen::MatrixXd TangentSolver::solve(const Eigen::MatrixXd& B)
{
  Eigen::MatrixXd X;
  if (!direct_ && iterate(B, X)) return X;
  if (!direct_ && !factorize()) throw_not_positive();
  X = B;
  factor_->solve_in_place(X);
  return X;
}

}  // namespace corbel
