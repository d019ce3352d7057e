// SPDX-License-Identifier: MIT
// The rule of a step from t to t + h, as a value that bodies, joints and contact laws read:
//
//   (1)  q_e = q + a h u                                   where forces act and contacts are seen
//   (2)  A (u⁺ − u) = h [f(t + ℓh, q_e) − f_int(q_e) − (ηK + αM) u] + Hᵀ R ,
//        A = (s + cαh) M + (cηh + b h²) K(q_e)
//   (3)  q⁺ = q + h [(1 − β) u + β u⁺]
//
//                     a    b    c    β    ℓ    s
//   mid-point        1/2  1/4  1/2  1/2  1/2   1     linearly implicit, second order (TR1 (10)–(17))
//   backward Euler    1    1    1    1    1    1     linearly implicit, first order, damps what a step does not resolve
//   static pass       0    1    0    1    1   > 0    one Newton pass towards equilibrium from u = 0 (statics/static_step)
//
// b and c follow from where (2) is meant to hold: forces at q_e + b h (u⁺ − u), damping for u + c (u⁺ − u).
// The rotation of a rigid body follows (1) and (3) through the exponential map (bodies/rigid_body.hpp, bodies/rigid_scheme.hpp).
#pragma once

#include <Eigen/Core>

#include <string_view>

namespace corbel {

/// Damping of a deformable body.
struct Damping {
  double stiffness = 0;  ///< η [s]: force −η K u (TR1 eq. 13)
  double mass = 0;       ///< α [1/s]: force −α M u (manual §3.1.7)
};

/// A = mass M + stiffness K.
struct OperatorFactors {
  double mass, stiffness;
  auto operator<=>(const OperatorFactors&) const = default;
};

/// Dynamic: laws on velocities at t + h. Quasi-static: passes move by h U, and laws are on positions.
enum class Analysis { dynamic, quasi_static };
std::string_view to_string(Analysis analysis);  ///< "DYNAMIC", "QUASI_STATIC"

enum class RuleKind { midpoint, backward_euler, static_pass };
std::string_view to_string(RuleKind kind);  ///< "MIDPOINT", "BACKWARD_EULER", "STATIC"
RuleKind
step_rule_kind(std::string_view name);  ///< of dynamics: "MIDPOINT", "BACKWARD_EULER"; throws InputError

struct StepRule {
  RuleKind kind;
  double h;          ///< [s]
  double a, b, c;    ///< of (1), (2)
  double beta;       ///< β of (3)
  double load_time;  ///< ℓ of (2)
  double mass = 1;   ///< s of (2)

  static StepRule midpoint(double h) { return {RuleKind::midpoint, h, 0.5, 0.25, 0.5, 0.5, 0.5}; }
  static StepRule backward_euler(double h) { return {RuleKind::backward_euler, h, 1, 1, 1, 1, 1}; }
  static StepRule static_pass(double h, double s = 1) { return {RuleKind::static_pass, h, 0, 1, 0, 1, 1, s}; }
  /// A rule of dynamics.
  static StepRule of(RuleKind kind, double h)
  {
    return kind == RuleKind::backward_euler ? backward_euler(h) : midpoint(h);
  }

  bool is_static() const { return kind == RuleKind::static_pass; }
  /// Contact laws are on positions, gap + h U_N ≥ 0, instead of velocities.
  bool laws_on_positions() const { return is_static(); }
  /// q⁺ = q + h U: conditions on positions at the end are conditions on U alone. Of the mid-point rule, where
  /// q⁺ depends on u as well, they would make velocities oscillate (model/joint.hpp).
  bool ends_at_U() const { return beta == 1; }

  OperatorFactors factors(const Damping& damping) const
  {
    return {mass + c * h * damping.mass, c * h * damping.stiffness + b * h * h};
  }

  /// (3) for coordinates that add up, from q_e.
  template<class Q, class U>
  Eigen::VectorXd end(const Q& q_e, const U& u, const U& u_end) const
  {
    const double rest = 1 - beta - a;  // 0: mid-point; of a static pass u = 0
    if (rest == 0 || is_static()) return q_e + beta * h * u_end;
    return q_e + beta * h * u_end + rest * h * u;
  }
};

}  // namespace corbel
