// SPDX-License-Identifier: MIT
// A rigid body (or an obstacle, which is one that ignores loads and contact).
//
// State: rotation R, mass centre x, referential angular velocity ω (the W of the papers), spatial velocity v;
// J referential inertia, m mass; T total torque in referential axes, f force, both at t + h/2 in the
// configuration R½, x½. One step of length h (Koziara & Bićanić 2010, schemes NEW1–NEW3; Solfec-1.0):
//
//   (1) R½ = R exp[h/2 ω] ,  x½ = x + h/2 v
//   (2) T = T_ref + R½ᵀ T_spatial
//   (3) ω½ = J⁻¹ (exp[−h/2 ω] J ω + h/2 T)
//   (4) ω* = ω + h J⁻¹ (T − ω½ × J ω½) ,  v* = v + h f / m                        free velocity
//   (5) ω₁ = ω* + J⁻¹ r_rot ,  v⁺ = v* + r_lin / m ,  x⁺ = x½ + h/2 v⁺            r = Σ HᵀR, impulses
//   (6) A = exp[−h/2 ω] J ω + h T + r_rot                                         momentum in the axes R½
//   (7) RIG_POS  R⁺ = R½ exp[h/2 ω₁] ,  ω⁺ = ω₁
//       RIG_NEG  R⁺ = R½ exp[h/2 ω₁] ,  ω⁺ = J⁻¹ exp[−h/2 ω₁] A
//       RIG_IMP  exp[h/2 ω⁺] J ω⁺ = A  (Newton) ,  R⁺ = R½ exp[h/2 ω⁺]
//
// A point X has r = X − X0 and S(X) = [ R½ skew(r)ᵀ | I ] on (ω, v).
#pragma once

#include "corbel/bodies/body.hpp"

#include <string_view>

namespace corbel {

enum class RigidScheme { rig_pos, rig_neg, rig_imp };
std::string_view to_string(RigidScheme scheme);   ///< "RIG_POS", …
RigidScheme rigid_scheme(std::string_view name);  ///< also "DEFAULT" → rig_neg; throws InputError

/// Mass, centre and inertia, from a shape and a density or as given by the user.
struct RigidCharacteristics {
  double mass;    ///< [kg]
  double volume;  ///< [m³]
  Vec3 center;    ///< referential [m]
  Mat3 inertia;   ///< about the centre, referential [kg m²]
};

RigidCharacteristics characteristics_of(const Shape& shape, double density);
/// Throws InputError unless mass > 0, volume > 0 and the inertia is symmetric positive definite.
void check(const RigidCharacteristics& characteristics);

/// Where a body is and how it moves there: x and v of its mass centre.
struct RigidMotion {
  Mat3 R;
  Vec3 x;      ///< [m]
  Vec3 v;      ///< [m/s]
  Vec3 omega;  ///< in space axes [rad/s]
};

class RigidBody final : public Body {
 public:
  RigidBody(BodyKind kind, const Shape& shape, double density);

  RigidScheme scheme = RigidScheme::rig_neg;

  /// Overwrites mass, centre and inertia; material points stay where they are.
  void set_characteristics(const RigidCharacteristics& characteristics);
  void set_initial_velocity(const Vec3& linear, const Vec3& angular) override;
  void set_rotation_enabled(bool enabled);  ///< false: ω = 0 always
  bool rotation_enabled() const { return rotation_enabled_; }
  void add_torque(const Vec3& spatial, const Vec3& referential);  ///< [N m]

  /// The motion of an obstacle that is prescribed, instead of impulses, between predict and advance: v of the
  /// mass centre and omega (space axes) at the end of the step, seen through q½.
  void set_end_velocity(const Vec3& v, const Vec3& omega);
  /// The same when its motion at the end of the step is known: it will be there exactly, whatever the sum of
  /// velocities gives.
  void set_end_velocity(const Vec3& v, const Vec3& omega, const RigidMotion& end);

  const Mat3& rotation() const { return R_; }
  const Vec3& current_center() const { return x_; }
  std::string_view scheme_name() const override { return to_string(scheme); }
  void set_scheme(std::string_view name) override { scheme = rigid_scheme(name); }

  void half_step(double h) override;
  void add_acceleration(const Vec3& a) override;
  void add_force(const MaterialPoint& X, const Vec3& force) override;
  void add_callback_force(std::span<const double> force) override;
  std::size_t callback_force_size() const override { return 9; }
  void predict(double h) override;
  void apply(const MaterialPoint& X, const Vec3& impulse) override;
  void forget_impulses() override;
  void update_end_velocity() override;
  void advance(double h) override;

  void predict_static(double h, double s) override;
  void advance_static(double h) override;
  void begin_static_step() override {}
  void end_static_step(double /*h*/) override {}  // balanced forces do no work on a rigid body
  double imbalance(double h) override;
  Vec3 net_load() const override { return force_; }

  Vec3 step_velocity(const MaterialPoint& X, Instant instant) const override;
  Mat3 compliance(const MaterialPoint& X, const MaterialPoint& Y) const override;
  bool has_factor() const override { return true; }
  Eigen::Matrix<double, 3, 6> factor(const MaterialPoint& X) const override;

  Vec3 position(const MaterialPoint& X) const override;
  Vec3 mid_position(const MaterialPoint& X) const override;
  Vec3 velocity(const MaterialPoint& X) const override;
  MaterialPoint locate_mid(const Vec3& x, int object) const override;
  MaterialPoint locate(std::string_view argument, const Vec3& X) const override;
  Mat3 mid_gradient(const MaterialPoint& /*X*/) const override { return R_mid_; }
  void place(int object, std::span<const Vec3> X, std::span<Vec3> x) const override;

  double mass() const override { return chars_.mass; }
  double volume() const override { return chars_.volume; }
  Vec3 center() const override { return chars_.center; }
  Mat3 tensor() const override { return chars_.inertia; }
  double kinetic_energy() const override;
  double internal_energy() const override { return 0; }
  bool is_finite() const override;
  Vec3 linear_momentum() const override;
  Vec3 angular_momentum() const override;

  std::vector<double> mid_q() const override;
  std::vector<double> q() const override;
  std::vector<double> u() const override;
  void set_q(std::span<const double> q) override;
  void set_u(std::span<const double> u) override;

 private:
  struct Twist {
    Vec3 omega = Vec3::Zero();  ///< referential [rad/s]
    Vec3 v = Vec3::Zero();      ///< spatial [m/s]
  };

  void update_inertia();
  void follow(double h);
  const Twist& twist(Instant instant) const;
  Vec3 implicit_omega(const Vec3& A, const Vec3& guess, double h) const;

  RigidCharacteristics chars_;
  Mat3 J_inverse_ = Mat3::Zero();
  Mat3 J_root_ = Mat3::Zero();  ///< L⁻ᵀ with J = L Lᵀ, so J⁻¹ = J_root J_rootᵀ
  bool rotation_enabled_ = true;

  Mat3 R_ = Mat3::Identity();
  Vec3 x_;
  Twist u_;

  Mat3 R_mid_ = Mat3::Identity();
  Vec3 x_mid_;
  Twist start_, free_, end_;
  Vec3 force_ = Vec3::Zero();           ///< f [N]
  Vec3 torque_spatial_ = Vec3::Zero();  ///< about the mass centre [N m]
  Vec3 torque_referential_ = Vec3::Zero();
  Vec3 torque_ = Vec3::Zero();                              ///< T of (2)
  Vec3 r_lin_ = Vec3::Zero(), r_rot_ = Vec3::Zero();        ///< impulses; r_rot in the axes R½
  Vec3 kept_lin_ = Vec3::Zero(), kept_rot_ = Vec3::Zero();  ///< those of the last balance
  bool driven_ = false;                                     ///< set_end_velocity() was called in this step
  std::optional<RigidMotion> prescribed_end_;
  double static_mass_ = 1;  ///< s of A = s M in a static pass; 1 in dynamics
};

}  // namespace corbel
