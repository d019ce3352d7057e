// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/contact_parts.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// A sweep over fewer contacts takes less than 50 µs, most of which a second thread would spend waking up.
constexpr std::size_t least_contacts = 4000;
constexpr std::size_t contacts_per_part = 2000, most_parts = 8;
constexpr double most_interface = 0.2;  ///< of all contacts: swept by one thread

using Touching = std::vector<std::vector<std::size_t>>;

Touching touching(const FactorRows& G, const std::vector<std::size_t>& contacts)
{
  Touching of_body(static_cast<std::size_t>(G.columns()));
  for (const std::size_t i : contacts)
    for (const int c : G.bodies(i))
      if (c != FactorRows::none) of_body[static_cast<std::size_t>(c)].push_back(i);
  return of_body;
}

/// Bodies in the order of a breadth-first search, each connected group after the other.
std::vector<std::size_t> in_breadth(const FactorRows& G, const Touching& of_body)
{
  std::vector<std::size_t> order;
  std::vector<bool> found(of_body.size(), false);
  for (std::size_t first = 0; first < of_body.size(); ++first) {
    if (found[first]) continue;
    found[first] = true;
    order.push_back(first);
    for (std::size_t next = order.size() - 1; next < order.size(); ++next)
      for (const std::size_t i : of_body[order[next]])
        for (const int c : G.bodies(i)) {
          if (c == FactorRows::none || found[static_cast<std::size_t>(c)]) continue;
          found[static_cast<std::size_t>(c)] = true;
          order.push_back(static_cast<std::size_t>(c));
        }
  }
  return order;
}

}  // namespace

ContactParts contact_parts(const FactorRows& G, const std::vector<std::size_t>& contacts)
{
  ContactParts parts;
  parts.of_contact.assign(G.size(), 0);
  if (contacts.size() < least_contacts) return parts;
  const Touching of_body = touching(G, contacts);
  const std::size_t count = std::min(most_parts, contacts.size() / contacts_per_part);
  std::size_t ends = 0, passed = 0;  // of contacts, each counted once for each of its bodies
  for (const auto& some : of_body)
    ends += some.size();
  std::vector<std::uint8_t> of(of_body.size());
  for (const std::size_t body : in_breadth(G, of_body)) {
    of[body] = static_cast<std::uint8_t>(std::min(count - 1, passed * count / ends));
    passed += of_body[body].size();
  }
  std::size_t between = 0;
  for (const std::size_t i : contacts) {
    const auto [a, b] = G.bodies(i);
    const auto part = [&](int c) { return of[static_cast<std::size_t>(c)]; };
    const bool split = a != FactorRows::none && b != FactorRows::none && part(a) != part(b);
    const int one = a != FactorRows::none ? a : b;
    parts.of_contact[i] = split ? static_cast<std::uint8_t>(count) : part(one);
    between += split;
  }
  if (static_cast<double>(between) > most_interface * static_cast<double>(contacts.size())) {
    parts.of_contact.assign(G.size(), 0);
    return parts;
  }
  parts.count = count;
  return parts;
}

}  // namespace corbel
