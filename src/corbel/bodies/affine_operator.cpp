// SPDX-License-Identifier: MIT
#include "corbel/bodies/affine_operator.hpp"

namespace corbel {

Affine AffineOperator::times_inverse(const Affine& a) const
{
  using Vec9 = Eigen::Matrix<double, 9, 1>;
  Affine result;
  Eigen::Map<Vec9>(result.F.data()) = inverse_ * Eigen::Map<const Vec9>(a.F.data());
  result.x = mass_inverse_ * a.x;
  return result;
}

AffineOperator::Mat93 AffineOperator::columns(const MaterialPoint& X) const
{
  const Vec3 a = X.arm(kinematics_.center);
  return a[0] * inverse_.middleCols<3>(0) + a[1] * inverse_.middleCols<3>(3) +
         a[2] * inverse_.middleCols<3>(6);
}

Mat3 AffineOperator::rows(const MaterialPoint& X, const MaterialPoint& Y, const Mat93& c) const
{
  const Vec3 a = X.arm(kinematics_.center);
  return a[0] * c.middleRows<3>(0) + a[1] * c.middleRows<3>(3) + a[2] * c.middleRows<3>(6) +
         X.weight() * Y.weight() * mass_inverse_ * Mat3::Identity();
}

void AffineOperator::blocks(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const
{
  const auto m = static_cast<Eigen::Index>(points.size());
  C.resize(3 * m, 3 * m);
  for (Eigen::Index j = 0; j < m; ++j) {
    const MaterialPoint& Y = points[static_cast<std::size_t>(j)];
    const Mat93 c = columns(Y);
    for (Eigen::Index i = 0; i <= j; ++i) {
      const Mat3 block = rows(points[static_cast<std::size_t>(i)], Y, c);
      C.block<3, 3>(3 * i, 3 * j) = block;
      C.block<3, 3>(3 * j, 3 * i) = block.transpose();
    }
  }
}

void AffineOperator::product(std::span<const MaterialPoint> points, std::span<const Vec3> p,
                             std::span<Vec3> v) const
{
  Affine r;
  for (std::size_t i = 0; i < points.size(); ++i)
    r.add(points[i].arm(kinematics_.center), points[i].weight(), p[i]);
  const Affine u = times_inverse(r);
  for (std::size_t i = 0; i < points.size(); ++i)
    v[i] = u.F * points[i].arm(kinematics_.center) + points[i].weight() * u.x;
}

}  // namespace corbel
