// SPDX-License-Identifier: MIT
#include "corbel/bodies/object_box.hpp"

namespace corbel {
namespace {

/// Box of an object whose points X are at place(X). The only function that handles all kinds of objects.
template<class Place>
Aabb box_at(const ContactSurface& surface, std::size_t object, const Place& place)
{
  Aabb box;
  if (object < surface.convexes.size()) {
    for (const Vec3& X : surface.convexes[object].vertices)
      box.extend(place(X));
    return box;
  }
  object -= surface.convexes.size();
  if (object < surface.spheres.size()) {
    box.extend(place(surface.spheres[object].center));
    box.inflate(surface.spheres[object].radius);
    return box;
  }
  // Centre and ends of the semi-axes are carried, so the ellipsoid turns and deforms with its body.
  PlacedEllipsoid ellipsoid = placed(surface.ellipsoids.at(object - surface.spheres.size()));
  const Vec3 center = place(ellipsoid.center);
  for (int k = 0; k < 3; ++k)
    ellipsoid.A.col(k) = place(ellipsoid.center + ellipsoid.A.col(k)) - center;
  ellipsoid.center = center;
  return bounds(ellipsoid);
}

}  // namespace

Aabb object_box(const ContactSurface& surface, std::size_t object)
{
  return box_at(surface, object, [](const Vec3& X) { return X; });
}

Aabb surface_box(const ContactSurface& surface)
{
  Aabb box;
  for (std::size_t i = 0; i < surface.object_count(); ++i)
    box.extend(object_box(surface, i));
  return box;
}

Aabb current_box(const Body& body, std::size_t object)
{
  return box_at(body.surface, object, [&](const Vec3& X) {
    return body.position({X, static_cast<int>(object)});
  });
}

Aabb current_box(const Body& body)
{
  Aabb box;
  for (std::size_t i = 0; i < body.surface.object_count(); ++i)
    box.extend(current_box(body, i));
  return box;
}

}  // namespace corbel
