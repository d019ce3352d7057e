// SPDX-License-Identifier: MIT
// Stage 3 of the step: the local problem U = W R + B of bodies and constraints.
//
//   H_α = frameᵀ (S_master − S_slave) ,   W = H A⁻¹ Hᵀ ,   B = H u_free ,   V = H u
//
// (manual (1.3), (1.12), (1.13))
#pragma once

#include "corbel/contact/contact_set.hpp"
#include "corbel/model/model.hpp"
#include "corbel/solvers/local_problem.hpp"

#include <optional>

namespace corbel {

/// A row of one step: where it acts and what holds there. Rows of joints first, joint after joint, then contacts.
struct LocalConstraint {
  Attachment master, slave;
  Mat3 frame;                                      ///< columns t1, t2, n
  bool master_moves = false, slave_moves = false;  ///< respond to the impulses of this problem

  /// frameᵀ (S_master u_master − S_slave u_slave) at an instant of the step [m/s].
  Vec3 velocity(const Bodies& bodies, Instant instant) const;
};

/// A problem with the same W that was solved last on the way to the reactions, when these are a sum of several solutions
/// (step/impact.hpp) or were carried on to other frames (statics/static_step.hpp).
struct LastPart {
  std::vector<Vec3> B;
  std::vector<Law> laws;
  Impulses R;  ///< its solution
};

/// The local problem, and what is needed to apply its solution to the bodies.
struct LocalDynamics {
  LocalProblem problem;
  std::vector<LocalConstraint> constraints;  ///< size of the problem
  std::vector<std::size_t> first_row;        ///< of each joint, and last that of the contacts
  std::vector<RowAction> actions;            ///< of the rows of joints
  std::vector<Vec3> V;                       ///< local relative velocities at t
  std::vector<double> poisson;               ///< restitution of Poisson's law, 0 where it does not act
  std::optional<LastPart> last_part;  ///< absent: the reactions of the step are the solution of the problem
};

/// Signorini–Coulomb contacts as they are, or with the spring and dashpot of their material.
enum class ContactLaws { of_materials, springs };

/// A step, and how its solver wants the problem.
struct LocalStep : TimeStep {
  ContactLaws laws = ContactLaws::of_materials;
  LocalForm form = LocalForm::blocks;
};

/// W, B, V and laws of the given joints and contacts. Their bodies have made their half step and prediction.
/// The result takes over the memory of `used`, that of the last step. A matrix-free W is valid while the bodies
/// are in this step.
LocalDynamics localize(const Model& model, const std::vector<const Joint*>& joints,
                       const ContactSet& contacts, const LocalStep& step, LocalDynamics used = {});

}  // namespace corbel
