// SPDX-License-Identifier: MIT
#include "corbel/step/static_reactions.hpp"

#include "corbel/step/predict.hpp"

namespace corbel {
namespace {

/// A force on the master, local, and its opposite on the slave become loads.
void add_load(const Joint& joint, const Mat3& frame, const Vec3& force)
{
  if (force.isZero(0)) return;
  if (joint.master.body->responds()) joint.master.body->add_force(joint.master.point, frame * force);
  if (joint.slave.body && joint.slave.body->responds())
    joint.slave.body->add_force(joint.slave.point, -(frame * force));
}

}  // namespace

void split_off_springs(const Model& model, double h)
{
  for (const auto& joint : model.joints())
    if (const auto spring = spring_form(joint->act(0, StepRule::static_pass(h)).law))
      joint->last.R.z() = spring->has_stops() ? joint->last.R.z() - h * joint->static_force() : 0;
}

void CarriedReactions::add_springs() const
{
  for (const auto& joint : model_.joints())
    if (joint->static_force() != 0)
      add_load(*joint, joint->act(0, StepRule::static_pass(1)).frame, {0, 0, joint->static_force()});
}

void CarriedReactions::add_joints(double h)
{
  carried_.clear();
  for (const auto& joint : model_.joints()) {
    const auto [frame, law] = joint->act(0, StepRule::static_pass(h));
    // Joints of obstacles alone are solved with their motion, whole in each pass.
    const bool carried = has_mover(*joint) && !spring_form(law);
    carried_.push_back(carried ? joint->last.R : Vec3::Zero());
    joint->last.R -= carried_.back();
    add_load(*joint, frame, carried_.back() / h);
  }
}

void CarriedReactions::join(double h) const
{
  for (std::size_t i = 0; i < carried_.size(); ++i) {
    Joint& joint = *model_.joints()[i];
    joint.last.R += carried_[i];
    if (const auto spring = spring_form(joint.act(0, StepRule::static_pass(h)).law))
      joint.last.R = {0, 0, spring->stop_impulse(joint.last.U, joint.last.R)};
  }
}

void join_springs(const Model& model, double h)
{
  for (const auto& joint : model.joints())
    joint->last.R.z() += h * joint->static_force();
}

}  // namespace corbel
