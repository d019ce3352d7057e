// SPDX-License-Identifier: MIT
#include "corbel/contact/broad_phase.hpp"

#include "corbel/core/threads.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

constexpr std::int32_t mixed = -1;        ///< a node with boxes of several groups
constexpr std::size_t leaf_size = 4;      ///< boxes per leaf: fewer nodes to visit, and a leaf test is cheap
constexpr std::size_t query_chunk = 128;  ///< leaves per task

/// A box in single precision, rounded outwards: half the memory traffic of the tree walk.
struct FloatBox {
  std::array<float, 3> lo, hi;

  static FloatBox around(const Aabb& box)
  {
    constexpr float inf = std::numeric_limits<float>::infinity();
    FloatBox f;
    for (int k = 0; k < 3; ++k) {
      f.lo[static_cast<std::size_t>(k)] = std::nextafter(static_cast<float>(box.lo[k]), -inf);
      f.hi[static_cast<std::size_t>(k)] = std::nextafter(static_cast<float>(box.hi[k]), inf);
    }
    return f;
  }
  void extend(const FloatBox& other)
  {
    for (std::size_t k = 0; k < 3; ++k) {
      lo[k] = std::min(lo[k], other.lo[k]);
      hi[k] = std::max(hi[k], other.hi[k]);
    }
  }
  bool overlaps(const FloatBox& b) const
  {
    // Bitwise and: no branches to mispredict.
    return (lo[0] <= b.hi[0]) & (b.lo[0] <= hi[0]) & (lo[1] <= b.hi[1]) & (b.lo[1] <= hi[1]) &
           (lo[2] <= b.hi[2]) & (b.lo[2] <= hi[2]);
  }
};

struct Node {
  FloatBox box;
  std::int32_t group;  ///< of all boxes below, or mixed
};

/// Spreads the lower ten bits so that two zeros follow each.
std::uint32_t spread(std::uint32_t a)
{
  a = (a | (a << 16)) & 0x030000FFU;
  a = (a | (a << 8)) & 0x0300F00FU;
  a = (a | (a << 4)) & 0x030C30C3U;
  return (a | (a << 2)) & 0x09249249U;
}

struct Keyed {
  std::uint32_t code;
  std::int32_t box;
};

/// Stable least-significant-digit sort by code (30 bits, three passes).
void radix_sort(std::vector<Keyed>& items)
{
  std::vector<Keyed> other(items.size());
  for (unsigned shift = 0; shift < 30; shift += 10) {
    std::array<std::size_t, 1025> start = {};
    for (const Keyed& item : items)
      ++start[((item.code >> shift) & 1023U) + 1];
    for (std::size_t d = 0; d < 1024; ++d)
      start[d + 1] += start[d];
    for (const Keyed& item : items)
      other[start[(item.code >> shift) & 1023U]++] = item;
    items.swap(other);
  }
}

/// The region most centres lie in, from quantiles of a sample: a body that fell off the table and flies away
/// must not push all others into one cell. Centres outside take the nearest cell.
Aabb crowd(std::span<const Aabb> boxes, const std::vector<std::int32_t>& members)
{
  constexpr std::size_t most = 4096;
  const std::size_t stride = members.size() / most + 1;
  Aabb region;
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<double> sample;
    for (std::size_t k = 0; k < members.size(); k += stride)
      sample.push_back(boxes[static_cast<std::size_t>(members[k])].center()[axis]);
    const auto low = sample.begin() + static_cast<std::ptrdiff_t>(sample.size() / 20);
    const auto high = sample.end() - 1 - static_cast<std::ptrdiff_t>(sample.size() / 20);
    std::nth_element(sample.begin(), low, sample.end());
    region.lo[axis] = *low;
    std::nth_element(sample.begin(), high, sample.end());
    region.hi[axis] = *high;
  }
  region.inflate(0.1 * region.size().maxCoeff());
  return region;
}

std::vector<Keyed> morton_order(std::span<const Aabb> boxes, const std::vector<std::int32_t>& members)
{
  std::vector<Keyed> order(members.size());
  if (members.empty()) return order;
  const Aabb region = crowd(boxes, members);
  const Vec3 cell = (region.size() / 1023).cwiseMax(1e-300);
  parallel_for(members.size(), 2048, [&](std::size_t k) {
    const Vec3 c = (boxes[static_cast<std::size_t>(members[k])].center() - region.lo).cwiseQuotient(cell);
    const auto bits = [](double a) { return spread(static_cast<std::uint32_t>(std::clamp(a, 0.0, 1023.0))); };
    order[k] = {bits(c.x()) | (bits(c.y()) << 1) | (bits(c.z()) << 2), members[k]};
  });
  radix_sort(order);
  return order;
}

/// The tree: boxes in Morton order, levels_[0] the leaves (leaf_size boxes each), each next level pairs of
/// the one before.
class Tree {
 public:
  Tree(std::span<const Aabb> boxes, std::span<const std::int32_t> group,
       const std::vector<std::int32_t>& members)
      : order_(morton_order(boxes, members)), items_(order_.size())
  {
    parallel_for(order_.size(), 2048, [&](std::size_t p) {
      const auto i = static_cast<std::size_t>(order_[p].box);
      items_[p] = {FloatBox::around(boxes[i]), group[i]};
    });
    if (items_.empty()) return;
    levels_.push_back(parents(items_, leaf_size));
    while (levels_.back().size() > 1)
      levels_.push_back(parents(levels_.back(), 2));
  }

  std::int32_t box(std::size_t p) const { return order_[p].box; }

  std::size_t leaf_count() const { return levels_.empty() ? 0 : levels_[0].size(); }

  /// found(p, q) for each pair p < q of items of different groups with overlapping boxes and p in the leaf:
  /// one walk for all items of the leaf.
  template<class Found>
  void query_leaf(std::size_t leaf, const Found& found) const
  {
    const std::size_t begin = leaf * leaf_size, end = std::min(begin + leaf_size, items_.size());
    walk(levels_[0][leaf], begin, [&](std::size_t q) {
      for (std::size_t p = begin; p < std::min(end, q); ++p)
        if (items_[p].group != items_[q].group && items_[p].box.overlaps(items_[q].box)) found(p, q);
    });
  }

  /// found(p) for each item of another group whose box overlaps.
  template<class Found>
  void query(const Node& query, const Found& found) const
  {
    walk(query, 0, [&](std::size_t p) {
      if (items_[p].group != query.group) found(p);
    });
  }

 private:
  /// found(p) for each item p ≥ first whose box overlaps that of the query, subtrees of the query's own group
  /// left out.
  template<class Found>
  void walk(const Node& query, std::size_t first, const Found& found) const
  {
    if (items_.empty()) return;
    struct Visit {
      std::uint32_t level, node;
    };
    std::array<Visit, 64> stack;
    std::size_t top = 0;
    stack[top++] = {static_cast<std::uint32_t>(levels_.size() - 1), 0};
    while (top > 0) {
      const Visit visit = stack[--top];
      const Node& node = levels_[visit.level][visit.node];
      if (!node.box.overlaps(query.box) || (node.group == query.group && node.group != mixed)) continue;
      if (visit.level == 0) {
        const std::size_t begin = visit.node * leaf_size;
        const std::size_t end = std::min(begin + leaf_size, items_.size());
        for (std::size_t p = std::max(begin, first); p < end; ++p)
          if (items_[p].box.overlaps(query.box)) found(p);
        continue;
      }
      const std::uint32_t level = visit.level - 1;
      for (const std::uint32_t child : {2 * visit.node + 1, 2 * visit.node}) {
        const std::size_t end = (static_cast<std::size_t>(child) + 1) * (leaf_size << level);
        if (child < levels_[level].size() && end > first) stack[top++] = {level, child};
      }
    }
  }

  static std::vector<Node> parents(const std::vector<Node>& children, std::size_t arity)
  {
    std::vector<Node> nodes((children.size() + arity - 1) / arity);
    parallel_for(nodes.size(), 2048, [&](std::size_t k) {
      Node node = children[k * arity];
      for (std::size_t c = k * arity + 1; c < std::min((k + 1) * arity, children.size()); ++c) {
        node.box.extend(children[c].box);
        if (children[c].group != node.group) node.group = mixed;
      }
      nodes[k] = node;
    });
    return nodes;
  }

  std::vector<Keyed> order_;
  std::vector<Node> items_;
  std::vector<std::vector<Node>> levels_;
};

/// Splits off boxes with an edge over eight times the mean largest edge.
void split_by_size(std::span<const Aabb> boxes, std::vector<std::int32_t>& small,
                   std::vector<std::int32_t>& large)
{
  double sum = 0;
  for (const Aabb& box : boxes)
    sum += box.size().maxCoeff();
  const double limit = 8 * sum / static_cast<double>(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i)
    (boxes[i].size().maxCoeff() > limit ? large : small).push_back(static_cast<std::int32_t>(i));
}

}  // namespace

std::vector<BoxPair> overlapping_pairs(std::span<const Aabb> boxes, std::span<const std::int32_t> group)
{
  std::vector<BoxPair> pairs;
  if (boxes.empty()) return pairs;
  std::vector<std::int32_t> small, large;
  split_by_size(boxes, small, large);
  const Tree tree(boxes, group, small);

  const auto add = [&](std::vector<BoxPair>& list, std::int32_t i, std::int32_t j) {
    if (boxes[static_cast<std::size_t>(i)].overlaps(boxes[static_cast<std::size_t>(j)]))
      list.push_back(std::minmax(i, j));
  };

  std::vector<std::vector<BoxPair>> found((tree.leaf_count() + query_chunk - 1) / query_chunk);
  parallel_chunks(tree.leaf_count(), query_chunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t leaf = begin; leaf < end; ++leaf)
      tree.query_leaf(leaf,
                      [&](std::size_t p, std::size_t q) { add(found[chunk], tree.box(p), tree.box(q)); });
  });
  for (const auto& list : found)
    pairs.insert(pairs.end(), list.begin(), list.end());

  for (std::size_t a = 0; a < large.size(); ++a) {
    const auto i = static_cast<std::size_t>(large[a]);
    tree.query({FloatBox::around(boxes[i]), group[i]},
               [&](std::size_t p) { add(pairs, large[a], tree.box(p)); });
    for (std::size_t b = a + 1; b < large.size(); ++b)
      if (group[i] != group[static_cast<std::size_t>(large[b])]) add(pairs, large[a], large[b]);
  }
  return pairs;
}

}  // namespace corbel
