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
// Nine components of F column by column, then three of x̄: M = diag(E0 ⊗ I, m I), and with a = X − X0
// S(X) = [ a₁I a₂I a₃I I ], which no configuration changes. F and x̄ meet only in S, so A is kept as its 9×9
// block and one number.
//
// A(q_m) need not be positive definite: compression softens. Then the positive part of K stands in for K. It
// changes u⁺ by O(h³) in DEF_LIM and not at all in DEF_IMP, whose answer does not depend on A.
#pragma once

#include "corbel/bodies/body.hpp"
#include "corbel/bodies/deformable_scheme.hpp"
#include "corbel/fem/saint_venant_kirchhoff.hpp"

namespace corbel {

class PseudoRigidBody final : public Body {
 public:
  PseudoRigidBody(const Shape& shape, const SaintVenantKirchhoff& law, double density);

  DeformableScheme scheme = DeformableScheme::def_exp;

  const SaintVenantKirchhoff law;
  const Mat3& gradient() const { return q_.F; }           ///< F
  const Mat3& gradient_velocity() const { return u_.F; }  ///< Ḟ [1/s]
  const Vec3& current_center() const { return q_.x; }     ///< x̄ [m]
  const Vec3& center_velocity() const { return u_.x; }    ///< v [m/s]
  int passes() const { return passes_; }                  ///< Newton steps of the last time step
  double max_frequency() const;                           ///< √λ_max of M⁻¹K(q) [rad/s]

  std::string_view scheme_name() const override { return to_string(scheme); }
  void set_scheme(std::string_view name) override { scheme = deformable_scheme(name); }
  Damping damping() const override { return damping_; }
  void set_damping(const Damping& damping) override;  ///< throws InputError: negative or not finite
  void set_initial_velocity(const Vec3& linear, const Vec3& angular) override;  ///< Ḟ = skew(angular)

  void half_step(double h) override;
  void add_acceleration(const Vec3& a) override;
  void add_force(const MaterialPoint& X, const Vec3& force) override;
  void add_callback_force(std::span<const double> force) override;
  void predict(double h) override;
  void apply(const MaterialPoint& X, const Vec3& impulse) override;
  void forget_impulses() override;
  void update_end_velocity() override;
  bool relinearize(double h) override;
  bool converged() const override { return converged_; }
  void advance(double h) override;

  void predict_static(double h, double s) override;
  void advance_static(double h) override;
  void begin_static_step() override;
  void end_static_step(double h) override;
  double imbalance(double h) override;
  Vec3 net_load() const override { return force_.x; }
  double mean_eigenvalue() const override;

  Vec3 step_velocity(const MaterialPoint& X, Instant instant) const override;
  Mat3 compliance(const MaterialPoint& X, const MaterialPoint& Y) const override;
  void compliances(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const override;
  void respond(std::span<const MaterialPoint> points, std::span<const Vec3> p,
               std::span<Vec3> v) const override;

  Vec3 position(const MaterialPoint& X) const override { return map(q_, X); }
  Vec3 mid_position(const MaterialPoint& X) const override { return map(q_mid_, X); }
  Vec3 velocity(const MaterialPoint& X) const override { return map(u_, X); }
  MaterialPoint locate_mid(const Vec3& x, int object) const override;
  MaterialPoint locate(std::string_view argument, const Vec3& X) const override;
  Mat3 mid_gradient(const MaterialPoint& /*X*/) const override { return q_mid_.F; }
  void place(int object, std::span<const Vec3> X, std::span<Vec3> x) const override;

  double mass() const override { return mass_; }
  double volume() const override { return volume_; }
  Vec3 center() const override { return X0_; }
  Mat3 tensor() const override { return E0_; }
  double kinetic_energy() const override;
  double internal_energy() const override { return volume_ * law.energy(q_.F); }
  bool is_finite() const override;
  Vec3 linear_momentum() const override { return mass_ * u_.x; }
  Vec3 angular_momentum() const override;
  double critical_step() const override;
  std::optional<StrainFinding> strain_worse_than(StrainState known, bool thorough) const override;
  std::optional<Mat3> stress(const MaterialPoint& X) const override;

  std::vector<double> mid_q() const override;
  std::vector<double> q() const override;
  std::vector<double> u() const override;
  void set_q(std::span<const double> q) override;
  void set_u(std::span<const double> u) override;

 private:
  using Vec9 = Eigen::Matrix<double, 9, 1>;
  using Mat9 = Eigen::Matrix<double, 9, 9>;
  using Mat93 = Eigen::Matrix<double, 9, 3>;

  /// A configuration, velocity or force: what belongs to F and what belongs to x̄.
  struct Affine {
    Mat3 F = Mat3::Zero();
    Vec3 x = Vec3::Zero();
    Affine operator+(const Affine& o) const { return {F + o.F, x + o.x}; }
    Affine operator-(const Affine& o) const { return {F - o.F, x - o.x}; }
    friend Affine operator*(double s, const Affine& a) { return {s * a.F, s * a.x}; }
    double dot(const Affine& o) const { return F.cwiseProduct(o.F).sum() + x.dot(o.x); }
    void add(const Vec3& a, const Vec3& force)  ///< Sᵀ force
    {
      F += force * a.transpose();
      x += force;
    }
    std::vector<double> numbers() const;
  };

  Vec3 map(const Affine& to, const MaterialPoint& X) const { return to.F * (X.X - X0_) + to.x; }
  const Affine& at(Instant instant) const;
  Affine times_mass(const Affine& a) const { return {a.F * E0_, mass_ * a.x}; }
  Affine damping_impulse(const Affine& mean, double h) const;  ///< h (ηK(q½) + αM) ū
  Affine residual(const Affine& end, double h) const;          ///< (5)
  void linearize(const Mat3& F, double h);                     ///< (4)
  Affine times_inverse(const Affine& a) const;                 ///< A⁻¹ a
  Mat93 columns(const MaterialPoint& X) const;                 ///< of the F block of A⁻¹ S(X)ᵀ
  Mat3 product(const MaterialPoint& X, const Mat93& columns) const;

  double mass_, volume_;
  Vec3 X0_;
  Mat3 E0_, E0_inverse_;
  Damping damping_;

  Affine q_, u_;
  Affine q_mid_, start_, free_, end_;
  Mat3 F_mid_inverse_ = Mat3::Identity();
  Affine force_, r_;             ///< loads [N]; impulses [N s]
  Mat9 K_mid_ = Mat9::Zero();    ///< K(q½), when there is η
  Mat9 inverse_ = Mat9::Zero();  ///< of the F block of A
  double mass_inverse_ = 0;      ///< of the x̄ block of A
  int passes_ = 0;
  bool converged_ = true;
  Affine kept_;  ///< r of the last balance
  Affine q_balanced_,
      f_balanced_{};  ///< where the static step began, and the outer forces it was balanced with there
};

}  // namespace corbel
