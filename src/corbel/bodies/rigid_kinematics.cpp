// SPDX-License-Identifier: MIT
#include "corbel/bodies/rigid_kinematics.hpp"

#include <Eigen/Geometry>

namespace corbel {

Vec3 RigidKinematics::position(const MaterialPoint& X, Coordinates q) const
{
  return X.weight() * center_in(q) + rotation_in(q) * X.arm(center);
}

Vec3 RigidKinematics::gather(const MaterialPoint& X, Coordinates q, Coordinates u) const
{
  const Vec3 omega = u.head<3>();
  return X.weight() * u.tail<3>() + rotation_in(q) * omega.cross(X.arm(center));
}

void RigidKinematics::scatter(const MaterialPoint& X, Coordinates q, const Vec3& p,
                              Eigen::Ref<Eigen::VectorXd> r) const
{
  r.tail<3>() += X.weight() * p;
  r.head<3>() += X.arm(center).cross(rotation_in(q).transpose() * p);
}

void RigidKinematics::place(int /*object*/, std::span<const Vec3> X, Coordinates q, std::span<Vec3> x) const
{
  const Mat3 R = rotation_in(q);
  const Vec3 shift = center_in(q) - R * center;
  for (std::size_t i = 0; i < X.size(); ++i)
    x[i] = shift + R * X[i];
}

MaterialPoint RigidKinematics::nearest(const Vec3& x, int object, Coordinates q) const
{
  return {center + rotation_in(q).transpose() * (x - center_in(q)), object};
}

}  // namespace corbel
