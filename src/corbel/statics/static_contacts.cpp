// SPDX-License-Identifier: MIT
#include "corbel/statics/static_contacts.hpp"

#include "corbel/bodies/object_box.hpp"
#include "corbel/geometry/face_gap.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace corbel {
namespace {

/// Between steps a contact is detected anew when it slid or opened by more than these parts of the size of the smaller body,
/// or when its normal turned by more than this angle [rad].
constexpr double much_slip = 1e-4, much_opening = 1e-3, much_turn = 1e-2;

/// Overlap that is left alone, in the tolerance of constraints: with all of it the deflection of a stiff beam on supports is
/// off by a fifth.
constexpr double overlap_share = 0.1;

/// New overlaps are no deeper than this part of the thickness of their objects.
constexpr double deep_share = 0.02;

/// In a step normals may be off by this much [rad].
constexpr double too_much_turn = 0.1;

bool before(const Contact& a, const Contact& b) { return a.key < b.key; }

const Contact* find(const ContactSet& contacts, const Contact& like)
{
  const auto found = std::lower_bound(contacts.begin(), contacts.end(), like, before);
  return found != contacts.end() && found->key == like.key ? &*found : nullptr;
}

double angle(const Contact& a, const Contact& b) { return (a.frame.col(2) - b.frame.col(2)).norm(); }
bool is_turned(const Contact& a, const Contact& b) { return angle(a, b) > too_much_turn; }

bool same_place(const Contact& a, const Contact& b)
{
  return (a.point - b.point).cwiseAbs().maxCoeff() < 2 * b.epsilon;
}

bool same_objects(const Contact& a, const Contact& b)
{
  return same_bodies(a, b) && a.key.object1 == b.key.object1 && a.key.object2 == b.key.object2;
}

/// Of contacts that ascend in key.
std::span<const Contact> between_same_bodies(std::span<const Contact> contacts, const Contact& like)
{
  const auto bodies = [](const Contact& c) { return std::pair(c.key.body1, c.key.body2); };
  return {std::ranges::lower_bound(contacts, bodies(like), {}, bodies),
          std::ranges::upper_bound(contacts, bodies(like), {}, bodies)};
}

/// An object of a body in q_e.
class PlacedElement {
 public:
  PlacedElement(const Body& body, int object)
      : convex_(body.surface.convexes[static_cast<std::size_t>(object)]), x_(convex_.vertices.size()),
        planes_(convex_.face_count())
  {
    body.place(object, convex_.vertices, x_);
    compute_planes(convex_, x_, planes_);
  }
  PlacedConvex placed() const { return {convex_, x_, planes_}; }

 private:
  const Convex& convex_;
  std::vector<Vec3> x_;
  std::vector<Plane> planes_;
};

/// Another point of the same two objects: 0, −1, −2, …
std::int32_t next_feature(std::span<const Contact> contacts, const Contact& contact)
{
  std::int32_t next = 0;
  for (const Contact& c : contacts)
    if (same_objects(c, contact)) next = std::min(next, c.key.feature - 1);
  return next;
}

}  // namespace

double StaticContacts::size(const Contact& contact) const
{
  const auto of = [&](BodyId body) { return sizes_[static_cast<std::size_t>(model_.bodies()[body].index)]; };
  return std::min(of(contact.master), of(contact.slave));
}

/// Least edge of the boxes of the two objects.
double StaticContacts::thickness(const Contact& contact) const
{
  const auto of = [&](BodyId body, int object) {
    return object_box(model_.bodies()[body].surface, static_cast<std::size_t>(object)).size().minCoeff();
  };
  return std::min(of(contact.slave, contact.slave_object), of(contact.master, contact.master_object));
}

bool StaticContacts::are_deep(const ContactSet& last, const ContactSet& detected) const
{
  return std::ranges::any_of(detected, [&](const Contact& c) {
    const bool may_be_deep = c.cohesive || model_.surface_materials[c.material].spring > 0;
    if (may_be_deep || -c.gap <= deep_share * thickness(c)) return false;
    return std::ranges::none_of(between_same_bodies(last, c),
                                [&](const Contact& l) { return same_objects(l, c); });
  });
}

bool StaticContacts::lasts(const Contact& contact, const Contact* detected, const Reactions& reactions) const
{
  const double limit = size(contact), h = reactions.h;
  if (h * reactions.end_velocity(contact).head<2>().norm() > much_slip * limit) return false;
  if (!detected) return contact.gap < much_opening * limit && reactions.impulse(contact).z() > 0;
  return angle(contact, *detected) < much_turn;
}

bool StaticContacts::is_overtaken(const Contact& contact, const Contact& detected) const
{
  const double tolerance = overlap_share * tolerance_ * size(contact);
  if (detected.gap < -tolerance && detected.gap < contact.gap - 0.5 * tolerance) return true;
  return is_turned(contact, detected);
}

/// Nothing is to be added for what was detected now.
bool StaticContacts::is_there(const Contact& kept, const Contact& detected) const
{
  if (is_overtaken(kept, detected)) return false;
  return kept.key == detected.key || same_place(kept, detected) ||
         (is_single(detected) && same_objects(kept, detected));
}

Contact StaticContacts::placed(const Contact& contact, const Contact* detected) const
{
  Contact c = contact;
  c.on_slave = model_.bodies()[c.slave].locate_mid(c.point, c.slave_object);
  c.on_master = model_.bodies()[c.master].locate_mid(c.point, c.master_object);
  c.gap = measured_gap(c).value_or(c.gap);
  c.is_new = false;
  c.same_local = true;
  c.row_before = contact.row;
  if (!detected) return c;
  c.area = detected->area;
  c.patch_area = detected->patch_area;
  c.epsilon = detected->epsilon;
  return c;
}

bool StaticContacts::is_of_convexes(const Contact& contact) const
{
  const auto convex = [&](BodyId body, int object) {
    return static_cast<std::size_t>(object) < model_.bodies()[body].surface.convexes.size();
  };
  return convex(contact.slave, contact.slave_object) && convex(contact.master, contact.master_object);
}

bool StaticContacts::is_single(const Contact& contact) const
{
  return contact.key.feature <= 0 && is_of_convexes(contact);
}

ContactSet StaticContacts::join(const ContactSet& last, const Reactions& reactions, ContactSet detected)
{
  for (Contact& contact : detected)
    if (!contact.cohesive) contact.gap = measured_gap(contact).value_or(contact.gap);
  std::vector<char> stays(reactions.size(), 0);  // by row
  ContactSet all;
  for (const Contact& contact : last) {
    const Contact* now = find(detected, contact);
    const Contact here = placed(contact, now);
    if (contact.cohesive || (now && now->cohesive)) continue;  // where it is bonds say
    if (first_ && !lasts(contact, now, reactions)) continue;
    if (now && (is_single(contact) ? is_turned(contact, *now) : is_overtaken(here, *now))) continue;
    stays[static_cast<std::size_t>(contact.row)] = 1;
    all.push_back(here);
  }
  const std::size_t kept = all.size();
  changed_ = false;
  for (Contact& contact : detected) {
    if (contact.cohesive) {
      all.push_back(contact);
      continue;
    }
    const std::span<const Contact> of_bodies = between_same_bodies(std::span(all).first(kept), contact);
    if (std::ranges::any_of(of_bodies, [&](const Contact& c) { return is_there(c, contact); })) continue;
    if (contact.row_before >= 0 && stays[static_cast<std::size_t>(contact.row_before)]) {
      contact.row_before = -1;  // the one it follows is still there, with its reaction
      contact.is_new = true;
    }
    if (is_single(contact)) contact.key.feature = next_feature(of_bodies, contact);
    changed_ = true;
    all.push_back(contact);
  }
  std::sort(all.begin(), all.end(), before);

  std::vector<Vec3> moved(all.size(), Vec3::Zero());
  const int first_row = last.empty() ? 0 : last.front().row;
  for (std::size_t i = 0; i < all.size() && !first_; ++i)
    if (all[i].row_before >= 0) moved[i] = moved_[static_cast<std::size_t>(all[i].row_before - first_row)];
  moved_ = std::move(moved);
  first_ = false;
  return all;
}

void StaticContacts::move(ContactSet& contacts)
{
  const Bodies& bodies = model_.bodies();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    Contact& c = contacts[i];
    const Vec3 master = bodies[c.master].position(c.on_master), slave = bodies[c.slave].position(c.on_slave);
    const Vec3 apart = c.frame.transpose() * (master - slave);
    moved_[i] += apart;
    c.gap += apart.z();
    c.point = 0.5 * (master + slave);
  }
}

/// Also of contacts just detected: the gap of a single point is the depth of the overlap, which is elsewhere.
std::optional<double> StaticContacts::measured_gap(const Contact& contact) const
{
  if (!is_of_convexes(contact)) return std::nullopt;
  const Bodies& bodies = model_.bodies();
  const PlacedElement slave(bodies[contact.slave], contact.slave_object),
      master(bodies[contact.master], contact.master_object);
  return face_gap(slave.placed(), master.placed(), contact.frame.col(2), contact.point);
}

void StaticContacts::keep_displacements(const ContactSet& contacts, Reactions& reactions) const
{
  for (std::size_t i = 0; i < contacts.size(); ++i)
    reactions.U[static_cast<std::size_t>(contacts[i].row)] = moved_[i] / reactions.h;
}

}  // namespace corbel
