// SPDX-License-Identifier: MIT
// Checked construction of a sphere.
#include "corbel/geometry/sphere.hpp"

#include "corbel/core/check.hpp"

namespace corbel {

Sphere make_sphere(const Vec3& center, double radius, int volume_id, int surface_id)
{
  if (!all_finite(center))
    throw_input_error("center", fmt::format("({}, {}, {})", center.x(), center.y(), center.z()),
                      "three finite numbers");
  return {center, check_positive("radius", radius), volume_id, surface_id};
}

}  // namespace corbel
