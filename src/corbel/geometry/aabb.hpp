// SPDX-License-Identifier: MIT
// Axis-aligned boxes.
#pragma once

#include "corbel/math/types.hpp"

#include <limits>

namespace corbel {

struct Aabb {
  Vec3 lo = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 hi = Vec3::Constant(-std::numeric_limits<double>::infinity());

  void extend(const Vec3& x)
  {
    lo = lo.cwiseMin(x);
    hi = hi.cwiseMax(x);
  }
  void extend(const Aabb& other)
  {
    lo = lo.cwiseMin(other.lo);
    hi = hi.cwiseMax(other.hi);
  }
  void inflate(double margin)
  {
    lo.array() -= margin;
    hi.array() += margin;
  }
  bool overlaps(const Aabb& other) const
  {
    return (lo.array() <= other.hi.array()).all() && (other.lo.array() <= hi.array()).all();
  }
  Vec3 center() const { return 0.5 * (lo + hi); }
  Vec3 size() const { return hi - lo; }
};

}  // namespace corbel
