// SPDX-License-Identifier: MIT
#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <cmath>

namespace corbel {
namespace {

/// sin(a)/a and (1 − cos a)/a² of a² = angle squared; series below 1e-4 where the quotients lose digits.
struct Coefficients {
  double s, c;
};

Coefficients coefficients(double angle2)
{
  if (angle2 < 1e-4)
    return {1 - angle2 / 6 * (1 - angle2 / 20 * (1 - angle2 / 42)),
            0.5 * (1 - angle2 / 12 * (1 - angle2 / 30 * (1 - angle2 / 56)))};
  const double angle = std::sqrt(angle2);
  // 1 − cos a = 2 sin²(a/2) keeps all digits for small angles.
  const double half = std::sin(0.5 * angle);
  return {std::sin(angle) / angle, 2 * half * half / angle2};
}

}  // namespace

Mat3 exp_map(const Vec3& psi)
{
  const auto [s, c] = coefficients(psi.squaredNorm());
  const double x = psi.x(), y = psi.y(), z = psi.z(), cx = c * x, cy = c * y, cz = c * z;
  Mat3 E;  // I + s S + (c S) S, S = skew(ψ), entry by entry: half of the products are with zeros of S
  E << 1 - (cz * z + cy * y), cy * x - s * z, cz * x + s * y,  //
      cx * y + s * z, 1 - (cz * z + cx * x), cz * y - s * x,   //
      cx * z - s * y, cy * z + s * x, 1 - (cy * y + cx * x);
  return E;
}

Vec3 rotate(const Vec3& psi, const Vec3& a)
{
  const auto [s, c] = coefficients(psi.squaredNorm());
  const Vec3 cross = psi.cross(a);
  return a + s * cross + c * psi.cross(cross);
}

Mat3 orthonormalized(const Mat3& R) { return R * (1.5 * Mat3::Identity() - 0.5 * (R.transpose() * R)); }

bool is_rotation(const Mat3& R, double tolerance)
{
  return R.allFinite() && (R.transpose() * R - Mat3::Identity()).cwiseAbs().maxCoeff() <= tolerance &&
         R.determinant() > 0;
}

}  // namespace corbel
