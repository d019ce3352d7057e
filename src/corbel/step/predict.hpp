// SPDX-License-Identifier: MIT
// Stage 1 of the step: half step, loads, free velocity; obstacles get their prescribed motion.
#pragma once

#include "corbel/local_dynamics/localize.hpp"
#include "corbel/model/model.hpp"
#include "corbel/solvers/solver.hpp"

namespace corbel {

/// Loads of a step from t in the configuration q_e, at the time that the rule says; gravity included.
void apply_loads(const Model& model, Bodies& bodies, double t, const StepRule& rule);

/// Gives the status of the problem that moves the obstacles.
SolverStatus predict(const Model& model, Bodies& bodies, double t, const StepRule& rule);

/// A side of the joint responds to impulses; else it moves an obstacle.
bool has_mover(const Joint& joint);

/// What a joint acts on: bodies that answer to impulses, at least one of them, or obstacles alone.
enum class Movers { bodies, obstacles };

/// Joints that move obstacles (every side is an obstacle or space), or all the others.
std::vector<Joint*> joints_of(const Model& model, Movers movers);

}  // namespace corbel
