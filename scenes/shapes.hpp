// SPDX-License-Identifier: MIT
// Shapes that scenes are made of.
#pragma once

#include "corbel/bodies/shape.hpp"

namespace corbel::scenes {

/// A box as a convex with one surface identifier.
inline Convex box(const Vec3& lo, const Vec3& hi, int surface = 0)
{
  std::vector<double> corners;
  for (const double z : {lo.z(), hi.z()})
    for (const double y : {lo.y(), hi.y()})
      for (const double x : {lo.x(), hi.x()})
        corners.insert(corners.end(), {x, y, z});
  return convex_hull(corners, 0, surface);
}

}  // namespace corbel::scenes
