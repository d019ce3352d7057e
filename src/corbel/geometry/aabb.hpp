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
    // Bitwise and: no branches to mispredict.
    return (lo.x() <= other.hi.x()) & (other.lo.x() <= hi.x()) & (lo.y() <= other.hi.y()) &
           (other.lo.y() <= hi.y()) & (lo.z() <= other.hi.z()) & (other.lo.z() <= hi.z());
  }
  Vec3 center() const { return 0.5 * (lo + hi); }
  Vec3 size() const { return hi - lo; }
};

/// What we call the size of an object, of a body or of a model: the largest edge of its box [m].
inline double size_of(const Aabb& box) { return box.size().maxCoeff(); }

}  // namespace corbel
