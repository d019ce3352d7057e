// SPDX-License-Identifier: MIT
#include "corbel/contact/candidate_lists.hpp"

#include "corbel/core/threads.hpp"

#include <algorithm>

namespace corbel {

void CandidateLists::clear(std::size_t boxes)
{
  begin_.assign(boxes + 1, 0);
  partner_.clear();
}

void CandidateLists::renew(std::span<const char> renewed, std::span<const std::vector<BoxPair>> found)
{
  constexpr std::size_t grain = 1024;
  const std::size_t n = boxes();
  const auto is_kept = [&](std::int32_t j) { return renewed[static_cast<std::size_t>(j)] == 0; };

  std::vector<std::size_t> begin(n + 1, 0);
  parallel_for(n, grain, [&](std::size_t i) {
    if (renewed[i] == 0) begin[i + 1] = static_cast<std::size_t>(std::ranges::count_if(of(i), is_kept));
  });
  for (const auto& list : found)
    for (const BoxPair& pair : list)
      ++begin[static_cast<std::size_t>(pair.first) + 1];
  for (std::size_t i = 0; i < n; ++i)
    begin[i + 1] += begin[i];

  std::vector<std::int32_t> partner(begin[n]);
  std::vector<std::size_t> end(begin.begin(), begin.end() - 1);  // of what each list holds so far
  parallel_for(n, grain, [&](std::size_t i) {
    if (renewed[i] != 0) return;
    for (const std::int32_t j : of(i))
      if (is_kept(j)) partner[end[i]++] = j;
  });
  std::vector<std::size_t> kept_end = end;
  for (const auto& list : found)
    for (const BoxPair& pair : list)
      partner[end[static_cast<std::size_t>(pair.first)]++] = pair.second;
  parallel_for(n, grain, [&](std::size_t i) {
    if (end[i] != kept_end[i])
      std::sort(partner.begin() + static_cast<std::ptrdiff_t>(begin[i]),
                partner.begin() + static_cast<std::ptrdiff_t>(end[i]));
  });
  begin_.swap(begin);
  partner_.swap(partner);
}

}  // namespace corbel
