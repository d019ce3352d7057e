// SPDX-License-Identifier: MIT
#include "corbel/math/cone.hpp"

#include <cmath>

namespace corbel {

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
