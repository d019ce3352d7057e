// SPDX-License-Identifier: MIT
#include "corbel/step/drive_reactions.hpp"

#include <map>

namespace corbel {

void find_drive_reactions(const StepJoints& joints, const ContactSet& contacts, Reactions& reactions)
{
  std::map<BodyId, std::size_t> drives;  // the row of each
  for (const Joint* joint : joints.of_obstacles)
    if (joint->moves_whole_body()) {
      const std::size_t row = reactions.rows_of(*joint).first;
      drives[joint->master.body] = row;
      reactions.of_obstacles.frame[row] = Mat3::Identity();
      reactions.of_obstacles.R[row] = Vec3::Zero();
    }
  if (drives.empty()) return;
  const auto balance = [&](BodyId body, const Vec3& impulse) {
    if (const auto found = drives.find(body); found != drives.end())
      reactions.of_obstacles.R[found->second] -= impulse;
  };
  for (const Joint* joint : joints.of_bodies) {
    if (!drives.contains(joint->master.body) && !drives.contains(joint->slave.body)) continue;
    const std::size_t first = reactions.rows_of(*joint).first;
    for (std::size_t k = 0; k < joint->row_count(); ++k) {
      if (joint->sides(k).master.is_direction()) continue;  // a couple
      const Vec3 impulse = reactions.frame[first + k] * reactions.R[first + k];
      balance(joint->master.body, impulse);
      balance(joint->slave.body, -impulse);
    }
  }
  for (const Contact& contact : contacts) {
    const Vec3 impulse = contact.frame * reactions.impulse(contact);
    balance(contact.master, impulse);
    balance(contact.slave, -impulse);
  }
}

}  // namespace corbel
