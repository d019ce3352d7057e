// SPDX-License-Identifier: MIT
// The rotation of a rigid body in a step: (3), (4) and (7) of rigid_body.hpp, where the letters are.
//
//   (3) ω½ = J⁻¹ (exp[−h/2 ω] J ω + h/2 T)
//   (4) ω* = ω + h J⁻¹ (T − ω½ × J ω½)
//   (7) RIG_POS  R⁺ = R½ exp[h/2 ω₁] ,  ω⁺ = ω₁
//       RIG_NEG  R⁺ = R½ exp[h/2 ω₁] ,  ω⁺ = J⁻¹ exp[−h/2 ω₁] A
//       RIG_IMP  exp[h/2 ω⁺] J ω⁺ = A  (Newton) ,  R⁺ = R½ exp[h/2 ω⁺]
//
// Backward Euler (step_rule.hpp), with R_e = R exp[h ω], has one scheme:
//
//   (4′) ω* = J⁻¹ (exp[−h ω] J ω + h T)
//   (7′) R⁺ = R exp[h ω₁] ,  ω⁺ = J⁻¹ R⁺ᵀ R_e A                                    spatial momentum is kept
#pragma once

#include "corbel/bodies/step_rule.hpp"
#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>

#include <string_view>

namespace corbel {

enum class RigidScheme { rig_pos, rig_neg, rig_imp };
std::string_view to_string(RigidScheme scheme);   ///< "RIG_POS", …
RigidScheme rigid_scheme(std::string_view name);  ///< also "DEFAULT" → rig_neg; throws InputError

/// RIG_IMP: ω with exp[h/2 ω] J ω = A, by Newton's method from a guess.
Vec3 implicit_omega(const Mat3& J, const Vec3& A, const Vec3& guess, double h);

/// ω*: (3), (4) or (4′). A call would cost a tenth of the prediction of a body.
[[gnu::always_inline]] inline Vec3 free_omega(const StepRule& rule, const Mat3& J, const Mat3& J_inverse,
                                              const Vec3& omega, const Vec3& T)
{
  const double h = rule.h;
  if (rule.kind != RuleKind::midpoint) return J_inverse * (rotate(-h * omega, J * omega) + h * T);  // (4′)
  const Vec3 omega_mid = J_inverse * (rotate(-0.5 * h * omega, J * omega) + 0.5 * h * T);           // (3)
  return omega + h * (J_inverse * (T - omega_mid.cross(J * omega_mid)));                            // (4)
}

/// R⁺ of a body that turns with ω; from R_e, which is nearer, where the rule allows it.
Mat3 turned(const StepRule& rule, const Eigen::Map<const Mat3>& R, const Eigen::Map<const Mat3>& R_e,
            const Vec3& omega);

/// What (7) follows from, where it is kept.
struct Turn {
  Eigen::Map<const Mat3> R, R_e;
  const Vec3 &A, &omega_1;
};
struct EndRotation {
  Mat3 R;
  Vec3 omega;
};
/// (7) or (7′).
EndRotation end_rotation(const StepRule& rule, RigidScheme scheme, const Mat3& J, const Mat3& J_inverse,
                         const Turn& turn);

}  // namespace corbel
