// SPDX-License-Identifier: MIT
// Block solve of the rigid link: the root of a quadratic.
#include "corbel/constraints/rigid_link.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {

BlockResult RigidLink::solve_block(const Mat3& W, const Vec3& b, const Vec3& R,
                                   const BlockOptions& /*options*/) const
{
  const Vec3 a = z + eta * b;
  const Vec3 g = eta * W.col(2);
  const double g2 = g.squaredNorm();
  if (!(g2 > 0)) return {R, BlockStatus::failed};

  const double p = a.dot(g);
  // C = |a|² − d² by its parts: a short step from the right length keeps all its digits.
  const double z_length = z.norm();
  const double C = (z_length - length) * (z_length + length) + eta * (2 * z.dot(b) + eta * b.squaredNorm());
  const double discriminant = p * p - g2 * C;
  if (discriminant < 0) return {{0, 0, -p / g2}, BlockStatus::diverged};

  const double q = -(p + std::copysign(std::sqrt(discriminant), p));  // (3)
  return {{0, 0, q == 0 ? 0 : C / q}, BlockStatus::ok};               // q = 0: double root at zero
}

Vec3 RigidLink::natural_residual(const Vec3& U, const Vec3& R, double rho) const
{
  return {R.x(), R.y(), rho * ((z + eta * U).norm() - length) / eta};
}

ConeForm RigidLink::cone_form(const Vec3& U, const Vec3& /*R*/) const
{
  const double aside2 = (z + eta * U).head<2>().squaredNorm();
  const double along = std::copysign(std::sqrt(std::max(0.0, length * length - aside2)), z.z());
  return {.contact = false,
          .offset = {0, 0, (z.z() - along) / eta},
          .held = {false, false, true},
          .linearized = true};
}

LinearizedCondition RigidLink::linearized_condition(const Vec3& U) const
{
  const Vec3 r = z + eta * U;
  return {r.normalized(), (length - r.norm()) / eta};
}

}  // namespace corbel
