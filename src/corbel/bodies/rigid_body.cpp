// SPDX-License-Identifier: MIT
#include "corbel/bodies/rigid_body.hpp"

#include "corbel/core/check.hpp"
#include "corbel/math/rotation.hpp"

#include <Eigen/Geometry>

namespace corbel {

RigidBody::RigidBody(BodyKind body_kind, const Shape& shape, double density)
    : Body(body_kind, shape, rigid_layout()), rigid_(Vec3::Zero())
{
  const RigidCharacteristics own = characteristics_of(shape, check_positive("density", density));
  check(own);
  mass_ = own;
  rigid_.center = own.center;
  kinematics_ = &rigid_;
  inverse_ = &operator_;
  give(v_.q, Mat3::Identity(), own.center);
  v_.q_mid = v_.q;
  update_inertia();
}

void RigidBody::update_inertia()
{
  operator_.set_inertia(mass_.mass, mass_.center, mass_.tensor, rotation_enabled_);
}

void RigidBody::set_characteristics(const RigidCharacteristics& characteristics)
{
  ++mid_revision;  // points are placed relative to the centre
  check(characteristics);
  give_state();
  v_.q.tail<3>() += rotation() * (characteristics.center - mass_.center);
  mass_ = characteristics;
  mass_.tensor = 0.5 * (characteristics.tensor + characteristics.tensor.transpose());
  rigid_.center = mass_.center;
  update_inertia();
}

void RigidBody::set_initial_velocity(const Vec3& linear, const Vec3& angular)
{
  check_velocities(linear, angular);
  give_state();
  v_.u.tail<3>() = linear;
  v_.u.head<3>() = rotation_enabled_ ? angular : Vec3::Zero();
}

void RigidBody::set_u(std::span<const double> u)
{
  Body::set_u(u);
  if (!rotation_enabled_) v_.u.head<3>().setZero();
}

void RigidBody::set_rotation_enabled(bool enabled)
{
  give_state();
  rotation_enabled_ = enabled;
  if (!enabled) v_.u.head<3>().setZero();
  update_inertia();
}

void RigidBody::half_step(const StepRule& rule)
{
  fixed<6>(v_.start) = fixed<6>(v_.u);
  const Mat3 R_e = rotation_in(v_.q) * exp_map(rule.a * rule.h * v_.u.head<3>());  // (1)
  const Vec3 x_e = center_in(v_.q) + rule.a * rule.h * v_.u.tail<3>();
  if (R_e != rotation_in(v_.q_mid) || x_e != center_in(v_.q_mid)) ++mid_revision;
  give(v_.q_mid, R_e, x_e);
  operator_.begin_step(R_e, rule.mass);
  fixed<9>(v_.force).setZero();
  forget_impulses();
  driven_ = false;
  prescribed_end_.reset();
}

void RigidBody::add_acceleration(const Vec3& a) { v_.force.head<3>() += mass_.mass * a; }

void RigidBody::add_force(const MaterialPoint& X, const Vec3& force)
{
  v_.force.head<3>() += X.weight() * force;
  v_.force.segment<3>(3) += (rotation_in(v_.q_mid) * X.arm(mass_.center)).cross(force);
}

void RigidBody::add_torque(const Vec3& spatial, const Vec3& referential)
{
  v_.force.segment<3>(3) += spatial;
  v_.force.tail<3>() += referential;
}

/// (2)
Vec3 RigidBody::torque() const
{
  return v_.force.tail<3>() + rotation_in(v_.q_mid).transpose() * v_.force.segment<3>(3);
}

void RigidBody::predict(const StepRule& rule)
{
  const double h = rule.h;
  const Mat3& J_inverse = operator_.J_inverse();
  const Vec3 omega = v_.u.head<3>(), f = v_.force.head<3>();
  const Vec3& T = torque_ = torque();
  operator_.set_s(rule.mass);  // that of a static pass is known since half_step
  if (rule.is_static()) {      // A = s M: a rigid body has no stiffness; what it may do is up to its supports
    v_.free.head<3>() = (h / rule.mass) * (J_inverse * T);
    v_.free.tail<3>() = (h / (rule.mass * mass_.mass)) * f;
  } else {
    v_.free.head<3>() = free_omega(rule, mass_.tensor, J_inverse, omega, T);  // (3), (4)
    v_.free.tail<3>() = v_.u.tail<3>() + (h / mass_.mass) * f;
  }
  fixed<6>(v_.end) = fixed<6>(v_.free);
}

void RigidBody::set_end_velocity(const Vec3& v, const Vec3& omega)
{
  give_twist(v_.free, rotation_in(v_.q_mid).transpose() * omega, v);
  v_.end = v_.free;
  forget_impulses();
  driven_ = true;
}

void RigidBody::set_end_velocity(const Vec3& v, const Vec3& omega, const RigidMotion& end)
{
  set_end_velocity(v, omega);
  prescribed_end_ = end;
}

/// (7) of a prescribed motion: no momentum to keep.
void RigidBody::follow(const StepRule& rule)
{
  if (prescribed_end_) {
    give(v_.q, prescribed_end_->R, prescribed_end_->x);
    give_twist(v_.u, prescribed_end_->R.transpose() * prescribed_end_->omega, prescribed_end_->v);
    return;
  }
  v_.u = v_.end;
  give(v_.q, turned(rule, rotation_in(v_.q), rotation_in(v_.q_mid), v_.u.head<3>()), end_center(rule));
}

Vec3 RigidBody::end_center(const StepRule& rule) const
{
  if (rule.kind == RuleKind::backward_euler) return center_in(v_.q) + rule.h * v_.end.tail<3>();
  return center_in(v_.q_mid) + rule.beta * rule.h * v_.end.tail<3>();
}

void RigidBody::advance(const StepRule& rule)
{
  if (rule.is_static()) return advance_static(rule);
  if (driven_) return follow(rule);
  const double h = rule.h;
  const Mat3& J = mass_.tensor;
  const auto R = rotation_in(v_.q), R_e = rotation_in(v_.q_mid);
  const Vec3 start = v_.start.head<3>(), omega_1 = v_.end.head<3>();
  const Vec3& T = torque_;
  const Vec3 A = rotate(-rule.a * h * start, J * start) + h * T + v_.impulse.head<3>();  // (6)
  const Vec3 x = end_center(rule);
  const auto [R_end, omega] = rotation_enabled_
                                  ? end_rotation(rule, scheme, J, operator_.J_inverse(), {R, R_e, A, omega_1})
                                  : EndRotation{turned(rule, R, R_e, omega_1), omega_1};
  give(v_.q, R_end, x);
  give_twist(v_.u, omega, v_.end.tail<3>());

  const Vec3 mean_v = 0.5 * (v_.start.tail<3>() + v_.u.tail<3>());
  const Vec3 mean_omega = 0.5 * (start + omega);
  work.external += mean_v.dot(h * v_.force.head<3>() + v_.impulse.tail<3>()) +
                   mean_omega.dot(h * T + v_.impulse.head<3>());
}

void RigidBody::advance_static(const StepRule& rule)
{
  const Vec3 dx = rule.h * v_.end.tail<3>(), dphi = rule.h * v_.end.head<3>();
  const Vec3 x = prescribed_end_ ? prescribed_end_->x : Vec3(center_in(v_.q) + dx);
  const Mat3 R = prescribed_end_ ? prescribed_end_->R : orthonormalized(rotation() * exp_map(dphi));
  give(v_.q, R, x);
  v_.u.setZero();
  v_.start.setZero();
}

double RigidBody::imbalance(double h)
{
  const Vec3 f = v_.force.head<3>(), T = torque();
  const Vec3 r_lin = v_.impulse.tail<3>(), r_rot = v_.impulse.head<3>();
  const double arm = std::sqrt(mass_.tensor.trace() / mass_.mass);
  const double scale = f.norm() + r_lin.norm() / h + (T.norm() + r_rot.norm() / h) / arm;
  if (!(scale > 0)) return 0;
  return ((f + r_lin / h).norm() + (T + r_rot / h).norm() / arm) / scale;
}

double RigidBody::kinetic_energy() const
{
  const Vec3 omega = v_.u.head<3>(), v = v_.u.tail<3>();
  return 0.5 * (mass_.mass * v.squaredNorm() + omega.dot(mass_.tensor * omega));
}

Momentum RigidBody::momentum() const
{
  const Vec3 omega = v_.u.head<3>(), v = v_.u.tail<3>();
  const Vec3 p = mass_.mass * v;
  return {p, Vec3(center_in(v_.q)).cross(p) + rotation() * (mass_.tensor * omega)};
}

void RigidBody::check_q(Coordinates q) const
{
  if (!is_rotation(rotation_in(q), 1e-6))
    throw_input_error("conf", "a matrix that is not a rotation", "an orthogonal matrix of determinant 1");
}

}  // namespace corbel
