// SPDX-License-Identifier: MIT
#include "corbel/math/lorentz.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel::lorentz {
namespace {

using Vec2 = Eigen::Vector2d;
using Mat2 = Eigen::Matrix2d;

constexpr double tiny = 1e-300;  ///< keeps roots of round-off finite

Mat3 boost(const Vec3& w, double sign)
{
  const Vec2 w_T = w.head<2>();
  Mat3 V;
  V.topLeftCorner<2, 2>() = Mat2::Identity() + w_T * w_T.transpose() / (1 + w.z());
  V.topRightCorner<2, 1>() = sign * w_T;
  V.bottomLeftCorner<1, 2>() = sign * w_T.transpose();
  V(2, 2) = w.z();
  return V;
}

}  // namespace

double determinant(const Vec3& x)
{
  const double x_T = x.head<2>().norm();
  return (x.z() - x_T) * (x.z() + x_T);
}

Vec3 product(const Vec3& x, const Vec3& y)
{
  Vec3 z;
  z << x.z() * y.head<2>() + y.z() * x.head<2>(), x.dot(y);
  return z;
}

Vec3 quotient(const Vec3& x, const Vec3& b)
{
  Vec3 y;
  y.z() = (x.z() * b.z() - x.head<2>().dot(b.head<2>())) / std::max(determinant(x), tiny);
  y.head<2>() = (b.head<2>() - y.z() * x.head<2>()) / x.z();
  return y;
}

/// det(x + a d) = det x + 2 a (x_N d_N − x_T·d_T) + a² det d vanishes there first.
double way_to_surface(const Vec3& x, const Vec3& d)
{
  const double A = determinant(d), C = determinant(x);
  const double B = x.z() * d.z() - x.head<2>().dot(d.head<2>());
  double length = std::numeric_limits<double>::infinity();
  if (d.z() < 0) length = -x.z() / d.z();
  const double discriminant = B * B - A * C;
  if (discriminant < 0) return length;
  const double q = -(B + std::copysign(std::sqrt(discriminant), B));
  if (q != 0 && C / q > 0) length = std::min(length, C / q);
  if (A != 0 && q / A > 0) length = std::min(length, q / A);
  return length;
}

Scaling scaling(const Vec3& x, const Vec3& z)
{
  const double det_x = std::sqrt(std::max(determinant(x), tiny));
  const double det_z = std::sqrt(std::max(determinant(z), tiny));
  const Vec3 x1 = x / det_x, z1 = z / det_z;
  const double gamma = std::sqrt((1 + x1.dot(z1)) / 2);
  const Vec3 w = (x1 + Vec3(-z1.x(), -z1.y(), z1.z())) / (2 * gamma);
  const double beta = std::sqrt(det_x / det_z);
  Scaling s;
  s.V = beta * boost(w, 1);
  s.inverse = boost(w, -1) / beta;
  s.lambda = s.V * z;
  return s;
}

}  // namespace corbel::lorentz
