// SPDX-License-Identifier: MIT
// Checked construction of a sphere.
#include "corbel/geometry/sphere.hpp"

#include "corbel/core/check.hpp"
#include "corbel/geometry/check_points.hpp"

namespace corbel {

Sphere make_sphere(const Vec3& center, double radius, int volume_id, int surface_id)
{
  return {check_point("center", center), check_positive("radius", radius), volume_id, surface_id};
}

}  // namespace corbel
