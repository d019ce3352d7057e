// SPDX-License-Identifier: MIT
// Checks of points and directions that come from the user.
#pragma once

#include "corbel/core/error.hpp"
#include "corbel/math/types.hpp"

#include <span>
#include <vector>

namespace corbel {

/// For messages: "(1, 2, 3)".
inline std::string text(const Vec3& a) { return fmt::format("({}, {}, {})", a.x(), a.y(), a.z()); }

/// Throws InputError naming `argument` unless all three coordinates are finite.
inline const Vec3& check_point(std::string_view argument, const Vec3& x)
{
  if (!all_finite(x)) throw_input_error(argument, text(x), "three finite numbers");
  return x;
}

/// The unit vector along a direction of any length > 0.
inline Vec3 check_direction(std::string_view argument, const Vec3& v)
{
  const double length = check_point(argument, v).stableNorm();
  if (!(length > 0)) throw_input_error(argument, "a zero vector", "a vector of length > 0");
  return (v / length).normalized();
}

/// The points of a flat list x0 y0 z0 x1 …. Throws InputError naming `argument` unless the list holds at least four points of finite numbers.
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
