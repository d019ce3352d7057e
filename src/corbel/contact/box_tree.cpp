// SPDX-License-Identifier: MIT
#include "corbel/contact/box_tree.hpp"

#include "corbel/core/threads.hpp"

namespace corbel {
namespace {

constexpr std::size_t grain = 2048;  ///< items or nodes per task

/// Centre of a box; halves first, so nothing overflows, and boxes without end get a finite one.
BoxCentre centre_of(const FloatBox& box, std::int32_t number)
{
  constexpr float far = 1e30F;
  BoxCentre centre{{}, number};
  for (std::size_t k = 0; k < 3; ++k)
    centre.x[k] = 0.5F * std::clamp(box.lo[k], -far, far) + 0.5F * std::clamp(box.hi[k], -far, far);
  return centre;
}

std::vector<std::int32_t> ordered(std::vector<std::int32_t> members, std::span<const FloatBox> boxes,
                                  std::size_t leaf)
{
  std::vector<BoxCentre> centres(members.size());
  parallel_for(centres.size(), grain, [&](std::size_t p) {
    centres[p] = centre_of(boxes[static_cast<std::size_t>(members[p])], members[p]);
  });
  order_in_space(centres, leaf);
  parallel_for(centres.size(), grain, [&](std::size_t p) { members[p] = centres[p].box; });
  return members;
}

/// Joins runs of `arity` children.
void join(std::span<const BoxTree::Node> children, std::size_t arity, std::int32_t mixed,
          std::vector<BoxTree::Node>& nodes)
{
  nodes.resize((children.size() + arity - 1) / arity);
  parallel_for(nodes.size(), grain, [&](std::size_t k) {
    BoxTree::Node node = children[k * arity];
    for (std::size_t c = k * arity + 1; c < std::min((k + 1) * arity, children.size()); ++c) {
      node.box.extend(children[c].box);
      if (children[c].group != node.group) node.group = mixed;
    }
    nodes[k] = node;
  });
}

}  // namespace

BoxTree::BoxTree(std::vector<std::int32_t> members, std::span<const FloatBox> boxes,
                 std::span<const std::int32_t> group)
    : box_(ordered(std::move(members), boxes, leaf_size)), items_(box_.size())
{
  for (std::size_t p = 0; p < items_.size(); ++p)
    items_[p].group = group[static_cast<std::size_t>(box_[p])];
  std::size_t count = (items_.size() + leaf_size - 1) / leaf_size;
  for (; count > 1; count = (count + 1) / 2)
    levels_.emplace_back();
  if (count > 0) levels_.emplace_back();
  refit(boxes);
}

void BoxTree::refit(std::span<const FloatBox> boxes)
{
  parallel_for(items_.size(), grain,
               [&](std::size_t p) { items_[p].box = boxes[static_cast<std::size_t>(box_[p])]; });
  if (levels_.empty()) return;
  join(items_, leaf_size, mixed, levels_[0]);
  for (std::size_t l = 1; l < levels_.size(); ++l)
    join(levels_[l - 1], 2, mixed, levels_[l]);
}

}  // namespace corbel
