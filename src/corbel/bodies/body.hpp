// SPDX-License-Identifier: MIT
// The one question a body answers: how do your points move, and what does an impulse do to them?
//
// Every kinematic model is one file pair deriving from Body; nothing else in the engine knows which model it
// talks to. In a step the calls come in this order (papers/004 eqs 1.5–1.7):
//
//   half_step(h)      q½ = q + h/2 u                                        papers/004 (1.5)
//   add_…             loads at t + h/2 in the configuration q½
//   predict(h)        u_free = u + A⁻¹ h f                                   (1.12)
//   step_velocity, compliance, factor: read by local dynamics
//   apply(X, p)       accumulates Hᵀ R
//   update_end_velocity()  u⁺ from it, for obstacles whose motion is known before the rest is solved
//   advance(h)        u⁺ = u_free + A⁻¹ Hᵀ R ,  q⁺ = q½ + h/2 u⁺              (1.6), (1.7)
#pragma once

#include "corbel/bodies/shape.hpp"
#include "corbel/math/types.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace corbel {

enum class BodyKind : std::int32_t { rigid, obstacle };
std::string_view to_string(BodyKind kind);  ///< "RIGID", "OBSTACLE"

/// A point of a body: referential coordinates [m], and the object of the contact surface it lies in (−1: not
/// needed).
struct MaterialPoint {
  Vec3 X = Vec3::Zero();
  int object = -1;
};

/// Instants of a step at which velocities are asked for; all are seen through the configuration q½.
enum class Instant { start, free, end };

/// Work done on a body since t = 0 [J].
struct Work {
  double external = 0;  ///< loads and all reactions (joints and contacts)
  double contact = 0;   ///< the part of normal contact reactions
  double friction = 0;  ///< the part of tangential contact reactions
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
  int index = 0;                 ///< place in Model::bodies
  std::string label;
  std::string material;  ///< label of the bulk material
  Work work;
  std::int64_t mid_revision =
      0;  ///< changes with the configuration q½: what stands still need not be placed again
  bool self_contact = false;  ///< objects that are no neighbours may touch; for bodies that deform

  bool responds() const { return kind != BodyKind::obstacle; }  ///< to loads and contact reactions

  virtual void half_step(double h) = 0;
  virtual void add_acceleration(const Vec3& a) = 0;                       ///< a uniform field [m/s²]
  virtual void add_force(const MaterialPoint& X, const Vec3& force) = 0;  ///< spatial [N]
  virtual void predict(double h) = 0;
  virtual void apply(const MaterialPoint& X, const Vec3& impulse) = 0;  ///< spatial [N s]
  virtual void update_end_velocity() = 0;  ///< u⁺ from what was applied so far (Instant::end)
  virtual void advance(double h) = 0;

  /// Velocity of X at an instant of the current step, through the configuration q½ [m/s].
  virtual Vec3 step_velocity(const MaterialPoint& X, Instant instant) const = 0;
  /// S(X) A⁻¹ S(Y)ᵀ: the velocity at X that a unit impulse at Y gives, 3×3 [1/kg].
  virtual Mat3 compliance(const MaterialPoint& X, const MaterialPoint& Y) const = 0;
  /// S(X) A^{-1/2}, 3×6: compliance(X, Y) = factor(X) factor(Y)ᵀ, for bodies of six degrees of freedom
  /// [kg^-½].
  virtual Eigen::Matrix<double, 3, 6> factor(const MaterialPoint& X) const = 0;

  virtual Vec3 position(const MaterialPoint& X) const = 0;      ///< in q, the configuration of time t
  virtual Vec3 mid_position(const MaterialPoint& X) const = 0;  ///< in q½
  virtual Vec3 velocity(const MaterialPoint& X) const = 0;      ///< in q, with u
  virtual MaterialPoint locate_mid(const Vec3& x,
                                   int object) const = 0;  ///< material point of the spatial x in q½
  virtual void place(std::span<const Vec3> X, std::span<Vec3> x) const = 0;  ///< mid positions of many points

  virtual double mass() const = 0;             ///< [kg]
  virtual double volume() const = 0;           ///< [m³]
  virtual Vec3 center() const = 0;             ///< referential mass centre [m]
  virtual Mat3 tensor() const = 0;             ///< inertia (rigid) about the centre, referential [kg m²]
  virtual double kinetic_energy() const = 0;   ///< [J]
  virtual double internal_energy() const = 0;  ///< [J]
  virtual bool is_finite() const = 0;          ///< no NaN or infinity in q and u
  virtual Vec3 linear_momentum() const = 0;    ///< [kg m/s]
  virtual Vec3 angular_momentum() const = 0;   ///< about the origin of space [kg m²/s]

  virtual std::vector<double> q() const = 0;          ///< as the manual's BODY.conf (papers/004 table 3.4)
  virtual std::vector<double> u() const = 0;          ///< as the manual's BODY.velo (table 3.5)
  virtual void set_q(std::span<const double> q) = 0;  ///< throws InputError: count, NaN, not a rotation
  virtual void set_u(std::span<const double> u) = 0;
};

std::string name_of(const Body& body);  ///< for messages: "body 3 'arch'"

}  // namespace corbel
