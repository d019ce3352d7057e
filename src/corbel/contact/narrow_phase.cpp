// SPDX-License-Identifier: MIT
#include "corbel/contact/narrow_phase.hpp"

#include "corbel/math/frame.hpp"

namespace corbel {
namespace {

/// Two obstacles never touch; the user may exclude pairs.
bool may_touch(const Model& model, const Body& a, const Body& b)
{
  return (a.responds() || b.responds()) && !model.contact_excluded(a, b);
}

/// a: a convex, or a and b both not.
std::optional<PairGeometry> touch_objects(const PlacedObjects& objects, std::size_t a, std::size_t b,
                                          double epsilon)
{
  using enum ObjectKind;
  const ObjectKind kind_a = objects.kind(a), kind_b = objects.kind(b);
  if (kind_b == convex) return touch(objects.convex(a), objects.convex(b), epsilon);
  if (kind_a == convex)
    return kind_b == sphere ? touch(objects.convex(a), objects.sphere(b), epsilon)
                            : touch(objects.convex(a), objects.ellipsoid(b), epsilon);
  if (kind_a == sphere && kind_b == sphere) return touch(objects.sphere(a), objects.sphere(b), epsilon);
  return touch(objects.ellipsoid(a), objects.ellipsoid(b), epsilon);
}

}  // namespace

std::optional<Touch> narrow_phase(const Model& model, const PlacedObjects& objects, BoxPair pair,
                                  double epsilon)
{
  // The older body (smaller id, so smaller index) is the slave; a convex is always the slave of a sphere
  // or an ellipsoid.
  auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  if (!may_touch(model, objects.body(a), objects.body(b))) return std::nullopt;
  if (objects.kind(a) != ObjectKind::convex && objects.kind(b) == ObjectKind::convex) std::swap(a, b);

  const auto geometry = touch_objects(objects, a, b, epsilon);
  if (!geometry) return std::nullopt;
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
  const bool slave_first = contact.slave->id < contact.master->id;
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
