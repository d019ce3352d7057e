// SPDX-License-Identifier: MIT
#include "corbel/contact/detect.hpp"

#include "corbel/contact/broad_phase.hpp"
#include "corbel/contact/follow.hpp"
#include "corbel/contact/narrow_phase.hpp"
#include "corbel/contact/new_contacts.hpp"
#include "corbel/contact/sparsify.hpp"
#include "corbel/contact/thin_points.hpp"
#include "corbel/core/threads.hpp"

#include <algorithm>
#include <tuple>

namespace corbel {
namespace {

constexpr std::size_t narrow_chunk = 64;  ///< candidate pairs per task

using TouchLists = std::vector<std::vector<TouchingPair>>;  ///< one list per task

/// All touches. The lists keep their memory from step to step.
void find_touches(const Model& model, PlacedObjects& objects, BroadPhase& broad_phase, double h,
                  TouchLists& touches)
{
  const std::vector<BoxPair>& pairs = broad_phase.update(objects.boxes(), objects.groups());
  objects.update_planes(pairs);
  touches.resize((pairs.size() + narrow_chunk - 1) / narrow_chunk);
  parallel_chunks(pairs.size(), narrow_chunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    touches[chunk].clear();
    for (std::size_t p = begin; p < end; ++p)
      if (const auto touch = narrow_phase(model, objects, pairs[p], h)) touches[chunk].push_back(*touch);
  });
}

/// In the order of contact keys: pairs of bodies together, then objects.
std::vector<const TouchingPair*> in_key_order(const TouchLists& touches, const PlacedObjects& objects)
{
  const auto key = [&](const TouchingPair* touch) {
    const auto [first, second] = touch->pair();
    const auto bodies = objects.body_indices();
    return std::tuple(bodies[static_cast<std::size_t>(first)], bodies[static_cast<std::size_t>(second)],
                      first, second);
  };
  std::vector<const TouchingPair*> order;
  for (const auto& list : touches)
    for (const TouchingPair& touch : list)
      order.push_back(&touch);
  std::sort(order.begin(), order.end(),
            [&](const TouchingPair* a, const TouchingPair* b) { return key(a) < key(b); });
  return order;
}

/// One contact per point of each touch, ascending in key when the touches are.
void make_contacts(const Model& model, const PlacedObjects& objects,
                   const std::vector<const TouchingPair*>& touches, ContactSet& contacts)
{
  std::vector<std::size_t> first(touches.size() + 1, 0);
  for (std::size_t i = 0; i < touches.size(); ++i)
    first[i + 1] = first[i] + touches[i]->patch.count;
  contacts.resize(first.back());
  parallel_for(touches.size(), narrow_chunk, [&](std::size_t i) {
    for (std::size_t k = 0; k < touches[i]->patch.count; ++k)
      contacts[first[i] + k] = make_contact(model, objects, *touches[i], k);
  });
}

}  // namespace

ContactSet ContactDetector::find_all(const Model& model, double h)
{
  objects_.update(model, model.epsilon());
  find_touches(model, objects_, broad_phase_, h, touches_);
  ContactSet contacts = std::move(spare_);
  make_contacts(model, objects_, in_key_order(touches_, objects_), contacts);
  return contacts;
}

ContactSet ContactDetector::detect(const Model& model, const ContactSet& previous, double h)
{
  ContactSet contacts = find_all(model, h);
  follow(contacts, previous);
  if (h > 0) defer_shallow(contacts, model, h);
  const ContactSettings& settings = model.contact;
  sparsify(contacts, model.bodies(),
           {settings.sparsify_threshold, settings.min_area, settings.min_distance,
            settings.points == ContactPoints::patch});
  if (settings.sparsify_threshold > 0) thin_points(contacts, model);
  return contacts;
}

}  // namespace corbel
