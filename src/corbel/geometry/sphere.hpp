// SPDX-License-Identifier: MIT
// A sphere.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

struct Sphere {
  Vec3 center;    ///< [m]
  double radius;  ///< [m]
  int volume_id = 0;
  int surface_id = 0;
};

/// Throws InputError unless center is finite and radius > 0.
Sphere make_sphere(const Vec3& center, double radius, int volume_id, int surface_id);

}  // namespace corbel
