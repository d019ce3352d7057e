// SPDX-License-Identifier: MIT
#include "corbel/bodies/bodies.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace corbel {

void Bodies::restore(const State& state)
{
  demand(state.q.body_count() == size(), "a state of other bodies");
  for (std::size_t i = 0; i < size(); ++i) {
    std::ranges::copy(state.q[i], arrays_.state.q.data(i));
    std::ranges::copy(state.u[i], arrays_.state.u.data(i));
  }
}

Body* Bodies::present(BodyId id) const
{
  const auto i = static_cast<std::size_t>(id);
  Body* body = i < by_id_.size() ? by_id_[i] : nullptr;
  return body && body->index >= 0 ? body : nullptr;
}

Body& Bodies::add(std::unique_ptr<Body> body)
{
  Body& added = *body;
  added.id = static_cast<int>(by_id_.size());
  added.index = static_cast<int>(bodies_.size());
  by_id_.push_back(&added);
  if (arrays_.add(added.sizes()))
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      bodies_[i]->view(arrays_, i);
  added.join(arrays_, bodies_.size());
  bodies_.emplace_back(std::move(body));
  ++revision_;
  return added;
}

void Bodies::remove(const Body& body)
{
  by_id_[static_cast<std::size_t>(body.id)] = nullptr;
  bodies_.erase(bodies_.begin() + body.index);
  lay_out();
}

void Bodies::set_present(const std::vector<int>& present)
{
  const auto is_present = [&](const Owned<Body>& body) {
    return std::ranges::binary_search(present, body->id);
  };
  if (set_aside_.empty() && std::ranges::all_of(bodies_, is_present)) return;
  std::ranges::move(set_aside_, std::back_inserter(bodies_));
  const auto rest = std::partition(bodies_.begin(), bodies_.end(), is_present);
  set_aside_.assign(std::make_move_iterator(rest), std::make_move_iterator(bodies_.end()));
  bodies_.erase(rest, bodies_.end());
  std::ranges::sort(bodies_, {}, [](const auto& body) { return body->id; });
  for (auto& body : set_aside_) {
    body->leave();
    body->index = -1;
  }
  lay_out();
}

void Bodies::lay_out()
{
  BodyArrays arrays;
  for (const auto& body : bodies_)
    arrays.add(body->sizes());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    bodies_[i]->join(arrays, i);
    bodies_[i]->index = static_cast<int>(i);
  }
  arrays_ = std::move(arrays);
  ++revision_;
}

std::vector<int> Bodies::all_ids() const
{
  std::vector<int> ids;
  for (const auto* list : {&bodies_, &set_aside_})
    for (const auto& body : *list)
      ids.push_back(body->id);
  std::ranges::sort(ids);
  return ids;
}

}  // namespace corbel
