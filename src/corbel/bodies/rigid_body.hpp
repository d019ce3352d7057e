// SPDX-License-Identifier: MIT
// A rigid body (or an obstacle, which is one that ignores loads and contact).
//
// State: rotation R, mass centre x, referential angular velocity ω (the W of the papers), spatial velocity v;
// J referential inertia, m mass; T total torque in referential axes, f force, both at t + h/2 in the
// configuration R½, x½. One step of length h (Koziara & Bićanić 2010, schemes NEW1–NEW3; Solfec-1.0):
//
//   (1) R½ = R exp[h/2 ω] ,  x½ = x + h/2 v
//   (2) T = T_ref + R½ᵀ T_spatial
//   (3), (4) ω*, rigid_scheme.hpp ,  v* = v + h f / m                              free velocity
//   (5) ω₁ = ω* + J⁻¹ r_rot ,  v⁺ = v* + r_lin / m ,  x⁺ = x½ + h/2 v⁺            r = Σ HᵀR, impulses
//   (6) A = exp[−h/2 ω] J ω + h T + r_rot                                         momentum in the axes R½
//   (7) R⁺, ω⁺ from A and ω₁, rigid_scheme.hpp
//
// Backward Euler (step_rule.hpp) has R_e = R exp[h ω] in place of R½.
//
// A point X has r = X − X0 and S(X) = [ R½ skew(r)ᵀ | I ] on (ω, v).
#pragma once

#include "corbel/bodies/body.hpp"
#include "corbel/bodies/rigid_characteristics.hpp"
#include "corbel/bodies/rigid_kinematics.hpp"
#include "corbel/bodies/rigid_motion.hpp"
#include "corbel/bodies/rigid_operator.hpp"
#include "corbel/bodies/rigid_scheme.hpp"

namespace corbel {

class RigidBody final : public Body {
 public:
  RigidBody(BodyKind kind, const Shape& shape, double density);

  RigidScheme scheme = RigidScheme::rig_neg;

  /// Overwrites mass, centre and inertia; material points stay where they are.
  void set_characteristics(const RigidCharacteristics& characteristics);
  void set_rotation_enabled(bool enabled);  ///< false: ω = 0 always
  bool rotation_enabled() const { return rotation_enabled_; }
  void add_torque(const Vec3& spatial, const Vec3& referential);  ///< [N m]

  /// The motion of an obstacle that is prescribed, instead of impulses, between predict and advance: v of the
  /// mass centre and omega (space axes) at the end of the step, seen through q_e.
  void set_end_velocity(const Vec3& v, const Vec3& omega);
  /// The same when its motion at the end of the step is known: it will be there exactly, whatever the sum of
  /// velocities gives.
  void set_end_velocity(const Vec3& v, const Vec3& omega, const RigidMotion& end);

  Mat3 rotation() const { return rotation_in(v_.q); }
  Vec3 current_center() const { return center_in(v_.q); }

  void half_step(const StepRule& rule) override;
  void add_acceleration(const Vec3& a) override;
  void add_force(const MaterialPoint& X, const Vec3& force) override;
  void predict(const StepRule& rule) override;
  void advance(const StepRule& rule) override;
  double imbalance(double h) override;

  double kinetic_energy() const override;
  Momentum momentum() const override;
  void set_initial_velocity(const Vec3& linear, const Vec3& angular) override;
  void check_q(Coordinates q) const override;
  void set_u(std::span<const double> u) override;
  std::string_view scheme_name() const override { return to_string(scheme); }
  void set_scheme(std::string_view name) override { scheme = rigid_scheme(name); }

 private:
  void update_inertia();
  Vec3 torque() const;
  void follow(const StepRule& rule);
  Vec3 end_center(const StepRule& rule) const;
  void advance_static(const StepRule& rule);

  RigidKinematics rigid_;
  RigidOperator operator_;
  Vec3 torque_ = Vec3::Zero();  ///< T of (2), of predict
  bool rotation_enabled_ = true;
  bool driven_ = false;  ///< set_end_velocity() was called in this step
  std::optional<RigidMotion> prescribed_end_;
};

}  // namespace corbel
