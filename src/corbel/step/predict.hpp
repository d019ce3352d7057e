// SPDX-License-Identifier: MIT
// Stage 1 of the step: half step, loads at t + h/2, free velocity; obstacles get their prescribed motion.
#pragma once

#include "corbel/local_dynamics/localize.hpp"
#include "corbel/model/model.hpp"
#include "corbel/solvers/solver.hpp"

namespace corbel {

/// Loads of time t in the configuration q½; gravity included.
void apply_loads(Model& model, double t, double h);

/// The motion of obstacles is known before the rest is solved: their own joints form a small problem of their
/// own, and its answer is the velocity every other constraint sees. So what rests on a moving obstacle moves
/// with it in the same step. Gives the status of that problem.
SolverStatus drive_obstacles(Model& model, double t, double h, Analysis analysis);

/// Gives the status of the problem that moves the obstacles.
SolverStatus predict(Model& model, double t, double h);

/// A side of the joint answers to impulses; else it moves an obstacle.
bool has_mover(const Joint& joint);

/// Joints that move obstacles (every side is an obstacle or space), or all the others.
std::vector<Joint*> joints_of(const Model& model, Movers movers);

}  // namespace corbel
