// SPDX-License-Identifier: MIT
#include "corbel/bodies/rigid_body.hpp"

#include "corbel/core/check.hpp"
#include "corbel/geometry/vectors.hpp"
#include "corbel/math/rotation.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/LU>

namespace corbel {

std::string_view to_string(RigidScheme scheme)
{
  switch (scheme) {
  case RigidScheme::rig_pos:
    return "RIG_POS";
  case RigidScheme::rig_neg:
    return "RIG_NEG";
  case RigidScheme::rig_imp:
    return "RIG_IMP";
  }
  return "";
}

RigidScheme rigid_scheme(std::string_view name)
{
  if (name == "DEFAULT" || name == "RIG_NEG") return RigidScheme::rig_neg;
  if (name == "RIG_POS") return RigidScheme::rig_pos;
  if (name == "RIG_IMP") return RigidScheme::rig_imp;
  throw_input_error("scheme", fmt::format("'{}'", name), "'DEFAULT', 'RIG_POS', 'RIG_NEG' or 'RIG_IMP'",
                    "Schemes of deformable bodies cannot be used for a rigid body.");
}

RigidCharacteristics characteristics_of(const Shape& shape, double density)
{
  const Moments all = moments(shape);
  const Mat3 euler = density * all.central_euler();
  return {density * all.V, all.V, all.center(), euler.trace() * Mat3::Identity() - euler};
}

void check(const RigidCharacteristics& c)
{
  check_positive("mass", c.mass);
  check_positive("volume", c.volume);
  if (!c.center.allFinite()) throw_input_error("center", "NaN or infinity", "three finite numbers");
  if (!c.inertia.allFinite()) throw_input_error("tensor", "NaN or infinity", "nine finite numbers");
  const double scale = c.inertia.cwiseAbs().maxCoeff();
  if ((c.inertia - c.inertia.transpose()).cwiseAbs().maxCoeff() > 1e-9 * scale)
    throw_input_error("tensor", "an unsymmetric matrix", "a symmetric inertia tensor");
  const Vec3 principal = Eigen::SelfAdjointEigenSolver<Mat3>(c.inertia, Eigen::EigenvaluesOnly).eigenvalues();
  if (!(principal.minCoeff() > 0))
    throw_input_error("tensor",
                      fmt::format("principal values {}, {}, {}", principal.x(), principal.y(), principal.z()),
                      "a positive definite inertia tensor [kg m2]");
}

RigidBody::RigidBody(BodyKind body_kind, const Shape& shape, double density)
    : Body(body_kind, shape), chars_(characteristics_of(shape, check_positive("density", density))),
      x_(chars_.center), x_mid_(chars_.center)
{
  check(chars_);
  update_inertia();
}

void RigidBody::update_inertia()
{
  if (!rotation_enabled_) {
    J_inverse_.setZero();
    J_root_.setZero();
    return;
  }
  J_inverse_ = chars_.inertia.inverse();
  const Mat3 L = chars_.inertia.llt().matrixL();
  J_root_ = L.inverse().transpose();
}

void RigidBody::set_characteristics(const RigidCharacteristics& characteristics)
{
  ++mid_revision;  // points are placed relative to the centre
  check(characteristics);
  give_state();
  x_ += R_ * (characteristics.center - chars_.center);
  chars_ = characteristics;
  chars_.inertia = 0.5 * (characteristics.inertia + characteristics.inertia.transpose());
  update_inertia();
}

void RigidBody::set_initial_velocity(const Vec3& linear, const Vec3& angular)
{
  if (!linear.allFinite()) throw_input_error("linear", "NaN or infinity", "three finite numbers [m/s]");
  if (!angular.allFinite()) throw_input_error("angular", "NaN or infinity", "three finite numbers [rad/s]");
  give_state();
  u_.v = linear;
  u_.omega = rotation_enabled_ ? angular : Vec3::Zero();
}

void RigidBody::set_rotation_enabled(bool enabled)
{
  give_state();
  rotation_enabled_ = enabled;
  if (!enabled) u_.omega.setZero();
  update_inertia();
}

void RigidBody::half_step(double h)
{
  start_ = u_;
  const Mat3 R_mid = R_ * exp_map(0.5 * h * u_.omega);  // (1)
  const Vec3 x_mid = x_ + 0.5 * h * u_.v;
  if (R_mid != R_mid_ || x_mid != x_mid_) ++mid_revision;
  R_mid_ = R_mid;
  x_mid_ = x_mid;
  force_.setZero();
  torque_spatial_.setZero();
  torque_referential_.setZero();
  forget_impulses();
  driven_ = false;
  prescribed_end_.reset();
}

void RigidBody::add_acceleration(const Vec3& a) { force_ += chars_.mass * a; }

void RigidBody::add_force(const MaterialPoint& X, const Vec3& force)
{
  force_ += force;
  torque_spatial_ += (R_mid_ * (X.X - chars_.center)).cross(force);
}

void RigidBody::add_torque(const Vec3& spatial, const Vec3& referential)
{
  torque_spatial_ += spatial;
  torque_referential_ += referential;
}

void RigidBody::add_callback_force(std::span<const double> f)
{
  force_ += Vec3(f[0], f[1], f[2]);
  add_torque({f[3], f[4], f[5]}, {f[6], f[7], f[8]});
}

void RigidBody::predict(double h)
{
  const Mat3& J = chars_.inertia;
  const Vec3& omega = u_.omega;
  torque_ = torque_referential_ + R_mid_.transpose() * torque_spatial_;                           // (2)
  const Vec3 omega_mid = J_inverse_ * (rotate(-0.5 * h * omega, J * omega) + 0.5 * h * torque_);  // (3)
  free_.omega = omega + h * (J_inverse_ * (torque_ - omega_mid.cross(J * omega_mid)));            // (4)
  free_.v = u_.v + (h / chars_.mass) * force_;
  end_ = free_;
}

void RigidBody::apply(const MaterialPoint& X, const Vec3& impulse)
{
  r_lin_ += impulse;
  r_rot_ += (X.X - chars_.center).cross(R_mid_.transpose() * impulse);
}

void RigidBody::forget_impulses()
{
  r_lin_.setZero();
  r_rot_.setZero();
}

void RigidBody::update_end_velocity()
{
  end_.omega = free_.omega + J_inverse_ * r_rot_ / static_mass_;  // (5)
  end_.v = free_.v + r_lin_ / (static_mass_ * chars_.mass);
}

void RigidBody::set_end_velocity(const Vec3& v, const Vec3& omega)
{
  free_ = end_ = {R_mid_.transpose() * omega, v};
  forget_impulses();
  driven_ = true;
}

void RigidBody::set_end_velocity(const Vec3& v, const Vec3& omega, const RigidMotion& end)
{
  set_end_velocity(v, omega);
  prescribed_end_ = end;
}

/// (7) of a prescribed motion: no momentum to keep.
void RigidBody::follow(double h)
{
  if (prescribed_end_) {
    R_ = prescribed_end_->R;
    x_ = prescribed_end_->x;
    u_ = {R_.transpose() * prescribed_end_->omega, prescribed_end_->v};
    return;
  }
  u_ = end_;
  R_ = orthonormalized(R_mid_ * exp_map(0.5 * h * u_.omega));
  x_ = x_mid_ + 0.5 * h * u_.v;
}

void RigidBody::advance(double h)
{
  if (driven_) return follow(h);
  const Mat3& J = chars_.inertia;
  update_end_velocity();
  u_.v = end_.v;
  x_ = x_mid_ + 0.5 * h * u_.v;

  const Vec3 A = rotate(-0.5 * h * start_.omega, J * start_.omega) + h * torque_ + r_rot_;  // (6)
  u_.omega = end_.omega;                                                                    // (7)
  if (rotation_enabled_ && scheme == RigidScheme::rig_imp) u_.omega = implicit_omega(A, end_.omega, h);
  R_ = orthonormalized(R_mid_ * exp_map(0.5 * h * u_.omega));
  if (rotation_enabled_ && scheme == RigidScheme::rig_neg)
    u_.omega = J_inverse_ * rotate(-0.5 * h * end_.omega, A);

  const Vec3 mean_v = 0.5 * (start_.v + u_.v);
  const Vec3 mean_omega = 0.5 * (start_.omega + u_.omega);
  work.external += mean_v.dot(h * force_ + r_lin_) + mean_omega.dot(h * torque_ + r_rot_);
}

/// A = s M: a rigid body has no stiffness; what it may do is up to its supports.
void RigidBody::predict_static(double h, double s)
{
  static_mass_ = s;
  torque_ = torque_referential_ + R_mid_.transpose() * torque_spatial_;
  free_.omega = (h / s) * (J_inverse_ * torque_);
  free_.v = (h / (s * chars_.mass)) * force_;
  end_ = free_;
}

void RigidBody::advance_static(double h)
{
  const Vec3 dx = h * end_.v, dphi = h * end_.omega;
  x_ = prescribed_end_ ? prescribed_end_->x : x_ + dx;
  R_ = prescribed_end_ ? prescribed_end_->R : orthonormalized(R_ * exp_map(dphi));
  u_ = start_ = {};
  static_mass_ = 1;
}

double RigidBody::imbalance(double h)
{
  kept_lin_ = r_lin_;
  kept_rot_ = r_rot_;
  const Vec3 torque = torque_referential_ + R_mid_.transpose() * torque_spatial_;
  const double arm = std::sqrt(chars_.inertia.trace() / chars_.mass);
  const double scale = force_.norm() + kept_lin_.norm() / h + (torque.norm() + kept_rot_.norm() / h) / arm;
  if (!(scale > 0)) return 0;
  return ((force_ + kept_lin_ / h).norm() + (torque + kept_rot_ / h).norm() / arm) / scale;
}

/// (7) RIG_IMP: F(ω) = exp[h/2 ω] J ω − A = 0 by Newton. With y = J ω and E = exp[h/2 ω],
/// ∂F/∂ω ≈ E (J − h/2 skew(y) D) where D, the right Jacobian of exp at h/2 ω, is taken as I − h/4 skew(ω):
/// the iteration keeps Newton's speed for the h|ω| of practice and a line search keeps it safe beyond.
Vec3 RigidBody::implicit_omega(const Vec3& A, const Vec3& guess, double h) const
{
  const Mat3& J = chars_.inertia;
  const auto F = [&](const Vec3& omega) { return Vec3(rotate(0.5 * h * omega, J * omega) - A); };
  Vec3 omega = guess;
  Vec3 residual = F(omega);
  // Solfec-1.0's tolerance 1e-12 h/2 is absolute; below the round-off of A it cannot be met, so that bounds
  // it from below.
  const double tolerance = std::max(0.5e-12 * h, 4e-16 * A.norm());
  for (int iteration = 0; iteration < 50 && residual.cwiseAbs().maxCoeff() > tolerance; ++iteration) {
    const Vec3 y = J * omega;
    const Mat3 D = Mat3::Identity() - (0.25 * h) * skew(omega);
    const Mat3 tangent = exp_map(0.5 * h * omega) * (J - (0.5 * h) * skew(y) * D);
    const Vec3 step = -tangent.partialPivLu().solve(residual);
    double length = 1;
    Vec3 next = F(omega + step);
    while (next.norm() >= residual.norm() && length > 1e-3) {
      length *= 0.5;
      next = F(omega + length * step);
    }
    if (next.norm() >= residual.norm()) break;  // at round-off
    omega += length * step;
    residual = next;
  }
  return omega;
}

const RigidBody::Twist& RigidBody::twist(Instant instant) const
{
  return instant == Instant::start ? start_ : instant == Instant::free ? free_ : end_;
}

Vec3 RigidBody::step_velocity(const MaterialPoint& X, Instant instant) const
{
  const Twist& t = twist(instant);
  return t.v + R_mid_ * t.omega.cross(X.X - chars_.center);
}

Mat3 RigidBody::compliance(const MaterialPoint& X, const MaterialPoint& Y) const
{
  const Mat3 SX = R_mid_ * skew(X.X - chars_.center).transpose();
  const Mat3 SY = R_mid_ * skew(Y.X - chars_.center).transpose();
  return (Mat3::Identity() / chars_.mass + SX * J_inverse_ * SY.transpose()) / static_mass_;
}

Eigen::Matrix<double, 3, 6> RigidBody::factor(const MaterialPoint& X) const
{
  Eigen::Matrix<double, 3, 6> S;
  S << R_mid_ * (skew(X.X - chars_.center).transpose() * J_root_), Mat3::Identity() / std::sqrt(chars_.mass);
  if (static_mass_ != 1) S /= std::sqrt(static_mass_);
  return S;
}

Vec3 RigidBody::position(const MaterialPoint& X) const { return x_ + R_ * (X.X - chars_.center); }

Vec3 RigidBody::mid_position(const MaterialPoint& X) const { return x_mid_ + R_mid_ * (X.X - chars_.center); }

Vec3 RigidBody::velocity(const MaterialPoint& X) const
{
  return u_.v + R_ * u_.omega.cross(X.X - chars_.center);
}

MaterialPoint RigidBody::locate_mid(const Vec3& x, int object) const
{
  return {chars_.center + R_mid_.transpose() * (x - x_mid_), object};
}

/// A rigid body reaches as far as one likes to think: loads may act beside its shape.
MaterialPoint RigidBody::locate(std::string_view argument, const Vec3& X) const
{
  check_point(argument, X);
  return {X, -1};
}

void RigidBody::place(int /*object*/, std::span<const Vec3> X, std::span<Vec3> x) const
{
  const Vec3 shift = x_mid_ - R_mid_ * chars_.center;
  for (std::size_t i = 0; i < X.size(); ++i)
    x[i] = shift + R_mid_ * X[i];
}

double RigidBody::kinetic_energy() const
{
  return 0.5 * (chars_.mass * u_.v.squaredNorm() + u_.omega.dot(chars_.inertia * u_.omega));
}

bool RigidBody::is_finite() const
{
  return R_.allFinite() && x_.allFinite() && u_.omega.allFinite() && u_.v.allFinite();
}

Vec3 RigidBody::linear_momentum() const { return chars_.mass * u_.v; }

Vec3 RigidBody::angular_momentum() const
{
  return x_.cross(linear_momentum()) + R_ * (chars_.inertia * u_.omega);
}

namespace {

std::vector<double> placement(const Mat3& R, const Vec3& x)
{
  std::vector<double> numbers(R.data(), R.data() + 9);
  numbers.insert(numbers.end(), x.data(), x.data() + 3);
  return numbers;
}

}  // namespace

std::vector<double> RigidBody::q() const { return placement(R_, x_); }

std::vector<double> RigidBody::mid_q() const { return placement(R_mid_, x_mid_); }

std::vector<double> RigidBody::u() const
{
  std::vector<double> numbers(u_.omega.data(), u_.omega.data() + 3);
  numbers.insert(numbers.end(), u_.v.data(), u_.v.data() + 3);
  return numbers;
}

void RigidBody::set_q(std::span<const double> q)
{
  if (q.size() != 12)
    throw_input_error("conf", fmt::format("{} numbers", q.size()),
                      "12: rotation in column-major order, then mass centre");
  const Mat3 R = Eigen::Map<const Mat3>(q.data());
  const Vec3 x = Eigen::Map<const Vec3>(q.data() + 9);
  if (!is_rotation(R, 1e-6))
    throw_input_error("conf", "a matrix that is not a rotation", "an orthogonal matrix of determinant 1");
  if (!x.allFinite()) throw_input_error("conf", "NaN or infinity", "finite numbers");
  give_state();
  R_ = R;
  x_ = x;
}

void RigidBody::set_u(std::span<const double> u)
{
  if (u.size() != 6)
    throw_input_error("velo", fmt::format("{} numbers", u.size()),
                      "6: referential angular, then linear velocity");
  if (!Eigen::Map<const Eigen::Matrix<double, 6, 1>>(u.data()).allFinite())
    throw_input_error("velo", "NaN or infinity", "finite numbers");
  set_initial_velocity(Eigen::Map<const Vec3>(u.data() + 3), Eigen::Map<const Vec3>(u.data()));
}

}  // namespace corbel
