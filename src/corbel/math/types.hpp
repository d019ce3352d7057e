// SPDX-License-Identifier: MIT
// Small vectors and matrices used in every folder. Symbols, units and terms: docs/notation.md.
#pragma once

#include <Eigen/Core>

namespace corbel {

using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;

/// skew(a) b = a × b
inline Mat3 skew(const Vec3& a)
{
  Mat3 S;
  S << 0, -a.z(), a.y(),  //
      a.z(), 0, -a.x(),   //
      -a.y(), a.x(), 0;
  return S;
}

inline bool all_finite(const Vec3& a) { return a.allFinite(); }

}  // namespace corbel
