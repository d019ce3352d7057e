// SPDX-License-Identifier: MIT
#include "corbel/bodies/rigid_operator.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <cmath>

namespace corbel {

void RigidOperator::set_inertia(double mass, const Vec3& X0, const Mat3& inertia, bool turns)
{
  mass_ = mass;
  X0_ = X0;
  J_inverse_.setZero();
  J_root_.setZero();
  if (!turns) return;
  J_inverse_ = inertia.inverse();
  const Mat3 L = inertia.llt().matrixL();
  J_root_ = L.inverse().transpose();
}

void RigidOperator::solve(Eigen::Ref<Eigen::VectorXd> x) const
{
  x.head<3>() = (J_inverse_ * x.head<3>()).eval() / s_;
  x.tail<3>() /= s_ * mass_;
}

void RigidOperator::factor(const MaterialPoint& X, Eigen::Ref<FactorBlock> G) const
{
  G.leftCols<3>() = R_ * (skew(X.arm(X0_)).transpose() * J_root_);
  G.rightCols<3>() = X.weight() * Mat3::Identity() / std::sqrt(mass_);
  if (s_ != 1) G /= std::sqrt(s_);
}

}  // namespace corbel
