// SPDX-License-Identifier: MIT
// The vectors of one body in a step, in one block of memory. q and u are the state; the rest lives in a step.
#pragma once

#include <Eigen/Core>

#include <memory>

namespace corbel {

class MotionVectors {
 public:
  using Vector = Eigen::Map<Eigen::VectorXd, Eigen::Aligned16>;

  /// Zeros. load_size: of the force, see there.
  MotionVectors(Eigen::Index q_size, Eigen::Index u_size, Eigen::Index load_size)
      : memory_(Eigen::VectorXd::Zero(2 * padded(q_size) + 5 * padded(u_size) + padded(load_size))),
        q(memory_.data(), q_size), q_mid(after(q), q_size), u(after(q_mid), u_size), start(after(u), u_size),
        free(after(start), u_size), end(after(free), u_size), impulse(after(end), u_size),
        force(after(impulse), load_size)
  {
  }
  MotionVectors(const MotionVectors&) = delete;
  MotionVectors& operator=(const MotionVectors&) = delete;

 private:
  /// Each vector begins at a boundary of 64 bytes within the block, so that vectorised sums do not depend on
  /// which body it is.
  static Eigen::Index padded(Eigen::Index size) { return (size + 7) / 8 * 8; }
  static double* after(Vector& v) { return v.data() + padded(v.size()); }

  Eigen::VectorXd memory_;

 public:
  Vector q, q_mid;  ///< coordinates at t, and q_e of the step (step_rule.hpp)
  Vector u;         ///< velocity at t
  Vector start;     ///< u when the step began
  Vector free;      ///< u_free: without reactions
  Vector end;       ///< u⁺
  Vector impulse;   ///< Hᵀ R, conjugate to u [N s], [N m s]
  /// f, conjugate to u [N]; of a rigid body spatial force, spatial torque, referential torque [N], [N m]
  Vector force;
};

}  // namespace corbel
