// SPDX-License-Identifier: MIT
#include "corbel/step/step_joints.hpp"

namespace corbel {

StepJoints joints_of(const Model& model)
{
  StepJoints joints;
  for (const auto& joint : model.joints())
    (has_mover(model.bodies(), *joint) ? joints.of_bodies : joints.of_obstacles).push_back(joint.get());
  return joints;
}

}  // namespace corbel
