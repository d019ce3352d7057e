// SPDX-License-Identifier: MIT
// Points from flat user lists x0 y0 z0 x1 ….
#pragma once

#include "corbel/core/error.hpp"
#include "corbel/math/types.hpp"

#include <span>
#include <vector>

namespace corbel {

/// Throws InputError naming `argument` unless the list holds at least four points of finite numbers.
inline std::vector<Vec3> read_points(std::string_view argument, std::span<const double> flat)
{
  if (flat.size() < 12 || flat.size() % 3 != 0)
    throw_input_error(argument, fmt::format("{} numbers", flat.size()),
                      "three numbers for each of at least four points",
                      "Give a flat list x0, y0, z0, x1, y1, z1, ...");
  std::vector<Vec3> points;
  points.reserve(flat.size() / 3);
  for (std::size_t i = 0; i < flat.size(); i += 3) {
    points.emplace_back(flat[i], flat[i + 1], flat[i + 2]);
    if (!all_finite(points.back()))
      throw_input_error(argument,
                        fmt::format("({}, {}, {}) for point {}", flat[i], flat[i + 1], flat[i + 2], i / 3),
                        "finite numbers");
  }
  return points;
}

}  // namespace corbel
