// SPDX-License-Identifier: MIT
// An order of points in which neighbours in space are neighbours in memory.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace corbel {

struct BoxCentre {
  std::array<float, 3> x;  ///< finite
  std::int32_t box;
};

/// Permutes the centres so that each aligned block of leaf·2^k of them is compact: all are halved across
/// their longest extent, then the halves, and so on. No grid is laid over space, so neither clusters far
/// apart nor a centre far from all others (a body that fell off the table) spoil the order. O(n log n).
void order_in_space(std::span<BoxCentre> centres, std::size_t leaf);

}  // namespace corbel
