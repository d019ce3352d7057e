// SPDX-License-Identifier: MIT
// The joints of a step by what they act on, listed once per step.
#pragma once

#include "corbel/contact/reactions.hpp"
#include "corbel/model/model.hpp"

namespace corbel {

/// Each list ascending in id.
struct StepJoints {
  std::vector<const Joint*>
      of_bodies;  ///< on at least one body that responds to impulses: rows of the local problem
  std::vector<const Joint*> of_obstacles;  ///< every side is an obstacle or space (obstacle_motion.hpp)
};

StepJoints joints_of(const Model& model);

/// Rows of all joints (contact/reactions.hpp).
inline void start_joints(const StepJoints& joints, const Reactions& last, Reactions& reactions)
{
  start_joints(joints.of_bodies, joints.of_obstacles, last, reactions);
}

}  // namespace corbel
