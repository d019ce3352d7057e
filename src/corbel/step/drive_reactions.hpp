// SPDX-License-Identifier: MIT
// The force that drives an obstacle along its path.
//
// The motion of an obstacle is prescribed and no solver computes a reaction for it. What acts on it are the
// reactions of its contacts and of its joints with bodies; an obstacle has no inertia, so the drive balances
// them:
//
//   R_drive = − Σ (impulses on the obstacle)                                                             (1)
//
// A block of mass m on a table that is moved up with the acceleration a: R_drive / h = m (g + a).
#pragma once

#include "corbel/step/step_joints.hpp"

namespace corbel {

/// At the end of a step, when all other reactions are known: (1), in space axes, becomes the reaction of each
/// joint that moves an obstacle as a whole.
void find_drive_reactions(const StepJoints& joints, const ContactSet& contacts, Reactions& reactions);

}  // namespace corbel
