// SPDX-License-Identifier: MIT
// The intersection of half-spaces by Qhull, through dual points: an answer that shares nothing with clipping.
#pragma once

#include "corbel/geometry/convex.hpp"

#include <vector>

namespace corbel::testing {

/// Centre and radius of the largest ball in the half-spaces n·x ≤ offset; the radius is negative when they
/// have no common point. Newton's method on a logarithmic barrier; `size` is the scale of the problem.
struct InscribedBall {
  Vec3 center;
  double radius;
};
InscribedBall inscribed_ball(const std::vector<Plane>& planes, const Vec3& start, double size);

struct Polyhedron {
  double volume = 0;
  Vec3 centroid = Vec3::Zero();
  double area = 0;
  Vec3 surface_centroid = Vec3::Zero();
};
/// Measures of the intersection, which has the point `inside` in its interior.
Polyhedron intersection(const std::vector<Plane>& planes, const Vec3& inside);

}  // namespace corbel::testing
