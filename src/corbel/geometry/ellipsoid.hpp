// SPDX-License-Identifier: MIT
// An ellipsoid.
#pragma once

#include "corbel/geometry/aabb.hpp"
#include "corbel/geometry/sphere.hpp"
#include "corbel/math/types.hpp"

namespace corbel {

struct Ellipsoid {
  Vec3 center;                       ///< [m]
  Vec3 radii;                        ///< [m]
  Mat3 rotation = Mat3::Identity();  ///< from the axes of the ellipsoid to space: columns are its axes
  int volume_id = 0;
  int surface_id = 0;
};

/// Axes along x, y, z. Throws InputError unless center is finite and all radii are > 0.
Ellipsoid make_ellipsoid(const Vec3& center, const Vec3& radii, int volume_id, int surface_id);

/// The image under x ← diag(coefficients) x, again an ellipsoid: its axes are turned unless they lie along x,
/// y, z or all coefficients are equal.
Ellipsoid scaled(const Ellipsoid& ellipsoid, const Vec3& coefficients);

/// { c + A u : |u| ≤ 1 } as a body carries it. Its support function is h(n) = c·n + |Aᵀn|, reached in the
/// point c + A Aᵀn / |Aᵀn|.
struct PlacedEllipsoid {
  Vec3 center;
  Mat3 A;  ///< columns: semi-axes [m]; conjugate ones where a body deforms
  int surface_id = 0;

  /// The surface point with the outward normal n, relative to the centre.
  Vec3 support(const Vec3& n) const
  {
    const Vec3 u = A.transpose() * n;
    return A * (u / u.norm());
  }
};

PlacedEllipsoid placed(const Ellipsoid& ellipsoid);
PlacedEllipsoid placed(const Sphere& sphere);

Aabb bounds(const PlacedEllipsoid& ellipsoid);

/// Distance of x from the surface, below zero inside; to first order, so exact where it is zero.
double distance_to(const PlacedEllipsoid& ellipsoid, const Vec3& x);

/// Semi-axes of a placed ellipsoid, shortest first: lengths, and unit directions as columns.
struct PrincipalAxes {
  Vec3 lengths;
  Mat3 directions;

  /// Radius of the largest ball that rolls inside along the whole surface.
  double rolling_radius() const { return lengths[0] * lengths[0] / lengths[2]; }
};
PrincipalAxes principal_axes(const PlacedEllipsoid& ellipsoid);

}  // namespace corbel
