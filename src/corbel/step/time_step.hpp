// SPDX-License-Identifier: MIT
// One time step: the table of contents of the engine.
#pragma once

#include "corbel/contact/bonds.hpp"
#include "corbel/contact/detect.hpp"
#include "corbel/core/timers.hpp"
#include "corbel/local_dynamics/localize.hpp"
#include "corbel/solvers/solver.hpp"

namespace corbel {

/// What a step leaves for the next one and for output.
struct StepMemory {
  ContactDetector detector;
  ContactSet contacts;     ///< with their R, U, V
  Bonds bonds;             ///< of cohesive contacts
  LocalDynamics dynamics;  ///< of the last step, for its memory
  double h = 0;            ///< length of the step that made them [s]
};

/// Contacts in q_e: those detected, and those that hold together. h = 0: the bodies have no free
/// velocities yet, as in quasi-static analysis.
void find_contacts(const Model& model, double t, double h, StepMemory& memory);

ContactLaws laws_for(const Solver& solver);

/// From t to t + h. Adds the seconds of each stage but `record` to `seconds`.
SolverReport time_step(Model& model, const Solver& solver, double t, const StepRule& rule, StepMemory& memory,
                       StageSeconds& seconds);

}  // namespace corbel
