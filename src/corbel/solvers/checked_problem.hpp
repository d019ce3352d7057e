// SPDX-License-Identifier: MIT
// What every solver asks of its problem before it starts, and of its answer before it hands it out.
#pragma once

#include "corbel/solvers/local_problem.hpp"

namespace corbel {

/// Throws InternalError naming the constraint when W, B, laws and R differ in size, or when W, B or the warm
/// start R is not finite.
void demand_sound_problem(const LocalProblem& problem, const Impulses& R);

/// Throws InternalError naming the constraint when R is not finite.
void demand_finite_solution(const Impulses& R);

/// R = 0 where the diagonal block is zero: such a constraint answers to no impulse.
void clear_immobile(const LocalProblem& problem, Impulses& R);

}  // namespace corbel
