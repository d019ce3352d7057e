// SPDX-License-Identifier: MIT
// Pairs of overlapping boxes: a bounding volume tree over boxes in Morton order, built anew in each step.
//
// Building is a radix sort and one pass over the levels, O(n); a query walks down from the root. Boxes much
// larger than the rest (floors, walls) would bloat every node above them: they stay out of the tree and query
// it instead. (Sweep and prune along an axis was rejected: its cost grows like n^(5/3) in packings that fill
// space.)
#pragma once

#include "corbel/geometry/aabb.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace corbel {

using BoxPair = std::pair<std::int32_t, std::int32_t>;  ///< first < second

/// All pairs of overlapping boxes (closed boxes: touching counts) of different groups. The order of the pairs
/// depends on the boxes alone, not on the number of threads.
std::vector<BoxPair> overlapping_pairs(std::span<const Aabb> boxes, std::span<const std::int32_t> group);

}  // namespace corbel
