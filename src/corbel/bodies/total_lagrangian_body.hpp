// SPDX-License-Identifier: MIT
// TL: a finite-element body with exact large-strain kinematics (TR1 §3).
//
//   (10)  x½ = x + h/2 u
//   (13)  b = h f_ext − h f_int(x½) − h η K(x½) u − h α M u
//   (14)  A (u⁺ − u) = b + Hᵀ R ,   A = (1 + αh/2) M + (ηh/2 + h²/4) K(x½)
//   (17)  x⁺ = x½ + h/2 u⁺
//
// DEF_EXP: A = M. DEF_IMP, the implicit mid-point rule (18)–(21) with α = 1/4 there:
//
//   (19)  r(u⁺) = M (u⁺ − u) − h f_ext + h f_int(x_m) + h (η K(x_m) + α M) (u + u⁺)/2 − Hᵀ R = 0 ,
//         x_m = x½ + h/4 (u⁺ − u) ,
//
// by Newton's method together with the contacts: a pass linearizes at the last u⁺ (the first one at u, which
// is DEF_LIM) and the step is solved again with the new A and u_free = u⁺ − A⁻¹ (r + Hᵀ R).
//
// Quasi-static passes take the exact K while the supported body is stable (static_supports.hpp). Otherwise
// stresses count in K as far as they stiffen.
#pragma once

#include "corbel/bodies/finite_element_body.hpp"

namespace corbel {

class TotalLagrangianBody final : public FiniteElementBody {
 public:
  TotalLagrangianBody(const Shape& shape, TemplateMatch match);

  std::string_view form() const override { return "TL"; }
  void rebase(TemplateMatch match) override;

  void predict(const StepRule& rule) override;
  bool relinearize(const StepRule& rule) override;
  void advance(const StepRule& rule) override;
  double internal_energy() const override { return solid().energy(displacements(v_.q)); }
  void internal_force(Eigen::Ref<Eigen::VectorXd> f) override;
  double critical_step() const override;
  const TangentSolver& tangent_solver() const { return tangent_.solver; }

 private:
  StrainFinding worst_strain(Coordinates x) const override { return solid().worst_stretch(displacements(x)); }
  Eigen::VectorXd free_impulse(double h) const;
  void predict_explicit(const StepRule& rule);
  void predict_implicit(const StepRule& rule);
  void predict_static(const StepRule& rule);
  StrainState update_operator(const Eigen::VectorXd& q, OperatorFactors factors, Tangent tangent);
  StrainState linearize(const Eigen::VectorXd& x, std::shared_ptr<const CorotatedOperator> A0,
                        Tangent tangent);

  TangentOperator tangent_{nodal_};
  Eigen::SparseMatrix<double> K_, A_;  ///< at the last linearization
  Eigen::VectorXd f_int_;              ///< there [N]
  int passes_ = 0;
};

}  // namespace corbel
