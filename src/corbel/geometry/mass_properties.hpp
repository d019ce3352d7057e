// SPDX-License-Identifier: MIT
// Volume, centre and Euler tensor by exact integrals.
#pragma once

#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/ellipsoid.hpp"
#include "corbel/geometry/sphere.hpp"

namespace corbel {

/// Integrals over a region, additive: V = ∫dV, x̄ = ∫x dV / V, E = ∫ (x−x̄) ⊗ (x−x̄) dV. Kept about the centre
/// and not about the origin, whose tensor of a body of size s at the distance D would lose a factor (D/s)² of
/// its digits.
struct Moments {
  double V = 0;                    ///< [m³]
  Vec3 mean = Vec3::Zero();        ///< x̄ [m]
  Mat3 euler_mean = Mat3::Zero();  ///< E [m⁵]

  Moments& operator+=(const Moments& other);
  const Vec3& center() const { return mean; }
  /// Euler tensor ∫ (x−c) ⊗ (x−c) dV about the centre.
  const Mat3& central_euler() const { return euler_mean; }
};

Moments moments(const Convex& convex);
Moments moments(const Sphere& sphere);
Moments moments(const Ellipsoid& ellipsoid);

/// Sums the moments of the region inside a closed surface, given one outward polygon after the other: each is
/// split into triangles around the mean of its vertices (symmetric, so both sides of a warped polygon agree),
/// and each triangle spans a signed tetrahedron with the reference point. The reference should lie near the
/// region; it does not change the result.
class SurfaceMoments {
 public:
  explicit SurfaceMoments(const Vec3& reference) : reference_(reference) {}
  void add(std::span<const Vec3> polygon);
  Moments result() const;

 private:
  void add_triangle(const Vec3& a, const Vec3& b, const Vec3& c);  // relative to the reference

  Vec3 reference_;
  double V_ = 0;
  Vec3 S_ = Vec3::Zero();  // ∫ (x−reference) dV
  Mat3 E_ = Mat3::Zero();  // ∫ (x−reference) ⊗ (x−reference) dV
};

/// Mean of some points, a reference near them.
Vec3 mean_of(std::span<const Vec3> points);

}  // namespace corbel
