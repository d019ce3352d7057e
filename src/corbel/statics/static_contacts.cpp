// SPDX-License-Identifier: MIT
#include "corbel/statics/static_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// Between steps a contact is detected anew when it slid or opened by more than these parts of the size of the smaller body,
/// or when its normal turned by more than this angle [rad].
constexpr double much_slip = 1e-4, much_opening = 1e-3, much_turn = 1e-2;

/// In a step normals may be off by this much [rad].
constexpr double too_much_turn = 0.1;

bool before(const Contact& a, const Contact& b) { return a.key < b.key; }

const Contact* find(const ContactSet& contacts, const Contact& like)
{
  const auto found = std::lower_bound(contacts.begin(), contacts.end(), like, before);
  return found != contacts.end() && found->key == like.key ? &*found : nullptr;
}

double angle(const Contact& a, const Contact& b) { return (a.frame.col(2) - b.frame.col(2)).norm(); }

bool same_place(const Contact& a, const Contact& b)
{
  return (a.point - b.point).cwiseAbs().maxCoeff() < 2 * b.epsilon;
}

}  // namespace

double StaticContacts::size(const Contact& contact) const
{
  const auto of = [&](BodyId body) { return sizes_[static_cast<std::size_t>(model_.bodies()[body].index)]; };
  return std::min(of(contact.master), of(contact.slave));
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
  const double tolerance = tolerance_ * size(contact);
  if (detected.gap < -tolerance && detected.gap < contact.gap - 0.5 * tolerance) return true;
  return angle(contact, detected) > too_much_turn;
}

Contact StaticContacts::placed(const Contact& contact, const Contact* detected) const
{
  Contact c = contact;
  c.on_slave = model_.bodies()[c.slave].locate_mid(c.point, c.slave_object);
  c.on_master = model_.bodies()[c.master].locate_mid(c.point, c.master_object);
  c.is_new = false;
  c.same_local = true;
  c.row_before = contact.row;
  if (!detected) return c;
  c.area = detected->area;
  c.patch_area = detected->patch_area;
  c.epsilon = detected->epsilon;
  return c;
}

ContactSet StaticContacts::join(const ContactSet& last, const Reactions& reactions, ContactSet detected)
{
  std::vector<char> stays(reactions.size(), 0);  // by row
  ContactSet all;
  for (const Contact& contact : last) {
    const Contact* now = find(detected, contact);
    if (contact.cohesive || (now && now->cohesive)) continue;  // where it is bonds say
    if (first_ && !lasts(contact, now, reactions)) continue;
    if (now && is_overtaken(contact, *now)) continue;
    stays[static_cast<std::size_t>(contact.row)] = 1;
    all.push_back(placed(contact, now));
  }
  const auto kept = static_cast<std::ptrdiff_t>(all.size());
  changed_ = false;
  for (Contact& contact : detected) {
    const auto end_of_kept = all.begin() + kept;
    const auto same = std::lower_bound(all.begin(), end_of_kept, contact, before);
    if (same != end_of_kept && same->key == contact.key) continue;
    const auto is_there = [&](const Contact& c) {
      return same_bodies(c, contact) && same_place(c, contact) && !is_overtaken(c, contact);
    };
    if (!contact.cohesive && std::any_of(all.begin(), end_of_kept, is_there)) continue;
    if (contact.row_before >= 0 && stays[static_cast<std::size_t>(contact.row_before)]) {
      contact.row_before = -1;  // the one it follows is still there, with its reaction
      contact.is_new = true;
    }
    changed_ = changed_ || !contact.cohesive;
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

void StaticContacts::keep_displacements(const ContactSet& contacts, Reactions& reactions) const
{
  for (std::size_t i = 0; i < contacts.size(); ++i)
    reactions.U[static_cast<std::size_t>(contacts[i].row)] = moved_[i] / reactions.h;
}

}  // namespace corbel
