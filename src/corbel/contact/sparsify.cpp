// SPDX-License-Identifier: MIT
// Contacts of the same two bodies stand together in the set, in the order of their objects. Adjacent contacts
// are looked up by the neighbours of their objects, coincident points by their order along a direction: k
// contacts of a pair cost about k log k.
#include "corbel/contact/sparsify.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

namespace corbel {
namespace {

/// Finds contacts of much larger area on objects that are the same or neighbours.
class AdjacentAreas {
 public:
  AdjacentAreas(std::span<const Contact> contacts, const Bodies& bodies, std::span<const char> dropped,
                double threshold)
      : contacts_(contacts), dropped_(dropped), threshold_(threshold)
  {
    for (const Contact& contact : contacts)
      largest_ = std::max(largest_, contact.area);
    surface1_ = &bodies[contacts.front().key.body1].surface;
    surface2_ = &bodies[contacts.front().key.body2].surface;
  }

  /// Next to this contact there is one, still there, that makes it redundant.
  bool outweigh(const Contact& contact) const
  {
    const ContactKey& key = contact.key;
    const double area = contact.area;
    if (!(area < threshold_ * largest_)) return false;  // nearly always: nothing is so much larger
    const bool one_body = key.body1 == key.body2;
    return next_to(area, key.object1, key.object2) || (one_body && next_to(area, key.object2, key.object1));
  }

 private:
  using Range = std::pair<std::size_t, std::size_t>;

  static const std::vector<int>& neighbours(const ContactSurface& surface, int object)
  {
    return surface.neighbours[static_cast<std::size_t>(object)];
  }
  /// Contacts in [range) whose number, by `number`, is `object`; the numbers ascend in it.
  template<class Number>
  Range with(Range range, int object, const Number& number) const
  {
    const auto part = contacts_.subspan(range.first, range.second - range.first);
    const auto low = std::ranges::lower_bound(part, object, {}, number),
               high = std::ranges::upper_bound(part, object, {}, number);
    return {range.first + static_cast<std::size_t>(low - part.begin()),
            range.first + static_cast<std::size_t>(high - part.begin())};
  }
  bool larger_in(Range range, double area) const
  {
    for (std::size_t i = range.first; i < range.second; ++i)
      if (!dropped_[i] && area < threshold_ * contacts_[i].area) return true;
    return false;
  }
  bool next_to(double area, int object1, int object2) const
  {
    if (near(area, object1, object2)) return true;
    return std::ranges::any_of(neighbours(*surface1_, object1),
                               [&](int other) { return near(area, other, object2); });
  }
  /// The same with the first object given.
  bool near(double area, int object1, int object2) const
  {
    const Range on1 = with({0, contacts_.size()}, object1, [](const Contact& c) { return c.key.object1; });
    if (on1.first == on1.second) return false;
    const auto larger_on = [&](int object) {
      return larger_in(with(on1, object, [](const Contact& c) { return c.key.object2; }), area);
    };
    return larger_on(object2) || std::ranges::any_of(neighbours(*surface2_, object2), larger_on);
  }

  std::span<const Contact> contacts_;
  std::span<const char> dropped_;
  double threshold_;
  double largest_ = 0;  ///< area
  const ContactSurface* surface1_;
  const ContactSurface* surface2_;
};

/// Points in their order along a direction in which those of a regular grid do not line up.
class CoincidentPoints {
 public:
  CoincidentPoints(std::span<const Contact> contacts, std::optional<double> min_distance)
      : contacts_(contacts), min_distance_(min_distance), along_(contacts.size()), order_(contacts.size()),
        place_(contacts.size())
  {
    for (std::size_t i = 0; i < contacts.size(); ++i)
      along_[i] = direction.dot(contacts[i].point);
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::ranges::sort(order_, [&](std::size_t a, std::size_t b) {
      return along_[a] != along_[b] ? along_[a] < along_[b] : a < b;
    });
    for (std::size_t k = 0; k < order_.size(); ++k)
      place_[order_[k]] = k;
  }

  /// A point j that coincides with point i for which `accepts(j)` holds.
  template<class Accepts>
  std::optional<std::size_t> find(std::size_t i, const Accepts& accepts) const
  {
    const double window = 2 * direction.sum() * reach(i);  // twice what is needed: room for round-off
    const auto hit = [&](std::size_t j) { return accepts(j) && coincide(i, j); };
    for (std::size_t k = place_[i]; k-- > 0 && along_[i] - along_[order_[k]] <= window;)
      if (hit(order_[k])) return order_[k];
    for (std::size_t k = place_[i] + 1; k < order_.size() && along_[order_[k]] - along_[i] <= window; ++k)
      if (hit(order_[k])) return order_[k];
    return std::nullopt;
  }

 private:
  inline static const Vec3 direction{1, 0.6180339887498949, 0.4142135623730951};

  double reach(std::size_t i) const { return 2 * min_distance_.value_or(contacts_[i].epsilon); }
  /// Objects of unequal sizes have unequal tolerances: within both.
  bool coincide(std::size_t i, std::size_t j) const
  {
    return (contacts_[i].point - contacts_[j].point).cwiseAbs().maxCoeff() < std::min(reach(i), reach(j));
  }

  std::span<const Contact> contacts_;
  std::optional<double> min_distance_;
  std::vector<double> along_;
  std::vector<std::size_t> order_, place_;
};

/// Contacts of one pair of bodies.
void sparsify_pair(std::span<Contact> contacts, const Bodies& bodies, const SparsifyOptions& options,
                   std::span<char> dropped)
{
  const auto is_new = [](const Contact& contact) { return contact.is_new; };
  if (std::ranges::none_of(contacts, is_new)) return;
  for (std::size_t i = 0; i < contacts.size(); ++i)
    dropped[i] = contacts[i].is_new && contacts[i].patch_area < options.min_area;
  if (contacts.size() == 1) return;
  const AdjacentAreas areas(contacts, bodies, dropped, options.threshold);
  const CoincidentPoints points(contacts, options.min_distance);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (!contacts[i].is_new || dropped[i]) continue;
    const auto stays = [&](std::size_t j) { return !dropped[j] && (!contacts[j].is_new || j < i); };
    if (!options.patches && areas.outweigh(contacts[i])) {
      dropped[i] = 1;
    } else if (const auto other = points.find(i, stays)) {
      dropped[i] = 1;
      if (options.patches) contacts[*other].area += contacts[i].area;
    }
  }
}

}  // namespace

void sparsify(ContactSet& contacts, const Bodies& bodies, const SparsifyOptions& options)
{
  if (options.threshold <= 0) return;
  std::vector<char> dropped(contacts.size(), 0);
  for (std::size_t begin = 0, end = 0; begin < contacts.size(); begin = end) {
    while (end < contacts.size() && same_bodies(contacts[begin], contacts[end]))
      ++end;
    sparsify_pair(std::span(contacts).subspan(begin, end - begin), bodies, options,
                  std::span(dropped).subspan(begin, end - begin));
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (dropped[i]) continue;
    if (kept != i) contacts[kept] = std::move(contacts[i]);
    ++kept;
  }
  contacts.resize(kept);
}

}  // namespace corbel
