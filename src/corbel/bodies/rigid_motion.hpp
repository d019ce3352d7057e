// SPDX-License-Identifier: MIT
// The motion of a rigid body at an instant.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

/// Where a rigid body is and how it moves there: x and v of its mass centre.
struct RigidMotion {
  Mat3 R;
  Vec3 x;      ///< [m]
  Vec3 v;      ///< [m/s]
  Vec3 omega;  ///< in space axes [rad/s]
};

}  // namespace corbel
