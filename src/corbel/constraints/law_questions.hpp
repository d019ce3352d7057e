// SPDX-License-Identifier: MIT
// What can be asked of a law without knowing which one it is.
//
// A law is written in the local frame of its constraint, vectors ordered (T1, T2, N), in these symbols:
// U relative velocity at the end of the step [m/s], R impulse over the step [N s], W its 3×3 diagonal block
// [1/kg], b = U − W R the velocity it would have without its own impulse. Every law answers, as a member,
//
//   solve_block(W, b, R, options)   R with C(W R + b, R) = 0, started from the given R
//   natural_residual(U, R, rho)     R − P(R − ρ F(U)), zero iff the law holds [N s]
//   admissible(R)                   R moved to the nearest impulse the law allows
//   cone_form(U, R)                 the law as solvers of all constraints at once see it (cone_form.hpp)
//
// and any of the following, for which there is an answer of laws that have no such member:
//
//   question                        equation                                           else
//   friction()                      |R_T| ≤ μ R_N: μ of a contact                      no contact
//   settle(W_NN, b_N)               completes what depends on W and b, once per step   nothing to complete
//   linear_equations()              U_k + c_k R_k = U*_k , R_k = 0 for other k         not linear: none
//   linearized_condition(U)         g(U) = 0, not linear                               no such condition
//   spring_form()                   R_N = p − k U_N + λ (spring.hpp)                   no spring
//   penalty_impulse(W, B, R, …)     (6.8)–(6.10) (penalty_impulse.hpp)                 has to be solved for
//   in_compression()                the law during an impact, which takes no time      itself
//   in_expansion(p)                 R_N ≥ p, what compression gives back               itself: no rebound
//   keep_rebound(V_N)               U_N ≥ V_N while R_N > 0                            itself: no rebound
//
// The functions below have the same names and take any variant of laws.
#pragma once

#include "corbel/constraints/block_result.hpp"
#include "corbel/constraints/cone_form.hpp"
#include "corbel/constraints/linear_equation.hpp"
#include "corbel/constraints/penalty_impulse.hpp"
#include "corbel/constraints/spring.hpp"

#include <optional>
#include <variant>
#include <vector>

namespace corbel {

/// Answers what every law has to.
template<class L>
concept LawOfConstraint = requires(const L& law, const Mat3& W, const Vec3& x, const BlockOptions& options)
{
  BlockResult(law.solve_block(W, x, x, options));
  Vec3(law.natural_residual(x, x, 1.0));
  Vec3(law.admissible(x));
  ConeForm(law.cone_form(x, x));
};

template<LawOfConstraint... Laws>
BlockResult solve_block(const std::variant<Laws...>& law, const Mat3& W, const Vec3& b, const Vec3& R,
                        const BlockOptions& options)
{
  // Nearly all constraints have the first law of the list: a test is cheaper than the jump table of a visit.
  if (const auto* contact = std::get_if<0>(&law)) return contact->solve_block(W, b, R, options);
  return std::visit([&](const auto& l) { return l.solve_block(W, b, R, options); }, law);
}

template<LawOfConstraint... Laws>
Vec3 natural_residual(const std::variant<Laws...>& law, const Vec3& U, const Vec3& R, double rho)
{
  return std::visit([&](const auto& l) { return l.natural_residual(U, R, rho); }, law);
}

template<LawOfConstraint... Laws>
Vec3 admissible(const std::variant<Laws...>& law, const Vec3& R)
{
  return std::visit([&](const auto& l) { return l.admissible(R); }, law);
}

template<LawOfConstraint... Laws>
ConeForm cone_form(const std::variant<Laws...>& law, const Vec3& U, const Vec3& R)
{
  return std::visit([&](const auto& l) { return l.cone_form(U, R); }, law);
}

/// The cone form of a contact that is the same at any (U, R), with u = U + offset; nothing for other laws.
template<LawOfConstraint... Laws>
std::optional<ConeForm> rigid_contact(const std::variant<Laws...>& law)
{
  const ConeForm form = cone_form(law, Vec3::Zero(), Vec3::Zero());
  if (!form.contact || form.linearized || !form.compliance.isZero(0)) return std::nullopt;
  return form;
}

/// μ of a contact; nothing for joints and springs.
template<LawOfConstraint... Laws>
std::optional<double> friction(const std::variant<Laws...>& law)
{
  return std::visit(
      [](const auto& l) -> std::optional<double> {
        if constexpr (requires { l.friction(); })
          return l.friction();
        else
          return std::nullopt;
      },
      law);
}

/// Once per step, before the law is asked anything else: W of the step, and b about which the law is wanted.
template<LawOfConstraint... Laws>
void settle(std::variant<Laws...>& law, const Mat3& W, const Vec3& b)
{
  std::visit(
      [&](auto& l) {
        if constexpr (requires { l.settle(W(2, 2), b.z()); }) l.settle(W(2, 2), b.z());
      },
      law);
}

/// All equations of a law that is linear in (U, R), by axes; none for other laws.
template<LawOfConstraint... Laws>
std::vector<LinearEquation> linear_equations(const std::variant<Laws...>& law)
{
  return std::visit(
      [](const auto& l) -> std::vector<LinearEquation> {
        if constexpr (requires { l.linear_equations(); })
          return l.linear_equations();
        else
          return {};
      },
      law);
}

/// U_k = U*_k: those linear equations that have no compliance.
template<LawOfConstraint... Laws>
std::vector<LinearEquation> prescribed_velocities(const std::variant<Laws...>& law)
{
  std::vector<LinearEquation> equations = linear_equations(law);
  std::erase_if(equations, [](const LinearEquation& e) { return e.compliance != 0; });
  return equations;
}

template<LawOfConstraint... Laws>
std::optional<LinearizedCondition> linearized_condition(const std::variant<Laws...>& law, const Vec3& U)
{
  return std::visit(
      [&](const auto& l) -> std::optional<LinearizedCondition> {
        if constexpr (requires { l.linearized_condition(U); })
          return l.linearized_condition(U);
        else
          return std::nullopt;
      },
      law);
}

/// p, k and the stops of a law that is a spring along n: a given force, not the reaction of a constraint.
template<LawOfConstraint... Laws>
std::optional<Spring> spring_form(const std::variant<Laws...>& law)
{
  return std::visit(
      [](const auto& l) -> std::optional<Spring> {
        if constexpr (requires { l.spring_form(); })
          return l.spring_form();
        else
          return std::nullopt;
      },
      law);
}

/// R of a contact that can be evaluated by itself, from its own block of W and B and the R of the last step.
template<LawOfConstraint... Laws>
std::optional<Vec3> penalty_impulse(const std::variant<Laws...>& law, const Mat3& W, const Vec3& B,
                                    const Vec3& R, PenaltyVariant variant)
{
  return std::visit(
      [&](const auto& l) -> std::optional<Vec3> {
        if constexpr (requires { l.penalty_impulse(W, B, R, variant); })
          return l.penalty_impulse(W, B, R, variant);
        else
          return std::nullopt;
      },
      law);
}

/// During compression no contact has a velocity of separation to reach, and forces (springs, bonds) do not
/// act.
template<LawOfConstraint... Laws>
std::variant<Laws...> in_compression(const std::variant<Laws...>& law)
{
  return std::visit(
      [](const auto& l) -> std::variant<Laws...> {
        if constexpr (requires { l.in_compression(); })
          return l.in_compression();
        else
          return l;
      },
      law);
}

/// A contact that gives back p ≥ 0 [N s] of its compression.
template<LawOfConstraint... Laws>
std::variant<Laws...> in_expansion(const std::variant<Laws...>& law, double p)
{
  return std::visit(
      [&](const auto& l) -> std::variant<Laws...> {
        if constexpr (requires { l.in_expansion(p); })
          return l.in_expansion(p);
        else
          return l;
      },
      law);
}

/// Compression is followed by an expansion of its own.
template<LawOfConstraint... Laws>
bool can_rebound(const std::variant<Laws...>& law)
{
  return std::visit(
      [](const auto& l) {
        return requires { l.in_expansion(0.0); };
      },
      law);
}

/// The forces of the step leave a contact its velocity V_N ≥ 0 after an impact [m/s].
template<LawOfConstraint... Laws>
void keep_rebound(std::variant<Laws...>& law, double V_N)
{
  std::visit(
      [&](auto& l) {
        if constexpr (requires { l.keep_rebound(V_N); }) l.keep_rebound(V_N);
      },
      law);
}

}  // namespace corbel
