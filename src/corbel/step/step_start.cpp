// SPDX-License-Identifier: MIT
#include "corbel/step/step_start.hpp"

namespace corbel {

void StepStart::keep(const Model& model, const StepMemory& memory, Analysis analysis)
{
  contacts_ = memory.contacts;
  bonds_ = memory.bonds;
  h_ = memory.h;
  rows_.clear();
  bodies_.clear();
  for (const auto& joint : model.joints())
    rows_.insert(rows_.end(), joint->last.begin(), joint->last.end());
  if (analysis == Analysis::dynamic) return;
  for (const auto& body : model.bodies()) {
    const double energy = body->kinetic_energy() + body->internal_energy();
    bodies_.push_back({body->q(), body->u(), body->work, body->start_energy_now(energy)});
  }
}

void StepStart::restore(Model& model, StepMemory& memory) const
{
  memory.contacts = contacts_;
  memory.bonds = bonds_;
  memory.h = h_;
  memory.dynamics = {};
  auto row = rows_.begin();
  for (const auto& joint : model.joints())
    for (RowOutcome& last : joint->last)
      last = *row++;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Body& body = *model.bodies()[i];
    body.restore(bodies_[i].q, bodies_[i].u);
    body.work = bodies_[i].work;
    body.set_start_energy(bodies_[i].start_energy);
  }
}

}  // namespace corbel
