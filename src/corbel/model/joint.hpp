// SPDX-License-Identifier: MIT
// Joints: constraints the script put on points of bodies. Each says, every step, where it acts and which law
// holds there.
//
// A step moves a point by h/2 (V + U) to third order, with V and U its velocity at both ends of the step seen
// through q½. So "the point is where it should be at t + h" is a condition on U:
//
//   fixed point      U = −V − 2/h (x_t − x_0)                                   (1) Solfec-1.0, with the drift
//   of earlier steps removed fixed direction  U_N = −V_N − 2/h n·(x_t − x_0)                             (2)
//   velocity         U_N = v(t+h)                                               (3)
//   acceleration     U_N = v_0 + ∫₀^{t+h} a                                     (4)
//   displacement     U_N = [d(t+3h/2) − d(t+h/2)]/h + k/h (d(t) − n·(x_t − x_0))    (5)
//   rigid link       |z + h/2 U| = d,  z = (x_m − x_s) at t + h/2               (6)
//
// (5): asking for the exact place, U = 2/h (d(t+h) − …) − V, would ring undamped (velocity 0, 2ḋ, 0, 2ḋ …)
// after each kink of the series. The central difference telescopes, so no error builds up; k = 6 − 4√2 damps
// what a kink leaves critically (factor 0.41 a step).
#pragma once

#include "corbel/bodies/body.hpp"
#include "corbel/constraints/law.hpp"
#include "corbel/core/constraint_kind.hpp"
#include "corbel/model/amplitude.hpp"

#include <memory>

namespace corbel {

/// A point of a body, or of space when body is null.
struct Attachment {
  Body* body = nullptr;
  MaterialPoint point;

  Vec3 position() const { return body ? body->position(point) : point.X; }
  Vec3 mid_position() const { return body ? body->mid_position(point) : point.X; }
  Vec3 step_velocity(Instant instant) const
  {
    return body ? body->step_velocity(point, instant) : Vec3::Zero();
  }
};

/// A joint in one step: the frame (columns t1, t2, n) and the law that holds in it.
struct JointAction {
  Mat3 frame;
  Law law;
  double gap = 0;  ///< link: current length − d [m]
};

/// What the last step made of a joint, local frame.
struct JointOutcome {
  Mat3 frame = Mat3::Identity();
  Vec3 R = Vec3::Zero();                    ///< impulse [N s]
  Vec3 U = Vec3::Zero(), V = Vec3::Zero();  ///< [m/s]
  double gap = 0;                           ///< [m]
};

class Joint {
 public:
  Joint(ConstraintKind joint_kind, Attachment m, Attachment s) : kind(joint_kind), master(m), slave(s) {}
  virtual ~Joint() = default;

  const ConstraintKind kind;
  const Attachment master;
  const Attachment slave;  ///< body null: space
  int id = 0;              ///< 1, 2, …
  JointOutcome last;       ///< of the last step: output, and the next warm start

  /// Remembers places and lengths of the configuration the run starts from.
  virtual void initialize() = 0;
  /// After half_step and predict of the bodies.
  virtual JointAction act(double t, double h) const = 0;

 protected:
  Vec3 relative_position() const { return master.position() - slave.position(); }
  Vec3 relative_velocity(Instant instant) const
  {
    return master.step_velocity(instant) - slave.step_velocity(instant);
  }
};

/// (1); with two bodies the points are glued together.
std::unique_ptr<Joint> make_fixed_point(Attachment master, Attachment slave);
/// (2); direction: spatial, any length > 0.
std::unique_ptr<Joint> make_fixed_direction(Attachment point, const Vec3& direction);

enum class MotionKind { displacement, velocity, acceleration };
/// (3), (4), (5)
std::unique_ptr<Joint> make_prescribed_motion(Attachment point, const Vec3& direction, MotionKind kind,
                                              Amplitude value);

/// (6)
std::unique_ptr<Joint> make_rigid_link(Attachment master, Attachment slave);

}  // namespace corbel
