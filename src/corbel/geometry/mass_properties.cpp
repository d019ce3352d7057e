// SPDX-License-Identifier: MIT
// Volume, centre and Euler tensor by exact integrals.
#include "corbel/geometry/mass_properties.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

namespace corbel {

Moments& Moments::operator+=(const Moments& other)
{
  if (other.V == 0) return *this;
  if (V == 0) return *this = other;
  const double sum = V + other.V;
  const Vec3 d = other.mean - mean;
  euler_mean += other.euler_mean + (V * other.V / sum) * d * d.transpose();  // parallel axes
  mean += (other.V / sum) * d;
  V = sum;
  return *this;
}

Vec3 mean_of(std::span<const Vec3> points)
{
  Vec3 sum = Vec3::Zero();
  for (const Vec3& x : points)
    sum += x;
  return sum / static_cast<double>(points.size());
}

/// Tetrahedron 0 a b c: ∫ λᵢ λⱼ dV = V/20 (1 + δᵢⱼ) with the barycentric coordinates λ.
void SurfaceMoments::add_triangle(const Vec3& a, const Vec3& b, const Vec3& c)
{
  const double volume = a.dot(b.cross(c)) / 6;
  const Vec3 sum = a + b + c;
  V_ += volume;
  S_ += (volume / 4) * sum;
  E_ += (volume / 20) * (a * a.transpose() + b * b.transpose() + c * c.transpose() + sum * sum.transpose());
}

void SurfaceMoments::add(std::span<const Vec3> polygon)
{
  const std::size_t n = polygon.size();
  if (n == 3) return add_triangle(polygon[0] - reference_, polygon[1] - reference_, polygon[2] - reference_);
  const Vec3 middle = mean_of(polygon) - reference_;
  for (std::size_t i = 0; i < n; ++i)
    add_triangle(middle, polygon[i] - reference_, polygon[(i + 1) % n] - reference_);
}

Moments SurfaceMoments::result() const
{
  if (V_ == 0) return {};
  return {V_, reference_ + S_ / V_, E_ - S_ * S_.transpose() / V_};
}

Moments moments(const Convex& convex)
{
  SurfaceMoments sum(mean_of(convex.vertices));
  std::vector<Vec3> polygon;
  for (std::size_t f = 0; f < convex.face_count(); ++f) {
    polygon.clear();
    for (const int v : convex.face(f))
      polygon.push_back(convex.vertices[static_cast<std::size_t>(v)]);
    sum.add(polygon);
  }
  return sum.result();
}

/// ∫ x² dV over the ball = 4π r⁵ / 15.
Moments moments(const Sphere& sphere)
{
  const double r = sphere.radius;
  const double V = 4.0 / 3.0 * std::numbers::pi * r * r * r;
  return {V, sphere.center, (V * r * r / 5) * Mat3::Identity()};
}

/// x = c + A u maps the unit ball: E = det A · 4π/15 · A Aᵀ.
Moments moments(const Ellipsoid& ellipsoid)
{
  const double V = 4.0 / 3.0 * std::numbers::pi * ellipsoid.radii.prod();
  const Mat3 A = placed(ellipsoid).A;
  return {V, ellipsoid.center, (V / 5) * A * A.transpose()};
}

}  // namespace corbel
