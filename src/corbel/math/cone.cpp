// SPDX-License-Identifier: MIT
#include "corbel/math/cone.hpp"

#include <cmath>

namespace corbel {

Vec3 natural_map(const Vec3& R, const Vec3& a, double mu)
{
  const Vec3 v = R - a;
  const double v_T = std::hypot(v.x(), v.y());
  if (v.z() >= 0 && v_T <= mu * v.z()) return a;
  if (mu * v_T <= -v.z()) return R;
  const double length2 = 1 + mu * mu;
  const Vec3 t(v.x() / v_T, v.y() / v_T, 0);
  const Vec3 s(mu * t.x(), mu * t.y(), 1), o(t.x(), t.y(), -mu);  // along the surface and out of it
  const Vec3 aside(R.x() - R.dot(t) * t.x(), R.y() - R.dot(t) * t.y(), 0);
  return aside + R.dot(o) / length2 * o + a.dot(s) / length2 * s;
}

Vec3 project_on_cone(const Vec3& a, double mu)
{
  const double a_T = std::hypot(a.x(), a.y());
  const double a_N = a.z();
  if (a_N >= 0 && a_T <= mu * a_N) return a;  // the sign apart: for mu = 0 the product loses it
  if (mu * a_T <= -a_N) return Vec3::Zero();
  const double R_N = (mu * a_T + a_N) / (1 + mu * mu);
  // a_T > 0 here: with a_T = 0 one of the two cases above holds.
  const double scale = mu * R_N / a_T;
  return {scale * a.x(), scale * a.y(), R_N};
}

}  // namespace corbel
