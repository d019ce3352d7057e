// SPDX-License-Identifier: MIT
// Stage 1 of the step: half step, loads at t + h/2, free velocity; obstacles get their prescribed motion.
#pragma once

#include "corbel/local_dynamics/localize.hpp"
#include "corbel/model/model.hpp"
#include "corbel/solvers/solver.hpp"

namespace corbel {

/// Gives the status of the problem that moves the obstacles.
/// Loads of time t in the configuration q½; gravity included.
void apply_loads(Model& model, double t, double h);

SolverStatus predict(Model& model, double t, double h);

/// Joints that move obstacles (every side is an obstacle or space), or all the others.
std::vector<Joint*> joints_of(const Model& model, Movers movers);

}  // namespace corbel
