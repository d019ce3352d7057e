// SPDX-License-Identifier: MIT
#include "corbel/bodies/dense_operator.hpp"

#include "corbel/core/error.hpp"

#include <fmt/format.h>

namespace corbel {

void DenseOperator::set(const Eigen::MatrixXd& A)
{
  cholesky_.compute(A);
  if (cholesky_.info() != Eigen::Success)
    throw RunError(fmt::format("the operator of a body ({0}×{0}) is not positive definite", A.rows()));
}

void DenseOperator::factor(const MaterialPoint& X, Eigen::Ref<FactorBlock> G) const
{
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(cholesky_.rows(), 3);  // Sᵀ, then L⁻¹ Sᵀ
  for (Eigen::Index k = 0; k < 3; ++k)
    kinematics_.scatter(X, q_, Vec3::Unit(k), columns.col(k));
  cholesky_.matrixL().solveInPlace(columns);
  G = columns.transpose();
}

}  // namespace corbel
