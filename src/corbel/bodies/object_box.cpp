// SPDX-License-Identifier: MIT
#include "corbel/bodies/object_box.hpp"

namespace corbel {

Aabb object_box(const ContactSurface& surface, std::size_t object)
{
  Aabb box;
  if (object < surface.convexes.size()) {
    for (const Vec3& x : surface.convexes[object].vertices)
      box.extend(x);
    return box;
  }
  object -= surface.convexes.size();
  if (object < surface.spheres.size()) return bounds(placed(surface.spheres[object]));
  return bounds(placed(surface.ellipsoids[object - surface.spheres.size()]));
}

Aabb surface_box(const ContactSurface& surface)
{
  Aabb box;
  for (std::size_t i = 0; i < surface.object_count(); ++i)
    box.extend(object_box(surface, i));
  return box;
}

}  // namespace corbel
