// SPDX-License-Identifier: MIT
#include "corbel/contact/follow.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>

namespace corbel {
namespace {

auto object_pair(const Contact& contact)
{
  const ContactKey& key = contact.key;
  return std::tie(key.body1, key.body2, key.object1, key.object2);
}

void take_over(Contact& contact, const Contact& old)
{
  contact.is_new = false;
  contact.row_before = old.row;
}

/// The points of one object pair, now and in the last step.
void follow_points(std::span<Contact> now, std::span<const Contact> before)
{
  std::vector<const Contact*> left;
  for (const Contact& old : before) {
    const auto same =
        std::find_if(now.begin(), now.end(), [&](const Contact& contact) { return contact.key == old.key; });
    if (same == now.end())
      left.push_back(&old);
    else
      take_over(*same, old);
  }
  for (Contact& contact : now) {
    if (!contact.is_new || left.empty()) continue;
    const auto distance2 = [&](const Contact* old) { return (old->point - contact.point).squaredNorm(); };
    const auto nearest =
        std::min_element(left.begin(), left.end(), [&](const Contact* one, const Contact* other) {
          return distance2(one) < distance2(other);
        });
    take_over(contact, **nearest);
    left.erase(nearest);
  }
}

}  // namespace

void follow(ContactSet& contacts, const ContactSet& previous)
{
  auto old = previous.begin();
  for (auto begin = contacts.begin(); begin != contacts.end();) {
    const auto end = std::find_if(begin, contacts.end(), [&](const Contact& contact) {
      return object_pair(contact) != object_pair(*begin);
    });
    while (old != previous.end() && object_pair(*old) < object_pair(*begin))
      ++old;
    const auto old_end = std::find_if(old, previous.end(), [&](const Contact& contact) {
      return object_pair(contact) != object_pair(*begin);
    });
    follow_points({begin, end}, {old, old_end});
    old = old_end;
    begin = end;
  }
}

}  // namespace corbel
