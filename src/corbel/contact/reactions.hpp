// SPDX-License-Identifier: MIT
// The reactions of a step, row by row: those of its local problem, joints first and then contacts, and those of joints that
// move obstacles alone, which no solver sees.
//
// Here R is kept, once, from step to step: a solver works on it, bodies move by it, frames store it, and the next step starts
// from it. A contact knows its row (Contact::row), and the row of the last step that it goes on from; rows of a joint are
// found by its id, so they hold when others are added or removed between steps.
#pragma once

#include "corbel/contact/contact_set.hpp"
#include "corbel/model/joint.hpp"

#include <span>

namespace corbel {

/// What a step made of a row, local frame.
struct RowOutcome {
  Mat3 frame = Mat3::Identity();            ///< columns t1, t2, n
  Vec3 R = Vec3::Zero();                    ///< impulse [N s]
  Vec3 U = Vec3::Zero(), V = Vec3::Zero();  ///< relative velocities at t + h and t [m/s]
};

/// The same of all rows, one vector each.
struct RowOutcomes {
  std::vector<Mat3> frame;
  std::vector<Vec3> R;  ///< warm start, then solution
  std::vector<Vec3> U, V;

  std::size_t size() const { return R.size(); }
  void resize(std::size_t rows);  ///< new ones are zero
  void append(const RowOutcome& row);
  void set(std::size_t i, const RowOutcome& row);
  RowOutcome operator[](std::size_t i) const { return {frame[i], R[i], U[i], V[i]}; }
};

struct Reactions : RowOutcomes {
  /// Rows that follow each other.
  struct JointRows {
    int joint;  ///< its id
    bool of_obstacles;
    std::size_t first, count;
  };

  double h = 0;                   ///< length of the step that made them [s]; 0: none did
  RowOutcomes of_obstacles;       ///< of joints without a body that responds to impulses
  std::vector<JointRows> joints;  ///< ascending in id

  /// Reactions are forces: in a step of another length impulses start from the same force.
  void rescale(double factor);
  const Vec3& impulse(const Contact& contact) const { return R[static_cast<std::size_t>(contact.row)]; }
  const Vec3& end_velocity(const Contact& contact) const { return U[static_cast<std::size_t>(contact.row)]; }
  const Vec3& start_velocity(const Contact& contact) const
  {
    return V[static_cast<std::size_t>(contact.row)];
  }

  const JointRows* find(int joint) const;  ///< null: it came after the step
  /// Of a joint that was in the step.
  const JointRows& rows_of(const Joint& joint) const;
  std::span<const Vec3> impulses(const Joint& joint) const;
  std::span<Vec3> impulses(const Joint& joint);
  /// Also of one that was not: as it is before its first step.
  RowOutcome outcome(const Joint& joint, std::size_t row) const;
  void set_outcome(const Joint& joint, std::size_t row, const RowOutcome& outcome);
};

/// Gives rows to joints, of bodies and of obstacles alone, each list ascending in id: what they had in `last`, and zero for new ones.
/// There are none of contacts then.
void start_joints(std::span<const Joint* const> of_bodies, std::span<const Joint* const> of_obstacles,
                  const Reactions& last, Reactions& reactions);

/// Gives the contacts the rows behind those of joints, and these the impulses they start from: zero for new ones, others what
/// they had in `last`, turned through space into their new frame.
void start_contacts(const Reactions& last, ContactSet& contacts, Reactions& reactions);

}  // namespace corbel
