// SPDX-License-Identifier: MIT
// Joints: constraints on points of bodies, defined by the script. A joint has one row or several; in every step it
// provides for each row a local frame and a law, and for all steps the sides on which the row acts:
//
//   U = frameᵀ (S_m u_m − S_s u_s) ,  three components,  with the sides m, s two points or two material directions
//
// (bodies/kinematics.hpp). Rows on points carry forces, rows on directions couples: a hinge is a fixed point and two
// components of a direction, its axis. The rows of one joint share its bodies and stand together in the local problem; solvers take
// them as one block (solvers/joints/bilateral_groups.hpp).
//
// A step moves a point by h/2 (V + U) to third order, with V and U its velocity at both ends of the step seen
// through q½. So "the point is where it should be at t + h" is a condition on U. Imposed exactly, U = −V −
// 2/h (x − x0), an incompatible velocity (a body that was moving, an impact) would change sign in every
// step and never decay, and with rotation it grows. The conditions below differ from it only by the errors
// x − x0, and V_t, the velocity in q. On the error (x − x0, V_t) a step acts as [[1/2, h/4],
// [−1/h, −1/2]], whose square is zero: errors vanish after two steps.
//
//   fixed point      U = −V + V_t/2 − (x − x0)/h                                  (1) Solfec-1.0: U = −V
//   fixed direction  the same along n                                            (2)
//   velocity         U_N = v(t+h)                                                (3)
//   acceleration     U_N = v0 + ∫ a from t0 to t+h                               (4)
//   displacement     U_N = [d(t+3h/2) − d(t+h/2)]/h + k/h (d(t) − d(t0) − n·(x − x0))     (5)
//                    all three less (V − V_t)_N, so that it is V_t which has the velocity wanted, to second
//                    order
//   in a base        (3), (4) or (5) along each of three directions
//   path             U = [p(t+3h/2) − p(t+h/2)]/h + k/h (p(t) − x), p of model/motion_path.hpp   (7)
//   rigid link       |z + h/2 U| = L,  z = r + h/2 V,  L = d + (|r| − d)/2 + h/4 d|r|/dt   (6)
//
// Where q⁺ = q + h U (backward Euler, static passes; bodies/step_rule.hpp) positions are met at once: (1), (2) U = −(x − x0)/h,
// (5) U_N = [d(t+h) − d(t0) − n·(x − x0)]/h, (6) |r + h U| = d, (7) U = [p(t+h) − x]/h.
//
// with x the position at t, x0 at t0, when the joint begins; r = x_m − x_s at t and d its first length.
// (5), (7): the central difference telescopes, so no error builds up; k = 6 − 4√2 damps what a kink of the
// series leaves critically (factor 0.41 a step).
#pragma once

#include "corbel/bodies/bodies.hpp"
#include "corbel/bodies/rigid_motion.hpp"
#include "corbel/constraints/law.hpp"
#include "corbel/core/constraint_kind.hpp"
#include "corbel/core/property.hpp"
#include "corbel/model/amplitude.hpp"
#include "corbel/model/motion_path.hpp"

#include <array>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace corbel {

inline constexpr double lag_gain = 0.343145750507619805;  ///< k of (5), (7): 6 − 4√2

/// A point of a body, or of space.
struct Attachment {
  BodyId body = BodyId::none;  ///< none: space
  MaterialPoint point;

  bool in_space() const { return body == BodyId::none; }
  bool is_direction() const { return point.direction.has_value(); }
  /// Of a body that responds to impulses.
  bool responds(const Bodies& bodies) const { return !in_space() && bodies[body].responds(); }
  Vec3 position(const Bodies& bodies) const
  {
    return in_space() ? place_in_space() : bodies[body].position(point);
  }
  Vec3 mid_position(const Bodies& bodies) const
  {
    return in_space() ? place_in_space() : bodies[body].mid_position(point);
  }
  Vec3 velocity(const Bodies& bodies) const
  {
    return in_space() ? Vec3(0, 0, 0) : bodies[body].velocity(point);
  }
  Vec3 step_velocity(const Bodies& bodies, Instant instant) const
  {
    return in_space() ? Vec3(0, 0, 0) : bodies[body].step_velocity(point, instant);
  }

 private:
  Vec3 place_in_space() const { return point.direction.value_or(point.X); }
};

/// What a row acts on. A side that is a direction is that of a point of the same body.
struct RowSides {
  Attachment master, slave;

  /// Relative, at t.
  Vec3 position(const Bodies& bodies) const { return master.position(bodies) - slave.position(bodies); }
  /// At t, in q (not seen through q½).
  Vec3 rate(const Bodies& bodies) const { return master.velocity(bodies) - slave.velocity(bodies); }
  Vec3 velocity(const Bodies& bodies, Instant instant) const
  {
    return master.step_velocity(bodies, instant) - slave.step_velocity(bodies, instant);
  }
  /// U of (1), in space axes: the relative position stays x0.
  Vec3 velocity_to_hold(const Bodies& bodies, const Vec3& x0, const StepRule& rule) const;
};

/// A step, or a pass of quasi-static analysis, that begins at t [s].
struct TimeStep {
  double t;
  StepRule rule;
};

/// A row in one step: the frame (columns t1, t2, n) and the law that holds in it.
struct RowAction {
  Mat3 frame = Mat3::Identity();
  Law law;
};

/// An obstacle in a step or pass: its velocity at the end, seen through q_e, and where it will be.
struct DrivenStep {
  Vec3 v, omega;  ///< of the mass centre [m/s]; in space axes [rad/s]
  RigidMotion end;
};

/// The motion of an obstacle as a whole.
class ObstacleDrive {
 public:
  virtual ~ObstacleDrive() = default;
  virtual RigidMotion start() const = 0;  ///< after initialize() of its joint
  /// After prepare() of its joint and predict of the bodies.
  virtual DrivenStep step(const Bodies& bodies, const StepRule& rule) const = 0;
};

/// It names its bodies by their ids; whoever asks it where they are hands it the bodies. Its reactions are not kept
/// here, but with those of the step (contact/reactions.hpp).
class Joint {
 public:
  /// m, s: its point on two bodies, or on one and in space.
  Joint(ConstraintKind joint_kind, const Attachment& m, const Attachment& s, std::size_t row_count = 1)
      : kind(joint_kind), master(m), slave(s), row_count_(row_count)
  {
  }
  virtual ~Joint() = default;

  const ConstraintKind kind;
  Attachment master;
  Attachment slave;                                           ///< may be in space
  int id = 0;                                                 ///< 1, 2, …
  double strength = std::numeric_limits<double>::infinity();  ///< [N] it breaks at a larger reaction
  bool absent = false;                                        ///< broken in the frame that is shown

  std::size_t row_count() const { return row_count_; }
  /// In messages and files.
  virtual std::string_view name() const { return constraint_kind_names[static_cast<std::size_t>(kind)]; }

  /// Records time, positions and lengths when the joint begins.
  virtual void initialize(const Bodies& bodies, double t0) = 0;
  /// What initialize() remembered, for a run that is continued; both lists have the same names and sizes.
  virtual Properties memory() const = 0;
  virtual void set_memory(const Properties& memory) = 0;
  /// What the script gave beside points and strength: values in time, and under names that end in "point" or are
  /// "direction" or "base" where it acts, which a resumed run has to have in common with its file.
  virtual Properties data() const { return {}; }
  /// The points or directions of a row, of the bodies of the joint.
  virtual RowSides sides(std::size_t /*row*/) const { return {master, slave}; }
  /// In a step, after half_step and predict of the bodies: all rows. Rules under which q moves by h U
  /// (static passes, backward Euler) meet conditions on positions at once; (1) to (7) are of the mid-point rule.
  virtual void rows(const Bodies& bodies, const TimeStep& step, std::span<RowAction> row) const = 0;
  std::vector<RowAction> rows(const Bodies& bodies, const TimeStep& step) const;
  /// Of its first row, before its first step: output.
  virtual Mat3 first_frame() const { return Mat3::Identity(); }
  /// Quasi-static analysis: the force of a row on the master along the normal (on the slave the opposite) that is
  /// there before the pass, after prepare() [N]. The law of rows() is about what comes on top of it, so
  /// that a pass from balance has nothing to do.
  virtual double static_force(std::size_t /*row*/) const { return 0; }
  /// Once per step or pass, after the half step of the bodies, joint after joint: what may call a user's
  /// function. t: the middle of a step, or the end of a static one. What it gave is kept until the next call (mutable: a
  /// function of its arguments, evaluated once); nothing else of a joint changes in a step.
  virtual void prepare(const Bodies& /*bodies*/, double /*t*/, double /*h*/) const {}
  /// What is compared with its strength [N], from the impulses R of its rows, local, in a step of length h. Unless a joint says
  /// otherwise: that of all rows, a couple as the force at the tip of its direction.
  virtual double governing_reaction(std::span<const Vec3> R, double h) const;
  /// It prescribes the whole motion of its master, an obstacle: no other joint may move that.
  bool moves_whole_body() const { return drive() != nullptr; }
  virtual const ObstacleDrive* drive() const { return nullptr; }
  /// (7): it prescribes the motion of its point in all directions.
  virtual bool follows_path() const { return false; }
  /// Of such a joint: it is known to move its point along n, a unit vector.
  virtual bool moves_along(const Bodies& /*bodies*/, const Vec3& /*n*/) const { return false; }
  void begin_static_step(const Bodies& bodies) const { x_start_ = relative_position(bodies); }
  /// Link: current length − d [m]; spring: its stroke. frame: of its first row in the last step.
  virtual double gap(const Bodies& /*bodies*/, const Mat3& /*frame*/) const { return 0; }

 protected:
  Vec3 relative_position(const Bodies& bodies) const
  {
    return master.position(bodies) - slave.position(bodies);
  }
  Vec3 relative_velocity(const Bodies& bodies, Instant instant) const
  {
    return master.step_velocity(bodies, instant) - slave.step_velocity(bodies, instant);
  }
  /// At t, in q (not seen through q½).
  Vec3 relative_rate(const Bodies& bodies) const { return master.velocity(bodies) - slave.velocity(bodies); }
  mutable Vec3 x_start_ = Vec3::Zero();  ///< relative position when the quasi-static step began

 private:
  std::size_t row_count_;
};

/// A side of the joint responds to impulses; else it decides how obstacles move.
inline bool has_mover(const Bodies& bodies, const Joint& joint)
{
  return joint.master.responds(bodies) || joint.slave.responds(bodies);
}

/// (1); with two bodies the points are glued together.
std::unique_ptr<Joint> make_fixed_point(Attachment master, Attachment slave);
/// (2); direction: spatial, any length > 0.
std::unique_ptr<Joint> make_fixed_direction(Attachment point, const Vec3& direction);

/// (3), (4), (5)
std::unique_ptr<Joint> make_prescribed_motion(Attachment point, const Vec3& direction, MotionKind kind,
                                              Amplitude value);

/// Along the columns of an orthonormal base.
std::unique_ptr<Joint> make_prescribed_motion3(Attachment point, const Mat3& base, MotionKind kind,
                                               const std::array<Amplitude, 3>& values);

/// Moves an obstacle as a whole. `about`: the material point of the obstacle that follows the translation of
/// the path, and about which the obstacle turns.
std::unique_ptr<Joint> make_body_motion(Attachment about, std::shared_ptr<MotionPath> path);
/// (7): moves a point of a body that deforms as if it were fixed to a rigid frame that turns about the
/// spatial point `about`.
std::unique_ptr<Joint> make_path_point(Attachment point, const Vec3& about, std::shared_ptr<MotionPath> path);

/// (6); it breaks in tension only.
std::unique_ptr<Joint> make_rigid_link(Attachment master, Attachment slave);

}  // namespace corbel
