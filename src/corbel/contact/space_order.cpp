// SPDX-License-Identifier: MIT
#include "corbel/contact/space_order.hpp"

#include "corbel/core/threads.hpp"

#include <algorithm>

namespace corbel {
namespace {

std::size_t longest_axis(std::span<const BoxCentre> centres)
{
  std::array<float, 3> lo = centres[0].x, hi = centres[0].x;
  for (const BoxCentre& centre : centres)
    for (std::size_t k = 0; k < 3; ++k) {
      lo[k] = std::min(lo[k], centre.x[k]);
      hi[k] = std::max(hi[k], centre.x[k]);
    }
  std::size_t longest = 0;
  for (std::size_t k = 1; k < 3; ++k)
    if (hi[k] - lo[k] > hi[longest] - lo[longest]) longest = k;
  return longest;
}

/// Moves the `first` centres that are lowest along the longest axis to the front.
void split(std::span<BoxCentre> centres, std::size_t first)
{
  const std::size_t axis = longest_axis(centres);
  std::nth_element(centres.begin(), centres.begin() + static_cast<std::ptrdiff_t>(first), centres.end(),
                   [axis](const BoxCentre& a, const BoxCentre& b) { return a.x[axis] < b.x[axis]; });
}

}  // namespace

void order_in_space(std::span<BoxCentre> centres, std::size_t leaf)
{
  constexpr std::size_t serial = 4096;  // blocks up to this size are ordered by one task to the end
  std::size_t half = leaf;
  while (2 * half < centres.size())
    half *= 2;
  const auto split_block = [&](std::size_t block, std::size_t size) {
    const std::size_t begin = block * 2 * size, end = std::min(begin + 2 * size, centres.size());
    if (begin + size < end) split(centres.subspan(begin, end - begin), size);
  };
  const auto blocks_of = [&](std::size_t size) { return (centres.size() + size - 1) / size; };
  for (; 2 * half > serial; half /= 2)
    parallel_for(blocks_of(2 * half), 1, [&](std::size_t block) { split_block(block, half); });
  const std::size_t top = 2 * half;
  parallel_for(blocks_of(top), 1, [&](std::size_t task) {
    for (std::size_t size = half; size >= leaf; size /= 2)
      for (std::size_t block = task * top / (2 * size); block < (task + 1) * top / (2 * size); ++block)
        split_block(block, size);
  });
}

}  // namespace corbel
