// SPDX-License-Identifier: MIT
// The local frame of a constraint.
#pragma once

#include "corbel/math/types.hpp"

#include <Eigen/Geometry>

namespace corbel {

/// Columns (t1, t2, n) for a unit normal n: t1 = ex × n normalised (ey × n where that is short), t2 = t1 × n.
/// The same choice as the manual's CONSTRAINT.base, so local reactions compare number by number. The frame is
/// left-handed, which no law minds: laws see lengths and the normal only.
inline Mat3 frame_of_normal(const Vec3& n)
{
  Vec3 t1 = Vec3::UnitX().cross(n);
  if (t1.squaredNorm() < 1e-12) t1 = Vec3::UnitY().cross(n);
  t1.normalize();
  Mat3 frame;
  frame << t1, t1.cross(n), n;
  return frame;
}

}  // namespace corbel
