// SPDX-License-Identifier: MIT
// Contact in a single point (CENTROID) of convexes. The point of an overlap of depth d moves with the tilt θ
// of the two by about θ L²/d, L the length along which they touch, and the impulse there turns them back: a
// spring whose stiffness grows with 1/d, integrated explicitly. A step that stops the approach v does so
// stably only if d is not much less than v h/10. How deep a contact is when it is found is chance, anything
// from −ε to v h, and with d + ε ≪ v h/10 a tilt of round-off grows from step to step until the point jumps
// from end to end and the impact loses its energy there. So the point of a contact less deep than
//
//   δ = h/10 |v| ,  v the relative normal velocity there at the end of the step if nothing stopped it   (1)
//
// is that of the objects grown to the overlap δ. Gap, normal and area remain those of the objects as they
// are. (Rejected: h/2 |v|, the overlap at the end of the step. It moves the loaded points of a thin pipe by
// part of an element: 3 % of its elastic energy, 11 % of its stress.)
#include "corbel/contact/narrow_phase.hpp"

#include "corbel/geometry/extremes.hpp"
#include "corbel/math/frame.hpp"

#include <algorithm>
#include <limits>

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

/// Objects are not grown by more than this part of their thickness: beyond it the far side comes in.
constexpr double most_growth = 0.25;

/// Least extent along the normal of a face [m].
double thickness(const PlacedConvex& placed)
{
  double least = std::numeric_limits<double>::infinity();
  for (const Plane& plane : placed.planes)
    least = std::min(least, plane.offset - lowest_along(plane.n, placed.x));
  return least;
}

Vec3 free_velocity(const Model& model, const PlacedObjects& objects, std::size_t i, const Vec3& point)
{
  const Body& body = *model.bodies()[objects.body_number(i)];
  return body.step_velocity(body.locate_mid(point, objects.object(i)),
                            body.responds() ? Instant::free : Instant::end);
}

/// Moves the point of a shallow contact to that of the overlap δ, (1).
void settle_point(const Model& model, const PlacedObjects& objects, std::size_t a, std::size_t b, double h,
                  double epsilon, PairGeometry& pair)
{
  const Vec3 v = free_velocity(model, objects, b, pair.point) - free_velocity(model, objects, a, pair.point);
  const double growth = 0.1 * h * std::max(0.0, -v.dot(pair.normal)) + pair.gap;
  if (!(growth > epsilon)) return;
  const PlacedConvex one = objects.convex(a), other = objects.convex(b);
  const double most = most_growth * std::min(thickness(one), thickness(other));
  if (const auto point = overlap_centroid(one, other, std::max(epsilon, std::min(growth, most))))
    pair.point = *point;
}

std::optional<ContactPatch> find_patch(const Model& model, const PlacedObjects& objects, std::size_t a,
                                       std::size_t b, double h, double epsilon)
{
  const bool convexes = objects.kind(b) == ObjectKind::convex;  // a is one, too
  if (convexes && model.contact.points == ContactPoints::patch)
    return patch(objects.convex(a), objects.convex(b), epsilon);
  auto pair = touch_objects(objects, a, b, epsilon);
  if (!pair) return std::nullopt;
  if (convexes && h > 0) settle_point(model, objects, a, b, h, epsilon, *pair);
  return single_point(*pair);
}

}  // namespace

std::optional<TouchingPair> narrow_phase(const Model& model, const PlacedObjects& objects, BoxPair pair,
                                         double h)
{
  // The older body (smaller id, so smaller index) is the slave; a convex is always the slave of a sphere
  // or an ellipsoid.
  auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  const ContactFilter& filter = model.contact_filter();
  const Body &body_a = *model.bodies()[objects.body_number(a)],
             &body_b = *model.bodies()[objects.body_number(b)];
  if (!filter.may_touch(body_a, objects.object(a), body_b, objects.object(b))) return std::nullopt;
  const double epsilon = model.pair_epsilon(objects.object_size(a), objects.object_size(b));
  if (objects.kind(a) != ObjectKind::convex && objects.kind(b) == ObjectKind::convex) std::swap(a, b);

  const auto patch = find_patch(model, objects, a, b, h, epsilon);
  if (!patch || !filter.surfaces_may_touch(patch->surface_a, patch->surface_b)) return std::nullopt;
  return TouchingPair{a, b, *patch};
}

Contact make_contact(const Model& model, const PlacedObjects& objects, const TouchingPair& touch,
                     std::size_t k)
{
  const ContactPatch& patch = touch.patch;
  const PatchPoint& at = patch.points[k];
  Contact contact;
  const Body& slave = *model.bodies()[objects.body_number(touch.slave)];
  const Body& master = *model.bodies()[objects.body_number(touch.master)];
  contact.slave = slave.body_id();
  contact.master = master.body_id();
  contact.slave_object = objects.object(touch.slave);
  contact.master_object = objects.object(touch.master);
  const bool slave_first = touch.slave < touch.master;  // objects of older bodies have smaller numbers
  const auto [first, second] =
      slave_first ? std::pair(touch.slave, touch.master) : std::pair(touch.master, touch.slave);
  const auto [older, younger] = std::minmax(contact.slave, contact.master);
  contact.key = {older, younger, objects.object(first), objects.object(second), at.feature};
  contact.point = at.point;
  contact.on_slave = slave.locate_mid(at.point, contact.slave_object);
  contact.on_master = master.locate_mid(at.point, contact.master_object);
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
