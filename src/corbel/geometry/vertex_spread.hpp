// SPDX-License-Identifier: MIT
// The largest angle between boundary faces around a vertex of a mesh, as a cosine (Convex::vertex_spread).
#pragma once

#include "corbel/math/types.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace corbel {

/// The least cosine between unit normals, rounded down to 1e-4 so that elements that are equal up to
/// round-off have equal spreads. Only what is flat up to 1e-6 rad gives 1: there a normal must be that of the
/// faces. No normals (a vertex inside of the mesh): 2.
inline float vertex_spread(std::span<const Vec3> normals)
{
  if (normals.empty()) return 2;
  double least = 1;
  for (std::size_t i = 0; i < normals.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      least = std::min(least, normals[i].dot(normals[j]));
  if (least > 1 - 1e-12) return 1;
  return static_cast<float>(std::min(9999.0, std::floor(1e4 * least + 1e-6)) / 1e4);
}

}  // namespace corbel
