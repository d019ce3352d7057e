// SPDX-License-Identifier: MIT
#include "corbel/contact/sparsify.hpp"

#include <algorithm>

namespace corbel {
namespace {

bool same_or_neighbours(const Body& body, int object1, int object2)
{
  if (object1 == object2) return true;
  const auto& neighbours = body.surface.neighbours[static_cast<std::size_t>(object1)];
  return std::binary_search(neighbours.begin(), neighbours.end(), object2);
}

int object_on(const Contact& contact, const Body& body)
{
  return contact.slave == &body ? contact.slave_object : contact.master_object;
}

bool adjacent(const Contact& a, const Contact& b)
{
  return same_or_neighbours(*a.slave, a.slave_object, object_on(b, *a.slave)) &&
         same_or_neighbours(*a.master, a.master_object, object_on(b, *a.master));
}

bool same_bodies(const Contact& a, const Contact& b)
{
  return a.key.body1 == b.key.body1 && a.key.body2 == b.key.body2;
}

/// True when `contact` is to go because of `other`; `after`: it comes after the other in the set.
bool made_redundant_by(const Contact& contact, const Contact& other, bool after, double threshold,
                       double epsilon)
{
  if (contact.area < threshold * other.area && adjacent(contact, other)) return true;
  const double apart = (contact.master_point - other.master_point).cwiseAbs().maxCoeff();
  return apart < 2 * epsilon && (!other.is_new || after);
}

}  // namespace

void sparsify(ContactSet& contacts, double threshold, double epsilon)
{
  if (threshold <= 0) return;
  std::vector<char> drop(contacts.size(), 0);
  // Contacts of the same two bodies stand together in the set.
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    while (end < contacts.size() && same_bodies(contacts[begin], contacts[end]))
      ++end;
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = begin; contacts[i].is_new && j < end && !drop[i]; ++j)
        drop[i] =
            i != j && !drop[j] && made_redundant_by(contacts[i], contacts[j], i > j, threshold, epsilon);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (drop[i]) continue;
    if (kept != i) contacts[kept] = std::move(contacts[i]);
    ++kept;
  }
  contacts.resize(kept);
}

}  // namespace corbel
