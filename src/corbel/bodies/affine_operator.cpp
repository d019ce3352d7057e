// SPDX-License-Identifier: MIT
#include "corbel/bodies/affine_operator.hpp"

#include <cmath>

namespace corbel {

Affine AffineOperator::times_inverse(const Affine& a) const
{
  using Vec9 = Eigen::Matrix<double, 9, 1>;
  Affine result;
  Eigen::Map<Vec9>(result.F.data()) = inverse_ * Eigen::Map<const Vec9>(a.F.data());
  result.x = mass_inverse_ * a.x;
  return result;
}

void AffineOperator::factor(const MaterialPoint& X, Eigen::Ref<FactorBlock> G) const
{
  const Vec3 a = X.arm(kinematics_.center);
  G.leftCols<9>() =
      a[0] * root_.middleRows<3>(0) + a[1] * root_.middleRows<3>(3) + a[2] * root_.middleRows<3>(6);
  G.rightCols<3>() = X.weight() * std::sqrt(mass_inverse_) * Mat3::Identity();
}

}  // namespace corbel
