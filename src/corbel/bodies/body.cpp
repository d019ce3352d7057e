// SPDX-License-Identifier: MIT
#include "corbel/bodies/body.hpp"

#include "corbel/core/check.hpp"
#include "corbel/core/error.hpp"
#include "corbel/core/names.hpp"
#include "corbel/geometry/check_points.hpp"

#include <fmt/format.h>

#include <utility>

namespace corbel {

namespace {

constexpr auto body_kinds = names<BodyKind>({{BodyKind::rigid, "RIGID"},
                                             {BodyKind::obstacle, "OBSTACLE"},
                                             {BodyKind::pseudo_rigid, "PSEUDO_RIGID"},
                                             {BodyKind::finite_element, "FINITE_ELEMENT"}});

}  // namespace

std::string_view to_string(BodyKind kind) { return body_kinds.name(kind); }

Body::Body(BodyKind body_kind, const Shape& shape, BodyLayout layout)
    : kind(body_kind), surface(contact_surface(shape)), layout_(std::move(layout)),
      own_(std::make_unique<BodyArrays>())
{
  own_->add(sizes());
  v_.view(*own_, 0);
}

void Body::join(BodyArrays& arrays, std::size_t i)
{
  v_.move_to(arrays, i);
  own_.reset();
}

void Body::leave()
{
  if (own_) return;
  own_ = std::make_unique<BodyArrays>();
  own_->add(sizes());
  v_.move_to(*own_, 0);
}

void Body::take_given_state()
{
  start_energy = kinetic_energy() + internal_energy() - work.sum() - numerical_;
  given_state_ = false;
}

/// Of coordinates that add up.
void Body::half_step(const StepRule& rule)
{
  const Eigen::VectorXd q_mid = v_.q + rule.a * rule.h * v_.u;
  if (q_mid != v_.q_mid) ++mid_revision;
  v_.q_mid = q_mid;
  v_.start = v_.u;
  v_.force.setZero();
  forget_impulses();
}

void Body::add_force(const MaterialPoint& X, const Vec3& force)
{
  kinematics_->scatter(X, v_.q_mid, force, v_.force);
}

void Body::add_callback_force(std::span<const double> force)
{
  v_.force += Eigen::Map<const Eigen::VectorXd>(force.data(), v_.force.size());
}

void Body::apply(const MaterialPoint& X, const Vec3& impulse)
{
  if (impulse.isZero(0)) return;
  touched_ = true;
  kinematics_->scatter(X, v_.q_mid, impulse, v_.impulse);
}

void Body::check_velocities(const Vec3& linear, const Vec3& angular)
{
  if (!linear.allFinite()) throw_input_error("linear", "NaN or infinity", "three finite numbers [m/s]");
  if (!angular.allFinite()) throw_input_error("angular", "NaN or infinity", "three finite numbers [rad/s]");
}

void Body::wait_for(PendingSystem system)
{
  system_ = std::move(system);
  wanted_ = Wanted::free;
}

void Body::request_end_velocity()
{
  v_.end = v_.free;
  if (!touched_) return;
  Eigen::VectorXd& b = system_.b;
  b = v_.impulse;
  if (inverse_->solve_at_points(b)) {
    v_.end += b;
  } else if (inverse_->shared()) {
    inverse_->into_shared_axes(b);
    wanted_ = Wanted::end;
  } else {
    inverse_->solve(b);
    v_.end += b;
  }
}

void Body::take_solution()
{
  const Wanted wanted = std::exchange(wanted_, Wanted::nothing);
  if (wanted == Wanted::nothing) return;
  inverse_->from_shared_axes(system_.b);
  if (wanted == Wanted::free) {
    v_.free = v_.start + system_.b;
    v_.end = v_.free;
  } else {
    v_.end += system_.b;
  }
}

/// In balance the outer forces are the internal ones, so nothing has to be remembered from step to step, or in
/// a file.
void Body::begin_static_step()
{
  if (!deformation_) return;  // balanced forces do no work on a rigid body
  if (v_.q_mid != v_.q) ++mid_revision;
  v_.q_mid = v_.q;
  q_balanced_ = v_.q;
  f_balanced_.resize(v_.u.size());
  deformation_->internal_force(f_balanced_);
}

void Body::end_static_step(double h)
{
  if (!deformation_) return;
  work.external += 0.5 * (v_.force + kept_ / h + f_balanced_).dot(v_.q - q_balanced_);
}

MaterialPoint Body::locate(std::string_view argument, const Vec3& X) const
{
  check_point(argument, X);
  if (const auto found = kinematics_->locate(X)) return *found;
  throw_input_error(argument, text(X), fmt::format("a referential point of {}", name_of(*this)),
                    "The point lies outside the mesh of the body.");
}

void Body::set_damping(const Damping& damping)
{
  if (!deformation_) return;
  check_not_negative("damping", damping.stiffness);
  check_not_negative("mass_damping", damping.mass);
  damping_ = damping;
}

Eigen::VectorXd Body::checked(std::string_view argument, std::span<const double> given, Eigen::Index size,
                              std::string_view contents) const
{
  if (given.size() != static_cast<std::size_t>(size))
    throw_input_error(argument, fmt::format("{} numbers", given.size()),
                      fmt::format("{}: {}", size, contents));
  const Eigen::VectorXd values = Eigen::Map<const Eigen::VectorXd>(given.data(), size);
  if (!values.allFinite()) throw_input_error(argument, "NaN or infinity", "finite numbers");
  return values;
}

void Body::set_q(std::span<const double> q)
{
  const Eigen::VectorXd values = checked("conf", q, v_.q.size(), layout_.q_contents);
  check_q(values);
  give_state();
  v_.q = values;
}

void Body::set_u(std::span<const double> u)
{
  const Eigen::VectorXd values = checked("velo", u, v_.u.size(), layout_.u_contents);
  give_state();
  v_.u = values;
}

void Body::restore(std::span<const double> q, std::span<const double> u)
{
  const Eigen::VectorXd values = checked("conf", q, v_.q.size(), layout_.q_contents);
  if (kind != BodyKind::finite_element) check_q(values);
  give_state();
  v_.q = values;
  set_u(u);
}

std::string name_of(const Body& body)
{
  return fmt::format("body {}{}", body.id, body.label.empty() ? "" : " '" + body.label + "'");
}

}  // namespace corbel
