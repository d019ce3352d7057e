// SPDX-License-Identifier: MIT
#include "corbel/contact/broad_phase.hpp"

#include "corbel/contact/size_classes.hpp"
#include "corbel/core/threads.hpp"

namespace corbel {
namespace {

/// Fat boxes reach this fraction of an edge further. More means fewer escapes and more candidates.
constexpr double fatness = 0.1;

/// More escapes than this fraction of all boxes in one step: renewing them one by one costs more than
/// building anew.
constexpr double many = 0.2;

constexpr std::size_t box_chunk = 1024;   ///< boxes per task
constexpr std::size_t query_chunk = 128;  ///< escaped boxes per task

std::size_t chunks(std::size_t n, std::size_t size) { return (n + size - 1) / size; }

/// The numbering of boxes may be independent of their positions, so the partners of a box lie anywhere in memory.
void prefetch(std::span<const Aabb> boxes, std::int32_t i)
{
  __builtin_prefetch(&boxes[static_cast<std::size_t>(i)].lo);
  __builtin_prefetch(&boxes[static_cast<std::size_t>(i)].hi.z());
}

void clear(std::vector<std::vector<BoxPair>>& lists, std::size_t count)
{
  if (lists.size() < count) lists.resize(count);
  for (auto& list : lists)
    list.clear();
}

}  // namespace

const std::vector<BoxPair>& BroadPhase::update(std::span<const Aabb> boxes,
                                               std::span<const std::int32_t> group)
{
  const bool same_boxes = std::ranges::equal(group, group_);
  const Change change = same_boxes ? find_escaped(boxes) : Change::many;
  if (change == Change::many)
    rebuild(boxes, group);
  else if (change == Change::few)
    renew(boxes);
  keep_overlapping(boxes);
  return pairs_;
}

BroadPhase::Change BroadPhase::find_escaped(std::span<const Aabb> boxes)
{
  enum : char { inside, outside, other_kind };  // other_kind: became real, or ceased to be
  parallel_for(boxes.size(), box_chunk, [&](std::size_t i) {
    if (is_real(boxes[i]) != (real_[i] != 0))
      renewed_[i] = other_kind;
    else
      renewed_[i] = real_[i] && !fat_[i].contains(boxes[i], origin_) ? outside : inside;
  });
  escaped_.clear();
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (renewed_[i] == other_kind) return Change::many;
    if (renewed_[i] == outside) escaped_.push_back(static_cast<std::int32_t>(i));
  }
  // Renewed boxes stay where they are in the trees, which get worse in the course of time.
  renewals_ += escaped_.size();
  const auto n = static_cast<double>(boxes.size());
  if (static_cast<double>(escaped_.size()) > many * n || static_cast<double>(renewals_) > n)
    return Change::many;
  return escaped_.empty() ? Change::none : Change::few;
}

void BroadPhase::fatten(std::span<const Aabb> boxes, std::size_t i)
{
  // Along each axis a fraction of that edge, or else stacked sheets would all be candidates of each other;
  // and no more for large boxes than for usual ones: a fat floor would have everything above it as a
  // candidate.
  const Vec3 margin = fatness * boxes[i].size().cwiseMin(usual_size_);
  fat_[i] = FloatBox::around(boxes[i], origin_, margin);
}

void BroadPhase::rebuild(std::span<const Aabb> boxes, std::span<const std::int32_t> group)
{
  const std::size_t n = boxes.size();
  group_.assign(group.begin(), group.end());
  fat_.resize(n);
  real_.resize(n);
  renewed_.assign(n, 0);
  renewals_ = 0;
  std::vector<std::int32_t> members;
  for (std::size_t i = 0; i < n; ++i) {
    real_[i] = is_real(boxes[i]);
    if (real_[i]) members.push_back(static_cast<std::int32_t>(i));
  }
  if (!members.empty()) {
    origin_ = median_place(boxes, members);
    usual_size_ = median_size(boxes, members);
  }
  parallel_for(n, box_chunk, [&](std::size_t i) {
    if (real_[i]) fatten(boxes, i);
  });
  trees_.clear();
  for (auto& of_one_size : size_classes(boxes, std::move(members)))
    trees_.emplace_back(std::move(of_one_size), fat_, group_);
  find_all_candidates();
}

void BroadPhase::find_all_candidates()
{
  candidates_.clear(fat_.size());
  for (std::size_t t = 0; t < trees_.size(); ++t) {
    const BoxTree& tree = trees_[t];
    clear(found_, tree.block_count());
    parallel_for(tree.block_count(), 1, [&](std::size_t block) {
      const auto found = [&](std::int32_t i, std::int32_t j) { found_[block].push_back(std::minmax(i, j)); };
      for (std::size_t larger = t; larger < trees_.size(); ++larger)
        tree.query_block(block, trees_[larger], found);
    });
    candidates_.renew(renewed_, found_);
  }
}

void BroadPhase::renew(std::span<const Aabb> boxes)
{
  parallel_for(escaped_.size(), box_chunk,
               [&](std::size_t e) { fatten(boxes, static_cast<std::size_t>(escaped_[e])); });
  for (BoxTree& tree : trees_)
    tree.refit(fat_);
  clear(found_, chunks(escaped_.size(), query_chunk));
  parallel_chunks(escaped_.size(), query_chunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    for (std::size_t e = begin; e < end; ++e) {
      const std::int32_t i = escaped_[e];
      const auto found = [&](std::int32_t j) {
        // Two escaped boxes find each other; one of them tells.
        if (!renewed_[static_cast<std::size_t>(j)] || i < j) found_[chunk].push_back(std::minmax(i, j));
      };
      for (const BoxTree& tree : trees_)
        tree.query({fat_[static_cast<std::size_t>(i)], group_[static_cast<std::size_t>(i)]}, found);
    }
  });
  candidates_.renew(renewed_, found_);
}

void BroadPhase::keep_overlapping(std::span<const Aabb> boxes)
{
  kept_.resize(chunks(boxes.size(), box_chunk));
  parallel_chunks(boxes.size(), box_chunk, [&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::vector<BoxPair>& list = kept_[chunk];
    list.resize(candidates_.count(begin, end));
    std::size_t count = 0;
    for (std::size_t i = begin; i < end; ++i)
      for (const std::int32_t& j : candidates_.of(i)) {
        prefetch(boxes, candidates_.later(&j));
        list[count] = {static_cast<std::int32_t>(i), j};
        count += boxes[i].overlaps(boxes[static_cast<std::size_t>(j)]);  // no branch to mispredict
      }
    list.resize(count);
  });
  std::vector<std::size_t> begin(kept_.size() + 1, 0);
  for (std::size_t c = 0; c < kept_.size(); ++c)
    begin[c + 1] = begin[c] + kept_[c].size();
  pairs_.resize(begin.back());
  parallel_for(kept_.size(), 16, [&](std::size_t c) {
    std::ranges::copy(kept_[c], pairs_.begin() + static_cast<std::ptrdiff_t>(begin[c]));
  });
}

}  // namespace corbel
