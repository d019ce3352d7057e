// SPDX-License-Identifier: MIT
// Ellipsoids: checked construction, images, bounds.
#include "corbel/geometry/ellipsoid.hpp"

#include "corbel/geometry/check_points.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cmath>

namespace corbel {
namespace {

/// Turns columns p and q of A in their plane until they are orthogonal (one step of Hestenes' one-sided
/// Jacobi method); false if they already were.
bool orthogonalize(Mat3& A, int p, int q)
{
  const double a = A.col(p).squaredNorm(), b = A.col(q).squaredNorm(), c = A.col(p).dot(A.col(q));
  if (!(std::abs(c) > 1e-15 * std::sqrt(a * b))) return false;
  const double zeta = (b - a) / (2 * c);
  const double t = std::copysign(1.0, zeta) / (std::abs(zeta) + std::sqrt(1 + zeta * zeta));
  const double cosine = 1 / std::sqrt(1 + t * t), sine = t * cosine;
  const Vec3 column = A.col(p);
  A.col(p) = cosine * column - sine * A.col(q);
  A.col(q) = sine * column + cosine * A.col(q);
  return true;
}

}  // namespace

Ellipsoid make_ellipsoid(const Vec3& center, const Vec3& radii, int volume_id, int surface_id)
{
  check_point("center", center);
  if (!(all_finite(radii) && radii.minCoeff() > 0))
    throw_input_error("radii", text(radii), "three finite numbers > 0");
  return {center, radii, Mat3::Identity(), volume_id, surface_id};
}

/// A ← diag(c) A, then A V = U diag(radii) with a rotation V: the set { A u } does not change under V.
/// Columns that stay orthogonal keep their places.
Ellipsoid scaled(const Ellipsoid& ellipsoid, const Vec3& coefficients)
{
  Mat3 A = coefficients.asDiagonal() * placed(ellipsoid).A;
  for (int sweep = 0; sweep < 30; ++sweep) {
    const bool turned01 = orthogonalize(A, 0, 1), turned02 = orthogonalize(A, 0, 2),
               turned12 = orthogonalize(A, 1, 2);
    if (!(turned01 || turned02 || turned12)) break;
  }
  Ellipsoid image = ellipsoid;
  image.center = ellipsoid.center.cwiseProduct(coefficients);
  image.radii = A.colwise().norm();
  image.rotation = A.colwise().normalized();
  return image;
}

PlacedEllipsoid placed(const Ellipsoid& ellipsoid)
{
  return {ellipsoid.center, ellipsoid.rotation * ellipsoid.radii.asDiagonal(), ellipsoid.surface_id};
}

PlacedEllipsoid placed(const Sphere& sphere)
{
  return {sphere.center, sphere.radius * Mat3::Identity(), sphere.surface_id};
}

/// Half sizes are the support function along the axes, the row lengths of A.
Aabb bounds(const PlacedEllipsoid& ellipsoid)
{
  const Vec3 half = ellipsoid.A.rowwise().norm();
  return {ellipsoid.center - half, ellipsoid.center + half};
}

/// Φ / |∇Φ| with Φ = |y| − 1, y = A⁻¹(x − c).
double distance_to(const PlacedEllipsoid& ellipsoid, const Vec3& x)
{
  const Mat3 inverse = ellipsoid.A.inverse();
  const Vec3 y = inverse * (x - ellipsoid.center);
  const double length = y.norm();
  if (length == 0) return -principal_axes(ellipsoid).lengths[0];
  return (length - 1) * length / (inverse.transpose() * y).norm();
}

PrincipalAxes principal_axes(const PlacedEllipsoid& ellipsoid)
{
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(ellipsoid.A * ellipsoid.A.transpose());
  return {eigen.eigenvalues().cwiseMax(0.0).cwiseSqrt(), eigen.eigenvectors()};
}

}  // namespace corbel
