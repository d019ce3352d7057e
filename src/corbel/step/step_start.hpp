// SPDX-License-Identifier: MIT
// What a step changes, kept so that one that ends in the middle (Ctrl-C; an exception in quasi-static analysis,
// whose passes move the bodies) can be taken back.
#pragma once

#include "corbel/step/time_step.hpp"

#include <vector>

namespace corbel {

class StepStart {
 public:
  /// The memory of the last step is used again.
  void keep(const Model& model, const StepMemory& memory, Analysis analysis);
  /// As if the step had not begun; the detector and matrices of bodies depend on the state alone and stay.
  void restore(Model& model, StepMemory& memory) const;

 private:
  struct Energies {
    Work work;
    double start;
  };
  ContactSet contacts_;
  Bonds bonds_;
  Reactions reactions_;
  // Of quasi-static analysis, whose passes move bodies; in dynamics q, u and work change last.
  State state_;
  std::vector<Energies> energies_;  ///< by number; empty: the state was not kept
};

}  // namespace corbel
