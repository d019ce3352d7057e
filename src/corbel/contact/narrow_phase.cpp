// SPDX-License-Identifier: MIT
#include "corbel/contact/narrow_phase.hpp"

#include "corbel/math/frame.hpp"

namespace corbel {

std::optional<Touch> narrow_phase(const Model& model, const PlacedObjects& objects, BoxPair pair)
{
  // The older body (smaller id, so smaller index) is the slave; a convex is always the slave of a sphere.
  auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  const ContactFilter& filter = model.contact_filter();
  if (!filter.may_touch(objects.body(a), objects.object(a), objects.body(b), objects.object(b)))
    return std::nullopt;
  const double epsilon = model.pair_epsilon(objects.object_size(a), objects.object_size(b));
  if (objects.is_sphere(a) && !objects.is_sphere(b)) std::swap(a, b);

  std::optional<PairGeometry> geometry;
  if (objects.is_sphere(a))
    geometry = touch(objects.sphere(a), objects.sphere(b), epsilon);
  else if (objects.is_sphere(b))
    geometry = touch(objects.convex(a), objects.sphere(b), epsilon);
  else
    geometry = touch(objects.convex(a), objects.convex(b), epsilon);
  if (!geometry || !filter.surfaces_may_touch(geometry->surface_a, geometry->surface_b)) return std::nullopt;
  return Touch{a, b, *geometry};
}

Contact make_contact(const Model& model, const PlacedObjects& objects, const Touch& touch)
{
  const PairGeometry& geometry = touch.geometry;
  Contact contact;
  contact.slave = &objects.body(touch.slave);
  contact.master = &objects.body(touch.master);
  contact.slave_object = objects.object(touch.slave);
  contact.master_object = objects.object(touch.master);
  const bool slave_first = touch.slave < touch.master;  // objects of older bodies have smaller numbers
  const auto [first, second] =
      slave_first ? std::pair(touch.slave, touch.master) : std::pair(touch.master, touch.slave);
  contact.key = {objects.body(first).id, objects.body(second).id, objects.object(first),
                 objects.object(second), 0};
  contact.slave_point = geometry.point;
  contact.master_point = geometry.point;
  contact.on_slave = contact.slave->locate_mid(geometry.point, contact.slave_object);
  contact.on_master = contact.master->locate_mid(geometry.point, contact.master_object);
  contact.frame = frame_of_normal(geometry.normal);
  contact.gap = geometry.gap;
  contact.area = geometry.area;
  contact.slave_surface = geometry.surface_a;
  contact.master_surface = geometry.surface_b;
  contact.material = model.surface_materials.find(contact.slave_surface, contact.master_surface);
  return contact;
}

}  // namespace corbel
