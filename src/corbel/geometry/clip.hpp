// SPDX-License-Identifier: MIT
// Clipping of convex polygons by planes (Sutherland–Hodgman).
#pragma once

#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/small_buffer.hpp"

#include <utility>

namespace corbel {

/// 32: a hexahedron's face cut by the planes of a polyhedron with 28 faces still fits.
using Polygon = SmallBuffer<Vec3, 32>;
using Planes = SmallBuffer<Plane, 16>;

/// out = the part of `in` with distance ≤ 0; empty if there is none.
inline void clip(const Polygon& in, const Plane& plane, Polygon& out)
{
  out.clear();
  const Vec3* p = in.end() - 1;
  double d_p = plane.distance(*p);
  for (const Vec3& q : in) {
    const double d_q = plane.distance(q);
    if ((d_p <= 0) != (d_q <= 0)) out.push_back(*p + (d_p / (d_p - d_q)) * (q - *p));
    if (d_q <= 0) out.push_back(q);
    p = &q;
    d_p = d_q;
  }
}

}  // namespace corbel
