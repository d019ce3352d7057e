// SPDX-License-Identifier: MIT
#include "corbel/bodies/rigid_scheme.hpp"

#include "corbel/core/names.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>

namespace corbel {

namespace {

constexpr auto rigid_schemes = names<RigidScheme>({{RigidScheme::rig_neg, "DEFAULT"},
                                                   {RigidScheme::rig_pos, "RIG_POS"},
                                                   {RigidScheme::rig_neg, "RIG_NEG"},
                                                   {RigidScheme::rig_imp, "RIG_IMP"}});

}  // namespace

std::string_view to_string(RigidScheme scheme) { return rigid_schemes.name(scheme); }

RigidScheme rigid_scheme(std::string_view name)
{
  return rigid_schemes.value("scheme", name, "Schemes of deformable bodies cannot be used for a rigid body.");
}

/// F(ω) = exp[h/2 ω] J ω − A = 0 by Newton. With y = J ω and E = exp[h/2 ω],
/// ∂F/∂ω ≈ E (J − h/2 skew(y) D) where D, the right Jacobian of exp at h/2 ω, is taken as I − h/4 skew(ω):
/// the iteration keeps Newton's speed for the h|ω| of practice and a line search keeps it safe beyond.
Vec3 implicit_omega(const Mat3& J, const Vec3& A, const Vec3& guess, double h)
{
  const auto F = [&](const Vec3& omega) { return Vec3(rotate(0.5 * h * omega, J * omega) - A); };
  Vec3 omega = guess;
  Vec3 residual = F(omega);
  // Solfec-1.0's tolerance 1e-12 h/2 is absolute; below the round-off of A it cannot be met, so that bounds
  // it from below.
  const double tolerance = std::max(0.5e-12 * h, 4e-16 * A.norm());
  for (int iteration = 0; iteration < 50 && residual.cwiseAbs().maxCoeff() > tolerance; ++iteration) {
    const Vec3 y = J * omega;
    const Mat3 D = Mat3::Identity() - (0.25 * h) * skew(omega);
    const Mat3 tangent = exp_map(0.5 * h * omega) * (J - (0.5 * h) * skew(y) * D);
    const Vec3 step = -tangent.partialPivLu().solve(residual);
    double length = 1;
    Vec3 next = F(omega + step);
    while (next.norm() >= residual.norm() && length > 1e-3) {
      length *= 0.5;
      next = F(omega + length * step);
    }
    if (next.norm() >= residual.norm()) break;  // at round-off
    omega += length * step;
    residual = next;
  }
  return omega;
}

Mat3 turned(const StepRule& rule, const Eigen::Map<const Mat3>& R, const Eigen::Map<const Mat3>& R_e,
            const Vec3& omega)
{
  if (rule.kind == RuleKind::backward_euler) return orthonormalized(R * exp_map(rule.h * omega));
  return orthonormalized(R_e * exp_map(rule.beta * rule.h * omega));
}

EndRotation end_rotation(const StepRule& rule, RigidScheme scheme, const Mat3& J, const Mat3& J_inverse,
                         const Turn& turn)
{
  const auto& [R_start, R_e, A, omega_1] = turn;
  const double h = rule.h;
  const bool midpoint = rule.kind == RuleKind::midpoint;
  Vec3 omega = omega_1;
  if (midpoint && scheme == RigidScheme::rig_imp) omega = implicit_omega(J, A, omega_1, h);
  const Mat3 R = turned(rule, R_start, R_e, omega);
  if (midpoint && scheme == RigidScheme::rig_neg) omega = J_inverse * rotate(-0.5 * h * omega_1, A);
  if (rule.kind == RuleKind::backward_euler) omega = J_inverse * (R.transpose() * (R_e * A));  // (7′)
  return {R, omega};
}

}  // namespace corbel
