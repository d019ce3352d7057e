// SPDX-License-Identifier: MIT
// Two blocks on each other, and Gauss–Seidel down to round-off.
#pragma once

#include "problems.hpp"

#include "corbel/solvers/sweeps/gauss_seidel.hpp"

namespace corbel::testing {

inline GaussSeidelOptions tight()
{
  GaussSeidelOptions options;
  options.epsilon = 1e-13;
  options.max_iterations = 20000;
  return options;
}

/// A lower block on the ground and an upper one on it, particles, both with the velocity v along T1.
inline LocalProblem sliding_stack(double m_lower, double m_upper, double mu_lower, double mu_upper, double v)
{
  return problem_of({on_ground(0, particle(m_lower)), between(1, particle(m_upper), 0, particle(m_lower))}, 2,
                    {{v, 0, -h * gravity}, {0, 0, 0}},
                    {SignoriniCoulomb{mu_lower, 0}, SignoriniCoulomb{mu_upper, 0}});
}

}  // namespace corbel::testing
