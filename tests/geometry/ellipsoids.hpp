// SPDX-License-Identifier: MIT
// Random ellipsoids, and what is known of them without the narrow phase.
#pragma once

#include "geometry/bodies.hpp"

#include <Eigen/LU>

#include <cmath>

namespace corbel::testing {

inline PlacedEllipsoid ellipsoid(const Vec3& center, const Vec3& radii, const Mat3& R = Mat3::Identity())
{
  return {center, R * radii.asDiagonal(), 21};
}

/// Radii between thin and 1, even in their logarithms; any orientation.
inline PlacedEllipsoid random_ellipsoid(Random& random, double thin, double reach)
{
  const Vec3 radii = random.vector(std::log(thin), 0).array().exp();
  const Motion motion = random.motion(reach);
  return ellipsoid(motion.t, radii, motion.R);
}

inline PlacedEllipsoid moved(const PlacedEllipsoid& e, const Motion& motion)
{
  return {motion(e.center), motion.R * e.A, e.surface_id};
}

inline Vec3 random_direction(Random& random)
{
  for (;;) {
    const Vec3 v = random.vector(-1, 1);
    if (v.norm() > 0.1 && v.norm() <= 1) return v.normalized();
  }
}

/// Radius of the ball that rolls inside along the surface: shortest² / longest. A contact made at depths up
/// to it is the one with the least way out.
inline double rolling_radius(const PlacedEllipsoid& e)
{
  const Vec3 radii = e.A.colwise().norm();
  return radii.minCoeff() * radii.minCoeff() / radii.maxCoeff();
}

/// The point of the ellipsoid nearest to x, columns of A orthogonal: with z = Rᵀ(x − c) it is rᵢ² zᵢ / (rᵢ² +
/// t) for the t ≥ 0 that puts it on the surface, found by bisection.
inline Vec3 nearest_point(const PlacedEllipsoid& e, const Vec3& x)
{
  const Vec3 radii = e.A.colwise().norm();
  const Mat3 R = e.A * radii.cwiseInverse().asDiagonal();
  const Vec3 z = R.transpose() * (x - e.center);
  if (z.cwiseQuotient(radii).norm() <= 1) return x;
  const Vec3 r2 = radii.cwiseAbs2();
  const auto at = [&](double t) -> Vec3 { return r2.cwiseProduct(z).array() / (r2.array() + t); };
  double lo = 0, hi = radii.maxCoeff() * z.norm();
  for (int i = 0; i < 100; ++i) {
    const double t = 0.5 * (lo + hi);
    (at(t).cwiseQuotient(radii).norm() > 1 ? lo : hi) = t;
  }
  return e.center + R * at(hi);
}

/// Nearest points of two ellipsoids by projecting to and fro; equal where they overlap.
inline std::pair<Vec3, Vec3> nearest_points(const PlacedEllipsoid& a, const PlacedEllipsoid& b)
{
  Vec3 x = a.center, y = b.center;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 next = nearest_point(a, y);
    const double change = (next - x).norm();
    x = next;
    y = nearest_point(b, x);
    if (change < 1e-14) break;
  }
  return {x, y};
}

/// Largest value of f over random directions, then refined by a random walk.
template<class Function>
double sampled_maximum(Random& random, const Function& f, int samples)
{
  Vec3 best = Vec3::UnitZ();
  double most = f(best);
  double reach = 2;
  for (int i = 0; i < samples; ++i) {
    const Vec3 n =
        i < samples / 2 ? random_direction(random) : Vec3((best + reach * random.vector(-1, 1)).normalized());
    const double value = f(n);
    if (value > most) {
      most = value;
      best = n;
    } else if (i >= samples / 2) {
      reach = std::max(0.96 * reach, 1e-6);
    }
  }
  return most;
}

}  // namespace corbel::testing
