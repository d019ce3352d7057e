// SPDX-License-Identifier: MIT
// How far points reach along a direction.
#pragma once

#include "corbel/math/types.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace corbel {

/// Least n·x; +∞ without points.
inline double lowest_along(const Vec3& n, std::span<const Vec3> points)
{
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vec3& x : points)
    lowest = std::min(lowest, n.dot(x));
  return lowest;
}

/// Greatest n·x; −∞ without points.
inline double highest_along(const Vec3& n, std::span<const Vec3> points) { return -lowest_along(-n, points); }

}  // namespace corbel
