// SPDX-License-Identifier: MIT
#include "corbel/contact/detect.hpp"

#include "corbel/contact/broad_phase.hpp"
#include "corbel/contact/narrow_phase.hpp"
#include "corbel/contact/sparsify.hpp"
#include "corbel/core/threads.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr std::size_t narrow_chunk = 64;  ///< candidate pairs per task

/// Impulses of contacts that persist, turned through space into their new frames. Both sets ascend in key.
void warm_start(ContactSet& contacts, const ContactSet& previous)
{
  auto old = previous.begin();
  for (Contact& contact : contacts) {
    while (old != previous.end() && old->key < contact.key) ++old;
    if (old == previous.end()) return;
    if (old->key != contact.key) continue;
    contact.is_new = false;
    contact.R = contact.frame.transpose() * (old->frame * old->R);
  }
}

}  // namespace

ContactSet ContactDetector::detect(const Model& model, const ContactSet& previous)
{
  const double epsilon = model.epsilon();
  objects_.update(model, epsilon);
  const std::vector<BoxPair> pairs = overlapping_pairs(objects_.boxes(), objects_.body_indices());

  std::vector<ContactSet> found((pairs.size() + narrow_chunk - 1) / narrow_chunk);
  parallel_chunks(pairs.size(), narrow_chunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) narrow_phase(model, objects_, pairs[p], epsilon, found[chunk]);
  });

  // Ascending keys: sort places first, contacts are large.
  std::vector<const Contact*> order;
  for (const ContactSet& set : found)
    for (const Contact& contact : set) order.push_back(&contact);
  std::sort(order.begin(), order.end(), [](const Contact* a, const Contact* b) { return a->key < b->key; });
  ContactSet contacts;
  contacts.reserve(order.size());
  for (const Contact* contact : order) contacts.push_back(*contact);

  warm_start(contacts, previous);
  sparsify(contacts, model.contact.sparsify_threshold, epsilon);
  return contacts;
}

}  // namespace corbel
