// SPDX-License-Identifier: MIT
#include "corbel/contact/narrow_phase.hpp"

#include "corbel/math/frame.hpp"

namespace corbel {
namespace {

/// Through a single point. a: a convex, or a and b both not.
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

std::optional<ContactPatch> find_patch(const Model& model, const PlacedObjects& objects, std::size_t a,
                                       std::size_t b, double epsilon)
{
  if (objects.kind(b) == ObjectKind::convex && model.contact.points == ContactPoints::patch)
    return patch(objects.convex(a), objects.convex(b), epsilon);
  const auto pair = touch_objects(objects, a, b, epsilon);
  if (!pair) return std::nullopt;
  return single_point(*pair);
}

}  // namespace

std::optional<TouchingPair> narrow_phase(const Model& model, const PlacedObjects& objects, BoxPair pair)
{
  // The older body (smaller id, so smaller index) is the slave; a convex is always the slave of a sphere
  // or an ellipsoid.
  auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  const ContactFilter& filter = model.contact_filter();
  if (!filter.may_touch(objects.body(a), objects.object(a), objects.body(b), objects.object(b)))
    return std::nullopt;
  const double epsilon = model.pair_epsilon(objects.object_size(a), objects.object_size(b));
  if (objects.kind(a) != ObjectKind::convex && objects.kind(b) == ObjectKind::convex) std::swap(a, b);

  const auto patch = find_patch(model, objects, a, b, epsilon);
  if (!patch || !filter.surfaces_may_touch(patch->surface_a, patch->surface_b)) return std::nullopt;
  return TouchingPair{a, b, *patch};
}

Contact make_contact(const Model& model, const PlacedObjects& objects, const TouchingPair& touch,
                     std::size_t k)
{
  const ContactPatch& patch = touch.patch;
  const PatchPoint& at = patch.points[k];
  Contact contact;
  contact.slave = &objects.body(touch.slave);
  contact.master = &objects.body(touch.master);
  contact.slave_object = objects.object(touch.slave);
  contact.master_object = objects.object(touch.master);
  const bool slave_first = touch.slave < touch.master;  // objects of older bodies have smaller numbers
  const auto [first, second] =
      slave_first ? std::pair(touch.slave, touch.master) : std::pair(touch.master, touch.slave);
  contact.key = {objects.body(first).id, objects.body(second).id, objects.object(first),
                 objects.object(second), at.feature};
  contact.point = at.point;
  contact.on_slave = contact.slave->locate_mid(at.point, contact.slave_object);
  contact.on_master = contact.master->locate_mid(at.point, contact.master_object);
  contact.frame = frame_of_normal(patch.normal);
  contact.gap = at.gap;
  contact.area = at.area;
  contact.patch_area = patch.area;
  contact.epsilon = model.pair_epsilon(objects.object_size(touch.slave), objects.object_size(touch.master));
  contact.slave_surface = patch.surface_a;
  contact.master_surface = patch.surface_b;
  contact.material = model.surface_materials.find(contact.slave_surface, contact.master_surface);
  return contact;
}

}  // namespace corbel
