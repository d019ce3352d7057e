// SPDX-License-Identifier: MIT
// Interface of a body: the motion of its points, and their response to impulses.
//
// Every kinematic model is one file pair deriving from Body; no other part of the engine depends on
// the model. In a step the calls come in this order (manual eqs 1.5–1.7):
//
//   half_step(h)      q½ = q + h/2 u                                        manual (1.5)
//   add_…             loads at t + h/2 in the configuration q½
//   predict(h)        b = h f                                                (1.12)
//   finish_predict()  u_free = u + A⁻¹ b
//   touch, step_velocity, compliances, factor: read by local dynamics (or touch_matrix_free, respond)
//   apply(X, p)       accumulates r = Hᵀ R
//   update_end_velocity()  u⁺ = u_free + A⁻¹ r                                (1.6)
//   relinearize()     a model that is not linear in u⁺ takes it as the point of its next Newton step
//   advance(h)        q⁺ = q½ + h/2 u⁺                                        (1.7)
//
// Where A⁻¹ takes a system of equations, the body leaves it in pending() after predict and before
// update_end_velocity (prepare_end_velocity), and the step solves those of equal bodies together.
#pragma once

#include "corbel/bodies/shape.hpp"
#include "corbel/fem/strain_limits.hpp"
#include "corbel/math/types.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace corbel {

enum class BodyKind : std::int32_t { rigid, obstacle, pseudo_rigid, finite_element };
std::string_view to_string(BodyKind kind);  ///< "RIGID", "OBSTACLE", "PSEUDO_RIGID", "FINITE_ELEMENT"

/// A point of a body: referential coordinates [m], and the object of the contact surface it lies in (−1: not
/// needed). Bodies of finite elements also note the element and the natural coordinates there (Body::locate).
struct MaterialPoint {
  Vec3 X = Vec3::Zero();
  int object = -1;
  int element = -1;
  Vec3 xi = Vec3::Zero();
};

/// Instants of a step at which velocities are asked for; all are seen through the configuration q½.
enum class Instant { start, free, end };

/// Work done on a body since t = 0 [J].
struct Work {
  double external = 0;  ///< loads and reactions of joints
  double contact = 0;   ///< normal contact reactions
  double friction = 0;  ///< tangential contact reactions
  double damping = 0;   ///< the body's own damping, not above 0
  double sum() const { return external + contact + friction + damping; }
};

class CorotatedOperator;

/// A system of equations A₀ x = b that a body has to have solved; x takes the place of b.
struct PendingSolve {
  const CorotatedOperator* of;  ///< A₀; systems with the same one are solved together
  Eigen::VectorXd* b;
};

/// Damping of a deformable body.
struct Damping {
  double stiffness = 0;  ///< η [s]: force −η K u (TR1 eq. 13)
  double mass = 0;       ///< α [1/s]: force −α M u (manual §3.1.7)
};

class Body {
 public:
  Body(BodyKind kind, const Shape& shape);
  virtual ~Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  const BodyKind kind;
  const ContactSurface surface;  ///< what contact detection sees, referential
  int id = 0;                    ///< 1, 2, … in creation order
  int index = 0;                 ///< index in Model::bodies
  std::string label;
  std::string material;  ///< label of the bulk material
  Work work;
  double start_energy =
      0;  ///< kinetic and internal energy it began with; E − start − work is the scheme's error
  std::int64_t mid_revision =
      0;  ///< changes with the configuration q½: what stands still need not be placed again
  bool self_contact = false;  ///< objects that are no neighbours may touch; for bodies that deform

  /// Before the first step, and when somebody gave the body another state: what changes thereby is not an
  /// error of the scheme.
  void begin_step()
  {
    if (!given_state_) return;
    start_energy = kinetic_energy() + internal_energy() - work.sum() - numerical_;
    given_state_ = false;
  }

  bool responds() const { return kind != BodyKind::obstacle; }  ///< to loads and contact reactions

  virtual void half_step(double h) = 0;
  virtual void add_acceleration(const Vec3& a) = 0;                       ///< a uniform field [m/s²]
  virtual void add_force(const MaterialPoint& X, const Vec3& force) = 0;  ///< spatial [N]
  /// A force conjugate to u as a user's function gives it: as long as u; of a rigid body nine numbers,
  /// spatial force, spatial torque, referential torque.
  virtual void add_callback_force(std::span<const double> force) = 0;
  virtual std::size_t callback_force_size() const { return u().size(); }
  virtual void predict(double h) = 0;
  virtual void finish_predict() {}
  virtual std::optional<PendingSolve> pending() { return std::nullopt; }
  virtual void apply(const MaterialPoint& X, const Vec3& impulse) = 0;  ///< spatial [N s]
  virtual void forget_impulses() = 0;                                   ///< as if nothing had been applied
  virtual void prepare_end_velocity() {}
  virtual void update_end_velocity() = 0;  ///< u⁺ from what was applied so far (Instant::end)
  /// After update_end_velocity: true when u_free and A are now those of a new configuration, and the step has to be
  /// localized and solved again.
  virtual bool relinearize(double /*h*/) { return false; }
  /// False when relinearize gave up before u⁺ met the equations of the step.
  virtual bool converged() const { return true; }
  virtual void advance(double h) = 0;

  // Quasi-static analysis: passes of Newton's method for f_ext − f_int(q) + Hᵀ R = 0 (step/static_step). A
  // pass goes half_step(0), loads, predict_static, then as above with u⁺ = Δq/h, and advance_static.

  /// Before predict_static: a joint prescribes X along the unit vector n and will move it by `displacement` [m]
  /// in this pass. A body may put stiffness there: since the displacement is known, that changes nothing but the
  /// definiteness of A. False: it does not.
  virtual bool hold(const MaterialPoint& /*X*/, const Vec3& /*n*/, double /*displacement*/) { return false; }
  /// u_free = A⁻¹ h (f_ext − f_int(q)) ,  A = s M + h² K(q). finish_predict() follows.
  virtual void predict_static(double h, double s) = 0;
  virtual void advance_static(double h) = 0;  ///< q⁺ = q + h u⁺ ,  u = 0
  /// The passes of a step lie between. All forces, those of contacts among them, do work in `external`: their
  /// mean over the step times the displacement between equilibria.
  virtual void begin_static_step() = 0;
  virtual void end_static_step(double h) = 0;
  /// |f_ext − f_int + Hᵀ R| with the impulses h R applied since half_step, relative to the sum of its parts.
  /// They are what end_static_step counts.
  virtual double imbalance(double h) = 0;
  virtual Vec3 net_load() const = 0;                    ///< sum of the loads [N]
  virtual double mean_eigenvalue() const { return 0; }  ///< tr K / tr M [1/s²]; 0 for rigid bodies

  /// Velocity of X at an instant of the current step, through the configuration q½ [m/s].
  virtual Vec3 step_velocity(const MaterialPoint& X, Instant instant) const = 0;
  /// S(X) A⁻¹ S(Y)ᵀ: the velocity at X that a unit impulse at Y gives, 3×3 [1/kg].
  virtual Mat3 compliance(const MaterialPoint& X, const MaterialPoint& Y) const = 0;
  /// S(X) A^{-1/2}, 3×6: compliance(X, Y) = factor(X) factor(Y)ᵀ, for bodies of six degrees of freedom
  /// [kg^-½].
  virtual bool has_factor() const { return false; }
  virtual Eigen::Matrix<double, 3, 6> factor(const MaterialPoint& X) const;
  /// Constraints of this step act here: a body may gather what compliances() will need. One body at a time.
  virtual void touch(std::span<const MaterialPoint> /*points*/) {}
  /// All blocks compliance(points[i], points[j]) in one matrix, 3m×3m.
  virtual void compliances(std::span<const MaterialPoint> points, Eigen::MatrixXd& C) const;

  // The same, matrix-free (local_dynamics/matrix_free_compliance), for many points.

  /// In place of touch(): respond() and own_compliance() will be called with these points.
  virtual void touch_matrix_free(std::span<const MaterialPoint> /*points*/) {}
  /// v_i = Σ_j compliance(points[i], points[j]) p_j: one solution with A for all points.
  virtual void respond(std::span<const MaterialPoint> points, std::span<const Vec3> p,
                       std::span<Vec3> v) const;
  /// compliance(X, X), or what is near it and cheaper. Any number of threads may ask.
  virtual Mat3 own_compliance(const MaterialPoint& X) const { return compliance(X, X); }

  virtual Vec3 position(const MaterialPoint& X) const = 0;      ///< in q, the configuration of time t
  virtual Vec3 mid_position(const MaterialPoint& X) const = 0;  ///< in q½
  virtual Vec3 velocity(const MaterialPoint& X) const = 0;      ///< in q, with u
  virtual MaterialPoint locate_mid(const Vec3& x,
                                   int object) const = 0;  ///< material point of the spatial x in q½
  /// The material point of referential coordinates; throws InputError naming `argument` for a point outside.
  virtual MaterialPoint locate(std::string_view argument, const Vec3& X) const = 0;
  virtual Mat3 mid_gradient(const MaterialPoint& X) const = 0;  ///< ∂x/∂X in q½
  /// Mid positions of the points X of an object: the vertices of a convex in order, the centre of a sphere,
  /// or the centre and the ends of the semi-axes of an ellipsoid.
  virtual void place(int object, std::span<const Vec3> X, std::span<Vec3> x) const = 0;
  /// Deforms: angles between faces change with the configuration.
  bool deforms() const { return kind == BodyKind::pseudo_rigid || kind == BodyKind::finite_element; }

  virtual double mass() const = 0;    ///< [kg]
  virtual double volume() const = 0;  ///< [m³]
  virtual Vec3 center() const = 0;    ///< referential mass centre [m]
  virtual Mat3
  tensor() const = 0;  ///< about the centre, referential: inertia (rigid) or Euler tensor [kg m²]
  virtual double kinetic_energy() const = 0;   ///< [J]
  virtual double internal_energy() const = 0;  ///< [J]
  virtual bool is_finite() const = 0;          ///< no NaN or infinity in q and u
  virtual Vec3 linear_momentum() const = 0;    ///< [kg m/s]
  virtual Vec3 angular_momentum() const = 0;   ///< about the origin of space [kg m²/s]

  /// A state of strain worse than `known` (strain_limits.hpp), if there is one: in the configuration q, or
  /// where this step has evaluated strains anyway. Not thorough: only as far as that costs nothing.
  virtual std::optional<StrainFinding> strain_worse_than(StrainState /*known*/, bool /*thorough*/) const
  {
    return std::nullopt;
  }
  /// Referential centre of an element, for messages [m]; −1: of the body.
  virtual Vec3 element_center(int /*element*/) const { return center(); }

  /// Largest step its scheme can take [s]; infinite for implicit ones.
  virtual double critical_step() const { return std::numeric_limits<double>::infinity(); }
  /// Cauchy stress at a point, in q [Pa]; absent for bodies that do not deform.
  virtual std::optional<Mat3> stress(const MaterialPoint& /*X*/) const { return std::nullopt; }
  virtual void set_initial_velocity(const Vec3& linear,
                                    const Vec3& angular) = 0;  ///< angular: referential [rad/s]
  virtual std::string_view scheme_name() const = 0;
  virtual void set_scheme(std::string_view name) = 0;  ///< throws InputError, naming those it has
  virtual Damping damping() const { return {}; }
  virtual void set_damping(const Damping& /*damping*/) {}

  virtual std::vector<double> mid_q() const = 0;      ///< q½
  virtual std::vector<double> q() const = 0;          ///< as the manual's BODY.conf (manual table 3.4)
  virtual std::vector<double> u() const = 0;          ///< as the manual's BODY.velo (table 3.5)
  virtual void set_q(std::span<const double> q) = 0;  ///< throws InputError: count, NaN, not a rotation
  virtual void set_u(std::span<const double> u) = 0;
  /// A state the body was in: not judged as one a user gives. Throws InputError for another count.
  virtual void restore(std::span<const double> q, std::span<const double> u)
  {
    set_q(q);
    set_u(u);
  }

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
  /// To be called before q or u are overwritten.
  void give_state()
  {
    numerical_ = numerical_energy();
    given_state_ = true;
  }

 private:
  bool given_state_ = true;
  double numerical_ = 0;
};

std::string name_of(const Body& body);  ///< for messages: "body 3 'arch'"

}  // namespace corbel
