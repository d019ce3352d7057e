// SPDX-License-Identifier: MIT
#include "corbel/contact/detect.hpp"

#include "corbel/contact/broad_phase.hpp"
#include "corbel/contact/narrow_phase.hpp"
#include "corbel/contact/sparsify.hpp"
#include "corbel/core/threads.hpp"

#include <algorithm>
#include <tuple>

namespace corbel {
namespace {

constexpr std::size_t narrow_chunk = 64;  ///< candidate pairs per task

/// Impulses of contacts that persist, turned through space into their new frames. Both sets ascend in key.
void warm_start(ContactSet& contacts, const ContactSet& previous)
{
  auto old = previous.begin();
  for (Contact& contact : contacts) {
    while (old != previous.end() && old->key < contact.key)
      ++old;
    if (old == previous.end()) return;
    if (old->key != contact.key) continue;
    contact.is_new = false;
    contact.R = contact.frame.transpose() * (old->frame * old->R);
  }
}

/// All touches, in the order of contact keys (pairs of bodies together, then objects).
std::vector<Touch> find_touches(const Model& model, const PlacedObjects& objects)
{
  const std::vector<BoxPair> pairs = overlapping_pairs(objects.boxes(), objects.groups());
  std::vector<std::vector<Touch>> found((pairs.size() + narrow_chunk - 1) / narrow_chunk);
  parallel_chunks(pairs.size(), narrow_chunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p)
      if (const auto touch = narrow_phase(model, objects, pairs[p])) found[chunk].push_back(*touch);
  });

  std::vector<Touch> touches;
  for (const auto& list : found)
    touches.insert(touches.end(), list.begin(), list.end());
  const auto key = [&](const Touch& touch) {
    const auto [first, second] = touch.pair();
    const auto bodies = objects.body_indices();
    return std::tuple(bodies[static_cast<std::size_t>(first)], bodies[static_cast<std::size_t>(second)],
                      first, second);
  };
  std::sort(touches.begin(), touches.end(), [&](const Touch& a, const Touch& b) { return key(a) < key(b); });
  return touches;
}

}  // namespace

ContactSet ContactDetector::find_all(const Model& model)
{
  objects_.update(model, model.epsilon());
  const std::vector<Touch> touches = find_touches(model, objects_);
  ContactSet contacts(touches.size());
  parallel_for(touches.size(), narrow_chunk,
               [&](std::size_t i) { contacts[i] = make_contact(model, objects_, touches[i]); });
  return contacts;
}

ContactSet ContactDetector::detect(const Model& model, const ContactSet& previous)
{
  ContactSet contacts = find_all(model);
  warm_start(contacts, previous);
  const ContactSettings& settings = model.contact;
  sparsify(contacts,
           {settings.sparsify_threshold, settings.min_area, settings.min_distance.value_or(model.epsilon())});
  return contacts;
}

}  // namespace corbel
