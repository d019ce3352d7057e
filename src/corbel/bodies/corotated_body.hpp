// SPDX-License-Identifier: MIT
// BC: a finite-element body, linear in axes that turn with it (TR1 §4).
//
//   (24)  x½ = x + h/2 u
//   (25)  Λ₁ = the rotation of ∫F dV at x½: the closed form of TR1, Appendix A (76)–(80): h(q, Λ) = 0 says
//         that Λᵀ ∫F dV is symmetric, so Λ is its polar factor
//   (27)  b = h f_ext − h Λ₁ K₀ Λ₁ᵀ [x½ − Λ₁ Z + η u] − h α M u
//   (28)  Λ₁ A₀ Λ₁ᵀ (u⁺ − u) = b + Hᵀ R ,   A₀ = (1 + αh/2) M + (ηh/2 + h²/4) K₀ , constant: one factor for all
//   (31)  x⁺ = x½ + h/2 u⁺
//
// Z are the nodes of the template, so Λ₁ contains how the body lies relative to it. DEF_EXP: A = M.
// The force leaves out the derivative of Λ, an error of second order in the strain; for that reason there is
// no DEF_IMP here: its Newton iteration would need the missing terms, and TL has them.
#pragma once

#include "corbel/bodies/finite_element_body.hpp"

namespace corbel {

class CorotatedBody : public FiniteElementBody {
 public:
  using FiniteElementBody::FiniteElementBody;

  std::string_view form() const override { return "BC"; }
  void set_scheme(std::string_view name) override;

  void predict(const StepRule& rule) override;
  void advance(const StepRule& rule) override;
  double internal_energy() const override;
  void internal_force(Eigen::Ref<Eigen::VectorXd> f) override;
  Mat3 rotation() const;  ///< of the body at t, relative to its referential placement

 protected:
  StrainFinding worst_strain(Coordinates x) const override;
  /// Λ of the configuration x, (25): of q_e for the equations of a step, of q for energies, strains and output. A form that
  /// differs from BC by its axes alone overrides this (linear_body.hpp).
  virtual Mat3 template_rotation(Coordinates x) const;

 private:
  void predict_static(const StepRule& rule);
  PendingSystem momentum_balance(double h);
  /// Λᵀ x − Z less that of the first node.
  Eigen::VectorXd strain_displacements(const Mat3& Lambda, Coordinates x) const;

  TurnedOperator turned_{nodal_};          ///< Λ₁ and A₀
  Eigen::VectorXd K_strain_, K_velocity_;  ///< K₀ Λ₁ᵀ (x½ − Λ₁ Z) and, with damping, K₀ Λ₁ᵀ u
};

}  // namespace corbel
