// SPDX-License-Identifier: MIT
// A pseudo-rigid body: its motion is affine, so that it strains homogeneously (Cohen & Muncaster; Koziara &
// Bićanić 2008).
//
//   (1) x = F (X − X0) + x̄                        X0 mass centre, q = (F, x̄), u = (Ḟ, v)
//   (2) E0 = ∫ρ (X − X0)⊗(X − X0)                 Euler tensor; kinetic energy ½ tr(Ḟ E0 Ḟᵀ) + ½ m v·v
//   (3) f_int = V0 P(F)                           on F alone; Saint Venant–Kirchhoff
//   (4) A = (1 + αh/2) M + (ηh/2 + h²/4) K        DEF_EXP: A = M ;   K = V0 ∂P/∂F
//   (5) residual(u⁺) = M (u⁺ − u) − h f + h f_int(q_m) + h (ηK(q½) + αM) u_m
//       DEF_EXP, DEF_LIM: q_m = q½, u_m = u ;     DEF_IMP: q_m = q½ + h/4 (u⁺ − u), u_m = ½(u + u⁺)
//   (6) u_free = u⁺ − A⁻¹ residual(u⁺) ,  u⁺ ← u_free + A⁻¹ r
//       once from u⁺ = u; DEF_IMP goes on, with A at q_m, until residual(u⁺) = r (deformable_scheme.hpp)
//
// M = diag(E0 ⊗ I, m I) on nine components of F column by column, then three of x̄ (affine_kinematics.hpp). The
// factors in (4), (5) are those of the mid-point rule; step_rule.hpp has those of the others.
//
// A(q_m) need not be positive definite: compression softens. Then the positive part of K stands in for K. It
// changes u⁺ by O(h³) in DEF_LIM and not at all in DEF_IMP, whose answer does not depend on A.
#pragma once

#include "corbel/bodies/affine_operator.hpp"
#include "corbel/bodies/body.hpp"
#include "corbel/bodies/deformable_scheme.hpp"
#include "corbel/fem/saint_venant_kirchhoff.hpp"

namespace corbel {

class PseudoRigidBody final : public Body, private Deformation {
 public:
  PseudoRigidBody(const Shape& shape, const SaintVenantKirchhoff& law, double density);

  DeformableScheme scheme = DeformableScheme::def_exp;

  const SaintVenantKirchhoff law;
  Mat3 gradient() const { return Affine(v_.q).F; }           ///< F
  Mat3 gradient_velocity() const { return Affine(v_.u).F; }  ///< Ḟ [1/s]
  Vec3 current_center() const { return Affine(v_.q).x; }     ///< x̄ [m]
  Vec3 center_velocity() const { return Affine(v_.u).x; }    ///< v [m/s]
  int passes() const { return passes_; }                     ///< Newton steps of the last time step
  double max_frequency() const;                              ///< √λ_max of M⁻¹K(q) [rad/s]

  void add_acceleration(const Vec3& a) override;
  void predict(const StepRule& rule) override;
  bool relinearize(const StepRule& rule) override;
  void advance(const StepRule& rule) override;
  double imbalance(double h) override;

  double kinetic_energy() const override;
  Momentum momentum() const override;
  void set_initial_velocity(const Vec3& linear, const Vec3& angular) override;  ///< Ḟ = skew(angular)
  void check_q(Coordinates q) const override;
  std::string_view scheme_name() const override { return to_string(scheme); }
  void set_scheme(std::string_view name) override { scheme = deformable_scheme(name); }

  double internal_energy() const override { return mass_.volume * law.energy(gradient()); }
  void internal_force(Eigen::Ref<Eigen::VectorXd> f) override;
  double mean_eigenvalue() const override;
  double lowest_eigenvalue() const override;
  double critical_step() const override;
  Mat3 cauchy_stress(const MaterialPoint& X) const override;
  std::optional<StrainFinding> strain_worse_than(StrainState known, bool thorough) const override;
  Vec3 element_center(int /*element*/) const override { return mass_.center; }

 private:
  using Mat9 = AffineOperator::Mat9;

  Affine times_mass(const Affine& a) const { return {a.F * mass_.tensor, mass_.mass * a.x}; }
  Affine damping_impulse(const Affine& mean, double h) const;      ///< h (ηK(q½) + αM) ū
  Affine residual(const Affine& end, const StepRule& rule) const;  ///< (5)
  void linearize(const Mat3& F, const StepRule& rule);             ///< (4)

  AffineKinematics affine_;
  AffineOperator operator_{affine_};
  Mat3 E0_root_;               ///< L⁻ᵀ of E0 = L Lᵀ
  Mat9 K_mid_ = Mat9::Zero();  ///< K(q½), when there is η
  int passes_ = 0;
};

}  // namespace corbel
