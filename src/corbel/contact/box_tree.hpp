// SPDX-License-Identifier: MIT
// A tree of bounding boxes with no pointers: boxes in an order that follows space, leaves of a few of them,
// each next level pairs of the one before.
#pragma once

#include "corbel/contact/float_box.hpp"
#include "corbel/contact/space_order.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace corbel {

class BoxTree {
 public:
  struct Node {
    FloatBox box;
    std::int32_t group;  ///< of all boxes below, or mixed
  };

  /// Over the given boxes, numbers into `boxes` and `group`; groups ≥ 0.
  BoxTree(std::vector<std::int32_t> members, std::span<const FloatBox> boxes,
          std::span<const std::int32_t> group);

  /// Takes new boxes in the old order.
  void refit(std::span<const FloatBox> boxes);

  /// Blocks of leaves, the tasks of a search for all pairs.
  std::size_t block_count() const { return levels_.empty() ? 0 : levels_[block_level()].size(); }

  /// found(i, j) for each pair of overlapping boxes of different groups, i in the block and j in `other`. In
  /// the same tree j is in the block or after it, and each pair comes once.
  template<class Found>
  void query_block(std::size_t block, const BoxTree& other, const Found& found) const;

  /// found(j) for each box of another group that overlaps.
  template<class Found>
  void query(const Node& query, const Found& found) const;

 private:
  static constexpr std::int32_t mixed = -1;    ///< a node with boxes of several groups
  static constexpr std::size_t leaf_size = 4;  ///< fewer nodes to visit, and a leaf test is cheap

  struct Visit {
    std::uint32_t level, node;
    bool operator==(const Visit&) const = default;
  };

  Visit root() const { return {static_cast<std::uint32_t>(levels_.size() - 1), 0}; }
  const Node& node(Visit visit) const { return levels_[visit.level][visit.node]; }
  std::uint32_t block_level() const { return std::min<std::uint32_t>(root().level, 5); }

  /// Fills in one or two children and tells how many.
  std::size_t children(Visit of, std::array<Visit, 2>& visits) const
  {
    const std::uint32_t level = of.level - 1, first = 2 * of.node;
    visits = {{{level, first}, {level, first + 1}}};
    return std::min<std::size_t>(2, levels_[level].size() - first);
  }

  /// May boxes below overlap and have different groups?
  static bool may_meet(const Node& a, const Node& b)
  {
    return a.box.overlaps(b.box) & ((a.group != b.group) | (a.group == mixed));
  }

  template<class Found>
  void meet_items(std::uint32_t leaf, const BoxTree& other, std::uint32_t other_leaf,
                  const Found& found) const;

  std::vector<std::int32_t> box_;          ///< number of each item
  std::vector<Node> items_;                ///< single boxes, in order
  std::vector<std::vector<Node>> levels_;  ///< [0] the leaves, back() the root
};

template<class Found>
void BoxTree::query(const Node& query, const Found& found) const
{
  std::array<Visit, 64> stack;  // at most one waiting sibling per level
  std::size_t top = 0;
  if (!levels_.empty()) stack[top++] = root();
  while (top > 0) {
    const Visit visit = stack[--top];
    if (!may_meet(node(visit), query)) continue;
    if (visit.level > 0) {
      std::array<Visit, 2> below;
      for (std::size_t c = children(visit, below); c > 0; --c)
        stack[top++] = below[c - 1];
      continue;
    }
    const std::size_t begin = visit.node * leaf_size, end = std::min(begin + leaf_size, items_.size());
    for (std::size_t q = begin; q < end; ++q)
      if ((items_[q].group != query.group) & items_[q].box.overlaps(query.box)) found(box_[q]);
  }
}

template<class Found>
void BoxTree::meet_items(std::uint32_t leaf, const BoxTree& other, std::uint32_t other_leaf,
                         const Found& found) const
{
  const std::size_t begin = leaf * leaf_size, end = std::min(begin + leaf_size, items_.size());
  const std::size_t other_begin = other_leaf * leaf_size;
  const std::size_t other_end = std::min(other_begin + leaf_size, other.items_.size());
  const bool itself = this == &other && leaf == other_leaf;
  const FloatBox& around = levels_[0][leaf].box;
  // All are written, those that hold are counted: no branches to mispredict.
  std::array<std::size_t, leaf_size + 1> near;  // items of the other leaf that this one may meet
  std::size_t near_count = 0;
  for (std::size_t q = other_begin; q < other_end; ++q) {
    near[near_count] = q;
    near_count += other.items_[q].box.overlaps(around);
  }
  struct Hit {
    std::int32_t i, j;
  };
  std::array<Hit, leaf_size * leaf_size + 1> hits;
  std::size_t count = 0;
  for (std::size_t k = 0; k < near_count; ++k) {
    const Node& item = other.items_[near[k]];
    for (std::size_t p = begin; p < (itself ? near[k] : end); ++p) {
      hits[count] = {box_[p], other.box_[near[k]]};
      count += (items_[p].group != item.group) & items_[p].box.overlaps(item.box);
    }
  }
  for (std::size_t h = 0; h < count; ++h)
    found(hits[h].i, hits[h].j);
}

template<class Found>
void BoxTree::query_block(std::size_t block, const BoxTree& other, const Found& found) const
{
  struct Pair {
    Visit a, b;
  };
  std::array<Pair, 256> stack;  // at most three waiting pairs per level of both trees
  std::size_t top = 0;
  const bool same = this == &other;
  // Down both trees at once, the higher node first: subtrees that do not meet are left out as early as can
  // be. In the same tree a node and itself give (l, l), (l, r), (r, r), so b never comes before a.
  const auto consider = [&](Visit a, Visit b) {
    if (same && b.level >= a.level && ((b.node + 1) << (b.level - a.level)) <= a.node) return;
    stack[top] = {a, b};
    top += may_meet(node(a), other.node(b));  // no branch to mispredict
  };
  consider({block_level(), static_cast<std::uint32_t>(block)}, other.root());
  while (top > 0) {
    const auto [a, b] = stack[--top];
    if (a.level == 0 && b.level == 0) {
      meet_items(a.node, other, b.node, found);
      continue;
    }
    std::array<Visit, 2> below_a = {a, a}, below_b = {b, b};
    const std::size_t count_a = a.level >= b.level ? children(a, below_a) : 1;
    const std::size_t count_b = b.level >= a.level ? other.children(b, below_b) : 1;
    for (std::size_t i = 0; i < count_a; ++i)
      for (std::size_t j = 0; j < count_b; ++j)
        consider(below_a[i], below_b[j]);
  }
}

}  // namespace corbel
