// SPDX-License-Identifier: MIT
#include "corbel/bodies/affine_kinematics.hpp"

#include <Eigen/LU>

namespace corbel {

void AffineKinematics::place(int /*object*/, std::span<const Vec3> X, Coordinates q, std::span<Vec3> x) const
{
  const Affine at(q);
  for (std::size_t i = 0; i < X.size(); ++i)
    x[i] = at.F * (X[i] - center) + at.x;
}

MaterialPoint AffineKinematics::nearest(const Vec3& x, int object, Coordinates q) const
{
  const Affine at(q);
  return {center + at.F.inverse() * (x - at.x), object};
}

}  // namespace corbel
