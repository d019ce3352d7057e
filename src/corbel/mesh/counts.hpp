// SPDX-License-Identifier: MIT
// Checks of numbers of cells.
#pragma once

#include "corbel/core/error.hpp"

#include <limits>

namespace corbel {

inline int check_count(std::string_view argument, int count)
{
  if (count < 1) throw_input_error(argument, count, "at least one cell");
  return count;
}

/// `nodes`: how many nodes the cells i × j × k need; `argument` names the first of the three.
inline void check_node_count(std::string_view argument, double nodes, int i, int j, int k)
{
  if (nodes > std::numeric_limits<int>::max())
    throw_input_error(argument, fmt::format("{} x {} x {} cells", i, j, k), "fewer than 2^31 nodes",
                      "Use a coarser mesh.");
}

}  // namespace corbel
