// SPDX-License-Identifier: MIT
// One time step: the table of contents of the engine.
#pragma once

#include "corbel/contact/bonds.hpp"
#include "corbel/contact/detect.hpp"
#include "corbel/core/timers.hpp"
#include "corbel/local_dynamics/localize.hpp"
#include "corbel/solvers/solver.hpp"
#include "corbel/step/step_joints.hpp"

namespace corbel {

/// What a step leaves for the next one and for output.
struct StepMemory {
  ContactDetector detector;
  ContactSet contacts;
  Reactions reactions;        ///< of joints and contacts
  Reactions next;             ///< of the step or pass under way; between steps, for its memory
  Bonds bonds;                ///< of cohesive contacts
  LocalDynamics dynamics;     ///< of the last step, for its memory
  StageSeconds seconds = {};  ///< by stage, added up; `record` is not among them
};

/// Contacts in q_e: those detected, and those that hold together. h = 0: the bodies have no free
/// velocities yet, as in quasi-static analysis.
ContactSet find_contacts(const Model& model, double t, double h, StepMemory& memory);

ContactLaws laws_for(const Solver& solver);

/// From t to t + h: moves the bodies, those of the model.
SolverReport time_step(const Model& model, Bodies& bodies, const Solver& solver, const TimeStep& step,
                       StepMemory& memory);

}  // namespace corbel
