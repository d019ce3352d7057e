// SPDX-License-Identifier: MIT
// Boxes in single precision: half the memory traffic of the tree walk.
#pragma once

#include "corbel/geometry/aabb.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace corbel {

/// False for boxes that hold no finite point: NaN, inverted, or at infinity. They overlap nothing.
inline bool is_real(const Aabb& box)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return (box.lo.array() <= box.hi.array()).all() && (box.lo.array() < infinity).all() &&
         (box.hi.array() > -infinity).all();
}

/// A box about an origin near the scene, rounded outwards. Subtracting the origin and rounding keep the order
/// of numbers, so boxes that overlap still do, and box ⊂ fat is decided exactly.
struct FloatBox {
  std::array<float, 3> lo, hi;

  static FloatBox around(const Aabb& box, const Vec3& origin, const Vec3& margin)
  {
    FloatBox f;
    for (int k = 0; k < 3; ++k) {
      f.lo[static_cast<std::size_t>(k)] = round_down(box.lo[k] - origin[k] - margin[k]);
      f.hi[static_cast<std::size_t>(k)] = -round_down(-(box.hi[k] - origin[k] + margin[k]));
    }
    return f;
  }
  bool contains(const Aabb& box, const Vec3& origin) const
  {
    bool inside = true;
    for (int k = 0; k < 3; ++k)
      inside &= (static_cast<double>(lo[static_cast<std::size_t>(k)]) <= box.lo[k] - origin[k]) &
                (box.hi[k] - origin[k] <= static_cast<double>(hi[static_cast<std::size_t>(k)]));
    return inside;
  }
  void extend(const FloatBox& other)
  {
    for (std::size_t k = 0; k < 3; ++k) {
      lo[k] = std::min(lo[k], other.lo[k]);
      hi[k] = std::max(hi[k], other.hi[k]);
    }
  }
  bool overlaps(const FloatBox& b) const
  {
    // Bitwise and: no branches to mispredict.
    return (lo[0] <= b.hi[0]) & (b.lo[0] <= hi[0]) & (lo[1] <= b.hi[1]) & (b.lo[1] <= hi[1]) &
           (lo[2] <= b.hi[2]) & (b.lo[2] <= hi[2]);
  }

 private:
  static float round_down(double a)
  {
    const auto f = static_cast<float>(a);
    return static_cast<double>(f) <= a ? f : std::nextafter(f, -std::numeric_limits<float>::infinity());
  }
};

}  // namespace corbel
