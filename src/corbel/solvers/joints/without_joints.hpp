// SPDX-License-Identifier: MIT
// For solvers that sweep: joints are taken out of their problem first and put back after.
#pragma once

#include "corbel/solvers/solver.hpp"

#include <functional>

namespace corbel {

/// Residual of the whole problem at the impulses of the one that is iterated.
using Measure = std::function<Residual(const Impulses&)>;

/// Iterates over a problem whose joints are gone. proximal: added to the diagonal blocks, one per constraint,
/// or empty for none (joint_elimination.hpp).
using Iteration = std::function<SolverReport(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                                             const Measure& measure, Impulses& R)>;

/// Eliminates what JointElimination can, iterates over the rest, recovers the joints' impulses. The report
/// has the residual of the whole; diverged when joint equations are not met to `tolerance` (at least 1e-8).
/// With joints alone: one iteration, the direct solution.
SolverReport solve_without_joints(const LocalProblem& problem, double tolerance, const Iteration& iterate,
                                  Impulses& R);

}  // namespace corbel
