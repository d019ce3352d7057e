// SPDX-License-Identifier: MIT
// A body in a step (step_rule.hpp). Its formulation is what differs from class to class: half step, right-hand
// side, relinearization, end of the step. Everything else is told by three parts that it owns:
//
//   kinematics()    S(X): how points follow from q and u                               kinematics.hpp
//   inverse()       A⁻¹ of this step, as points see it                                  step_operator.hpp
//   deformation()   internal forces, energy, stress; absent for rigid bodies            deformation.hpp
//
// In a step the calls come in this order (manual eqs 1.5–1.7):
//
//   half_step(rule)   q_e = q + a h u                                        (1.5)
//   add_…             loads, in the configuration q_e
//   predict(rule)     A, and u_free = u + A⁻¹ b or b itself                   (1.12)
//   apply(X, p)       accumulates r = Hᵀ R
//   u⁺ = u_free + A⁻¹ r                                                       (1.6), step/advance
//   relinearize(rule) a formulation that is not linear in u⁺ takes it as the point of its next Newton step
//   advance(rule)     q⁺                                                      (1.7)
#pragma once

#include "corbel/bodies/body_id.hpp"
#include "corbel/bodies/body_layout.hpp"
#include "corbel/bodies/deformation.hpp"
#include "corbel/bodies/pending_system.hpp"
#include "corbel/bodies/shape.hpp"
#include "corbel/bodies/step_operator.hpp"
#include "corbel/bodies/step_rule.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace corbel {

enum class BodyKind : std::int32_t { rigid, obstacle, pseudo_rigid, finite_element };
std::string_view to_string(BodyKind kind);  ///< "RIGID", "OBSTACLE", "PSEUDO_RIGID", "FINITE_ELEMENT"

/// Instants of a step at which velocities are asked for; all are seen through the configuration q_e.
enum class Instant { start, free, end };

/// Work done on a body since t = 0 [J].
struct Work {
  double external = 0;  ///< loads and reactions of joints
  double contact = 0;   ///< normal contact reactions
  double friction = 0;  ///< tangential contact reactions
  double damping = 0;   ///< the body's own damping, not above 0
  double sum() const { return external + contact + friction + damping; }
};

/// Mass, centre and second moment of mass, referential.
struct MassProperties {
  double mass = 0;             ///< [kg]
  double volume = 0;           ///< [m³]
  Vec3 center = Vec3::Zero();  ///< [m]
  Mat3 tensor = Mat3::Zero();  ///< about the centre: inertia (rigid) or Euler tensor [kg m²]
};

/// Of the state q, u.
struct Momentum {
  Vec3 linear = Vec3::Zero();   ///< [kg m/s]
  Vec3 angular = Vec3::Zero();  ///< about the origin of space [kg m²/s]
};

class Body {
 public:
  Body(BodyKind kind, const Shape& shape, BodyLayout layout);
  virtual ~Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  const BodyKind kind;
  const ContactSurface surface;  ///< what contact detection sees, referential
  int id = 0;                    ///< 1, 2, … in creation order
  int index = 0;                 ///< its number in the arrays of its model; −1: it is set aside
  std::string label;
  std::string material;  ///< label of the bulk material
  Work work;
  double start_energy =
      0;  ///< kinetic and internal energy it began with; E − start − work is the scheme's error
  std::int64_t mid_revision = 0;  ///< changes with q_e: what stands still need not be placed again
  bool self_contact = false;      ///< objects that are no neighbours may touch; for bodies that deform

  BodyId body_id() const { return BodyId{id}; }
  const Kinematics& kinematics() const { return *kinematics_; }
  StepOperator& inverse() const { return *inverse_; }        ///< A⁻¹, after predict
  Deformation* deformation() const { return deformation_; }  ///< nullptr: rigid
  const MassProperties& mass_properties() const { return mass_; }

  // --- the formulation ------------------------------------------------------------------------------------
  virtual void half_step(const StepRule& rule);                       ///< q_e; no loads, no impulses
  virtual void add_acceleration(const Vec3& a) = 0;                   ///< a uniform field [m/s²]
  virtual void add_force(const MaterialPoint& X, const Vec3& force);  ///< spatial [N]
  /// A, and u_free; or b, where systems of equal bodies are solved together (pending()).
  virtual void predict(const StepRule& rule) = 0;
  /// With u⁺ known: true when u_free and A are now those of a new configuration, and the step has to be
  /// localized and solved again.
  virtual bool relinearize(const StepRule& /*rule*/) { return false; }
  virtual void advance(const StepRule& rule) = 0;  ///< q⁺, u⁺ become q, u; work is counted
  /// Static passes: |f_ext − f_int + Hᵀ R| with the impulses h R applied since half_step, relative to the sum
  /// of its parts. They are what end_static_step counts.
  virtual double imbalance(double h) = 0;

  virtual double kinetic_energy() const = 0;  ///< [J]
  virtual Momentum momentum() const = 0;
  virtual void set_initial_velocity(const Vec3& linear,
                                    const Vec3& angular) = 0;  ///< angular: referential [rad/s]
  virtual void
  check_q(Coordinates q) const = 0;  ///< throws InputError for finite numbers that are no configuration
  virtual void set_u(std::span<const double> u);  ///< throws InputError: count, NaN
  virtual std::string_view scheme_name() const = 0;
  virtual void set_scheme(std::string_view name) = 0;  ///< throws InputError, naming those it has

  // --- in a step ------------------------------------------------------------------------------------------
  /// As long as loads are (callback_force_size): conjugate to u; of a rigid body nine numbers.
  void add_callback_force(std::span<const double> force);
  std::size_t callback_force_size() const { return static_cast<std::size_t>(v_.force.size()); }
  void apply(const MaterialPoint& X, const Vec3& impulse);  ///< spatial [N s]
  /// As if nothing had been applied.
  void forget_impulses()
  {
    if (touched_) v_.impulse.setZero();
    touched_ = false;
    wanted_ = Wanted::nothing;  // what a step that ended in an exception left behind
  }
  /// u⁺ = u_free + A⁻¹ r from what was applied so far.
  void request_end_velocity();
  /// Where A⁻¹ is shared with equal bodies, predict and request_end_velocity leave a right-hand side in the axes of
  /// the shared operator. It is to be solved in place (step/solve_pending), then take_solution() follows.
  PendingSystem* pending() { return wanted_ == Wanted::nothing ? nullptr : &system_; }
  void take_solution();
  /// u⁺ of a pass that goes too far.
  void scale_end_velocity(double share) { v_.end *= share; }
  bool converged() const
  {
    return converged_;
  }                          ///< false when relinearize gave up before u⁺ met the equations
  void begin_static_step();  ///< the passes of a step lie between this and
  void end_static_step(
      double h);  ///< all forces do work in `external`: their mean times the displacement between equilibria
  Vec3 net_load() const { return kinematics_->net_force(v_.force); }  ///< sum of the loads [N]

  /// Before the first step, and when somebody gave the body another state: what changes thereby is not an
  /// error of the scheme.
  void begin_step()
  {
    if (given_state_) take_given_state();
  }

  // --- points ---------------------------------------------------------------------------------------------
  Vec3 position(const MaterialPoint& X) const { return kinematics_->position(X, v_.q); }          ///< in q
  Vec3 mid_position(const MaterialPoint& X) const { return kinematics_->position(X, v_.q_mid); }  ///< in q_e
  Vec3 velocity(const MaterialPoint& X) const { return kinematics_->gather(X, v_.q, v_.u); }      ///< in q
  /// At an instant of the step, through the configuration q_e [m/s].
  Vec3 step_velocity(const MaterialPoint& X, Instant instant) const
  {
    return kinematics_->gather(X, v_.q_mid, at(instant));
  }
  Mat3 current_gradient(const MaterialPoint& X) const
  {
    return kinematics_->gradient(X, v_.q);
  }  ///< ∂x/∂X in q
  Mat3 mid_gradient(const MaterialPoint& X) const { return kinematics_->gradient(X, v_.q_mid); }  ///< ∂x/∂X
  MaterialPoint locate_mid(const Vec3& x, int object) const
  {
    return kinematics_->nearest(x, object, v_.q_mid);
  }
  MaterialPoint locate(std::string_view argument, const Vec3& X) const;
  void place(int object, std::span<const Vec3> X, std::span<Vec3> x) const
  {
    kinematics_->place(object, X, v_.q_mid, x);
  }

  // --- memory ---------------------------------------------------------------------------------------------
  /// Its numbers go to the arrays of its model, where it is body i. A body without a model has arrays of its own.
  void join(BodyArrays& arrays, std::size_t i);
  void leave();                                                         ///< has arrays of its own again
  void view(BodyArrays& arrays, std::size_t i) { v_.view(arrays, i); }  ///< they have moved in memory
  BodySizes sizes() const { return layout_.sizes(); }
  /// What its state consists of, by name: the one list for files, their readers and comparisons.
  const std::vector<NamedPart>& state_parts() const { return layout_.parts; }

  // --- numbers --------------------------------------------------------------------------------------------
  bool responds() const { return kind != BodyKind::obstacle; }  ///< to loads and contact reactions
  /// Angles between faces change with the configuration.
  bool deforms() const { return deformation_ != nullptr; }
  double mass() const { return mass_.mass; }      ///< [kg]
  double volume() const { return mass_.volume; }  ///< [m³]
  Vec3 center() const { return mass_.center; }    ///< referential mass centre [m]
  Mat3 tensor() const { return mass_.tensor; }    ///< [kg m²]
  double internal_energy() const { return deformation_ ? deformation_->internal_energy() : 0; }  ///< [J]
  double mean_eigenvalue() const
  {
    return deformation_ ? deformation_->mean_eigenvalue() : 0;
  }  ///< tr K / tr M [1/s²]
  /// Largest step its scheme can take [s]; infinite for implicit ones.
  double critical_step() const
  {
    return deformation_ ? deformation_->critical_step() : std::numeric_limits<double>::infinity();
  }
  /// Cauchy stress at a point, in q [Pa]; absent for bodies that do not deform.
  std::optional<Mat3> stress(const MaterialPoint& X) const
  {
    return deformation_ ? std::optional(deformation_->cauchy_stress(X)) : std::nullopt;
  }
  Vec3 linear_momentum() const { return momentum().linear; }    ///< [kg m/s]
  Vec3 angular_momentum() const { return momentum().angular; }  ///< about the origin of space [kg m²/s]
  Damping damping() const { return damping_; }
  void set_damping(const Damping& damping);  ///< of bodies that deform; throws InputError: negative

  std::vector<double> q() const { return numbers(v_.q); }  ///< as the manual's BODY.conf (manual table 3.4)
  std::vector<double> u() const { return numbers(v_.u); }  ///< as the manual's BODY.velo (table 3.5)
  std::vector<double> mid_q() const { return numbers(v_.q_mid); }
  bool is_finite() const { return all_finite(v_.q) && all_finite(v_.u); }
  void set_q(std::span<const double> q);  ///< throws InputError: count, NaN, check_q
  /// A state the body was in: elements that are inverted are taken as they are.
  void restore(std::span<const double> q, std::span<const double> u);

  /// Error of the scheme so far: energy that came from nowhere [J].
  double numerical_energy() const
  {
    return given_state_ ? numerical_ : kinetic_energy() + internal_energy() - start_energy - work.sum();
  }
  /// What start_energy is, or will be when the next step begins with the energy E.
  double start_energy_now(double E) const
  {
    return given_state_ ? E - work.sum() - numerical_ : start_energy;
  }
  /// As after begin_step() long ago; for restarts.
  void set_start_energy(double energy)
  {
    start_energy = energy;
    given_state_ = false;
  }

 protected:
  const MotionVectors::Vector& at(Instant instant) const
  {
    return instant == Instant::start ? v_.start : instant == Instant::free ? v_.free : v_.end;
  }
  /// To be called before q or u are overwritten.
  void give_state()
  {
    numerical_ = numerical_energy();
    given_state_ = true;
  }
  static void check_velocities(const Vec3& linear, const Vec3& angular);  ///< throws InputError: NaN
  /// u_free = u + A⁻¹ b will follow, with the right-hand side of a system in the axes of the shared operator.
  void wait_for(PendingSystem system);
  void keep_impulses() { kept_ = v_.impulse; }  ///< those of a balance, for end_static_step
  static std::vector<double> numbers(const MotionVectors::Vector& a)
  {
    return {a.data(), a.data() + a.size()};
  }
  /// 0 a is zero for finite numbers alone: a sum has no branch for each of them.
  static bool all_finite(const MotionVectors::Vector& a) { return (0 * a).sum() == 0; }

  const Kinematics* kinematics_ = nullptr;  ///< these three are given by the formulation
  StepOperator* inverse_ = nullptr;
  Deformation* deformation_ = nullptr;
  MassProperties mass_;
  MotionVectors v_;
  Damping damping_;
  bool converged_ = true;

 private:
  enum class Wanted { nothing, free, end };
  void take_given_state();
  Eigen::VectorXd checked(std::string_view argument, std::span<const double> given, Eigen::Index size,
                          std::string_view contents) const;

  const BodyLayout layout_;
  std::unique_ptr<BodyArrays> own_;  ///< of a body without a model
  PendingSystem system_;             ///< right-hand side, then solution
  Wanted wanted_ = Wanted::nothing;
  bool touched_ = false;  ///< some impulse was applied; else they are zeros
  Eigen::VectorXd q_balanced_, f_balanced_,
      kept_;  ///< of static steps: where one began, forces there, last Hᵀ R
  bool given_state_ = true;
  double numerical_ = 0;
};

std::string name_of(const Body& body);  ///< for messages: "body 3 'arch'"

}  // namespace corbel
