// SPDX-License-Identifier: MIT
// Pairs (i, j), i < j, kept as one ascending list of j per i.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace corbel {

using BoxPair = std::pair<std::int32_t, std::int32_t>;  ///< first < second

class CandidateLists {
 public:
  /// Forgets all pairs; `boxes` empty lists.
  void clear(std::size_t boxes);

  /// Drops every pair with a renewed box (flag ≠ 0) and adds the found ones, which must be new.
  void renew(std::span<const char> renewed, std::span<const std::vector<BoxPair>> found);

  std::size_t boxes() const { return begin_.size() - 1; }
  std::span<const std::int32_t> of(std::size_t i) const
  {
    return {partner_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }
  /// Number of pairs (i, ·) with begin ≤ i < end.
  std::size_t count(std::size_t begin, std::size_t end) const { return begin_[end] - begin_[begin]; }
  /// The partner some places after this one in memory, to be fetched ahead.
  std::int32_t later(const std::int32_t* partner) const
  {
    return partner[std::min<std::ptrdiff_t>(16, partner_.data() + partner_.size() - 1 - partner)];
  }

 private:
  std::vector<std::size_t> begin_ = {0};  ///< size boxes + 1
  std::vector<std::int32_t> partner_;
};

}  // namespace corbel
