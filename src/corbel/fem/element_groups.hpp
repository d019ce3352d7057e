// SPDX-License-Identifier: MIT
// Groups of elements that may be assembled at the same time.
//
// A group is a run of consecutive elements, done by one thread in order. Groups of one colour share no node,
// so that they may add to the same vector or matrix without waiting; colours follow each other. What is added
// to an entry, and in which order, depends on the mesh alone: same bits for any number of threads.
#pragma once

#include "corbel/core/threads.hpp"
#include "corbel/mesh/mesh.hpp"

#include <algorithm>
#include <vector>

namespace corbel {

class ElementGroups {
 public:
  explicit ElementGroups(const Mesh& mesh);

  /// body(e) for all elements.
  template<class Body>
  void for_each(const Body& body) const
  {
    for (const std::vector<std::size_t>& groups : colors_)
      parallel_for(groups.size(), 1, [&](std::size_t g) {
        const std::size_t begin = groups[g] * group_size, end = std::min(begin + group_size, element_count_);
        for (std::size_t e = begin; e < end; ++e)
          body(e);
      });
  }

  std::size_t color_count() const { return colors_.size(); }

 private:
  static constexpr std::size_t group_size = 64;  ///< enough work to hand to a thread

  std::size_t element_count_;
  std::vector<std::vector<std::size_t>> colors_;  ///< groups of each colour
};

}  // namespace corbel
