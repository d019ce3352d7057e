// SPDX-License-Identifier: MIT
// Pairs of overlapping boxes in scenes that move a little from step to step.
//
// Each box has a fat box around it, and the pairs of overlapping fat boxes are remembered as candidates. As
// long as all boxes stay inside their fat ones, a step only tests whether the true boxes of the candidates
// overlap. Boxes that escape get new fat boxes, and only their candidates are searched again, in trees over
// the fat boxes; when many escape, or boxes are added or removed, everything is rebuilt.
//
// A box much larger than its neighbours in a tree would bloat every node above it. So boxes are sorted into
// sizes, with a tree for each, and small boxes look into the trees of the larger ones. (Sweep and prune along
// an axis was rejected: its cost grows like n^(5/3) in packings that fill space.)
#pragma once

#include "corbel/contact/box_tree.hpp"
#include "corbel/contact/candidate_lists.hpp"

namespace corbel {

class BroadPhase {
 public:
  /// All pairs of overlapping boxes (closed boxes: touching counts) of different groups ≥ 0, ascending. The
  /// result depends on the arguments alone: neither on earlier calls nor on the number of threads. Boxes
  /// without a finite point (NaN, inverted) overlap nothing. Valid until the next call.
  const std::vector<BoxPair>& update(std::span<const Aabb> boxes, std::span<const std::int32_t> group);

 private:
  enum class Change { none, few, many };

  /// Which boxes left their fat ones; fills escaped_ and renewed_.
  Change find_escaped(std::span<const Aabb> boxes);
  void rebuild(std::span<const Aabb> boxes, std::span<const std::int32_t> group);
  void find_all_candidates();
  void renew(std::span<const Aabb> boxes);
  void keep_overlapping(std::span<const Aabb> boxes);
  void fatten(std::span<const Aabb> boxes, std::size_t i);

  std::vector<std::int32_t> group_;
  Vec3 origin_ = Vec3::Zero();  ///< of the fat boxes
  double usual_size_ = 0;       ///< median of the largest edges [m]
  std::vector<FloatBox> fat_;
  std::vector<char> real_;      ///< was is_real(box) when everything was built
  std::vector<BoxTree> trees_;  ///< by size, the smallest boxes first
  CandidateLists candidates_;
  std::vector<std::int32_t> escaped_;
  std::vector<char> renewed_;                       ///< per box: is it in escaped_
  std::size_t renewals_ = 0;                        ///< boxes renewed since everything was built
  std::vector<std::vector<BoxPair>> found_, kept_;  ///< one list per task
  std::vector<BoxPair> pairs_;
};

}  // namespace corbel
