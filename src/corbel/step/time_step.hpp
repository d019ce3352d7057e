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
  ContactSet contacts;
  Reactions reactions;     ///< of joints and contacts
  Bonds bonds;             ///< of cohesive contacts
  LocalDynamics dynamics;  ///< of the last step, for its memory
};

/// Contacts in q_e: those detected, and those that hold together. h = 0: the bodies have no free
/// velocities yet, as in quasi-static analysis.
ContactSet find_contacts(const Model& model, double t, double h, StepMemory& memory);

/// Impulses of joints as they keep them, row by row.
void start_joints(const std::vector<Joint*>& joints, Reactions& reactions);

/// The reactions that a solver starts from: those of the last step, row by row of the joints and contacts.
Reactions start_reactions(const std::vector<Joint*>& joints, const Reactions& last, ContactSet& contacts);

ContactLaws laws_for(const Solver& solver);

/// From t to t + h: moves the bodies, those of the model. Adds the seconds of each stage but `record` to `seconds`.
SolverReport time_step(const Model& model, Bodies& bodies, const Solver& solver, double t,
                       const StepRule& rule, StepMemory& memory, StageSeconds& seconds);

}  // namespace corbel
