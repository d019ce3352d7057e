// SPDX-License-Identifier: MIT
// Stage 1b of the step: the motion of obstacles, from their own joints.
//
// It is known before the rest is solved, and is the velocity every other constraint sees: what rests on a
// moving obstacle moves with it in the same step.
//
// Joints rarely say all six velocities of an obstacle. Among the motions they allow an obstacle takes the one
// of least |ω|, and among those the one of least |v|, v the velocity of the mean of the points its joints
// hold. So a table that is pushed at one corner does not turn, and a drum with two points held and a third
// driven does. With rows (n, p, U*) of all joints of the obstacles that are linked together, c the mean point
// of each and ℓ the largest |p − c|, so that all coefficients are numbers of order one whatever the units (a row on a
// direction d has d in place of p − c, and no n·v):
//
//   n·v + ((p − c)/ℓ × n)·(ℓω) = U*   ⇔   V y + Ω z = b                                           (1)
//   z = (P Ω)⁺ P b ,  P = I − V V⁺        least ℓ|ω| for which (1) has a solution v                  (2)
//   y = V⁺ (b − Ω z)                      least |v|                                                  (3)
//
// No mass comes in: that of an obstacle means nothing (minimising the kinetic energy instead, as impulses on
// a rigid body would, turns the table about a far axis). Where joints contradict each other (1) holds in the
// sense of least squares and the status says so.
#pragma once

#include "corbel/contact/reactions.hpp"
#include "corbel/solvers/solver.hpp"

namespace corbel {

/// Gives obstacles with joints their velocity at the end of the step, or their move in a quasi-static pass;
/// others keep the velocity they have. joints: of obstacles alone; what becomes of their rows goes to the reactions.
SolverStatus drive_obstacles(Bodies& bodies, const std::vector<const Joint*>& joints, const TimeStep& step,
                             Reactions& reactions);

}  // namespace corbel
