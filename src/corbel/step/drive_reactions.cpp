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
      joint->last[0].frame = Mat3::Identity();
      joint->last[0].R = Vec3::Zero();
    }
  if (drives.empty()) return;
  const auto balance = [&](const Body* body, const Vec3& impulse) {
    if (const auto found = drives.find(body); found != drives.end()) found->second->last[0].R -= impulse;
  };
  for (const auto& joint : model.joints()) {
    if (joint->moves_whole_body()) continue;
    for (std::size_t k = 0; k < joint->row_count(); ++k) {
      if (joint->sides(k).master.is_direction()) continue;  // a couple
      const Vec3 impulse = joint->last[k].frame * joint->last[k].R;
      balance(joint->master.body, impulse);
      balance(joint->slave.body, -impulse);
    }
  }
  for (const Contact& contact : contacts) {
    const Vec3 impulse = contact.frame * reactions.impulse(contact);
    balance(&model.bodies()[contact.master], impulse);
    balance(&model.bodies()[contact.slave], -impulse);
  }
}

}  // namespace corbel
