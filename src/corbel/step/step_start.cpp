// SPDX-License-Identifier: MIT
#include "corbel/step/step_start.hpp"

namespace corbel {

void StepStart::keep(const Model& model, const StepMemory& memory, Analysis analysis)
{
  contacts_ = memory.contacts;
  bonds_ = memory.bonds;
  reactions_ = memory.reactions;
  energies_.clear();
  if (analysis == Analysis::dynamic) return;
  state_ = model.bodies().state();
  for (const auto& body : model.bodies())
    energies_.push_back(
        {body->work, body->start_energy_now(body->kinetic_energy() + body->internal_energy())});
}

void StepStart::restore(Model& model, StepMemory& memory) const
{
  memory.contacts = contacts_;
  memory.bonds = bonds_;
  memory.reactions = reactions_;
  memory.dynamics = {};
  if (energies_.empty()) return;
  model.bodies().restore(state_);
  for (std::size_t i = 0; i < energies_.size(); ++i) {
    Body& body = *model.bodies()[i];
    body.work = energies_[i].work;
    body.set_start_energy(energies_[i].start);
  }
}

}  // namespace corbel
