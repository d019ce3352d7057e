// SPDX-License-Identifier: MIT
// Checks of the problem before a solve and of the solution after it, common to all solvers.
#pragma once

#include "corbel/solvers/local_problem.hpp"

namespace corbel {

/// Throws InternalError naming the constraint when W, B, laws and R differ in size, or when W, B or the warm
/// start R is not finite.
void demand_sound_problem(const LocalProblem& problem, const Impulses& R);

/// Throws InternalError naming the constraint when R is not finite.
void demand_finite_solution(const Impulses& R);

/// R = 0 where the diagonal block is zero: such a constraint is immobile.
void clear_immobile(const LocalProblem& problem, Impulses& R);

}  // namespace corbel
