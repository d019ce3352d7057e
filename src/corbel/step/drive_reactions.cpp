// SPDX-License-Identifier: MIT
#include "corbel/step/drive_reactions.hpp"

#include <map>

namespace corbel {

void find_drive_reactions(const Model& model, const ContactSet& contacts, const Reactions& reactions)
{
  std::map<const Body*, Joint*> drives;
  for (const auto& joint : model.joints())
    if (joint->moves_whole_body()) {
      drives[joint->master.body] = joint.get();
      joint->last.frame = Mat3::Identity();
      joint->last.R = Vec3::Zero();
    }
  if (drives.empty()) return;
  const auto balance = [&](const Body* body, const Vec3& impulse) {
    if (const auto found = drives.find(body); found != drives.end()) found->second->last.R -= impulse;
  };
  for (const auto& joint : model.joints()) {
    if (joint->moves_whole_body()) continue;
    const Vec3 impulse = joint->last.frame * joint->last.R;
    balance(joint->master.body, impulse);
    balance(joint->slave.body, -impulse);
  }
  for (const Contact& contact : contacts) {
    const Vec3 impulse = contact.frame * reactions.impulse(contact);
    balance(&model.bodies()[contact.master], impulse);
    balance(&model.bodies()[contact.slave], -impulse);
  }
}

}  // namespace corbel
