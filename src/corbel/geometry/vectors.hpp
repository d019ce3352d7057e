// SPDX-License-Identifier: MIT
// Checks of single points and directions that come from the user.
#pragma once

#include "corbel/core/error.hpp"
#include "corbel/math/types.hpp"

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

}  // namespace corbel
