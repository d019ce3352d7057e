// SPDX-License-Identifier: MIT
// One step of quasi-static analysis: equilibrium under the loads of t + h, whatever the step and the number
// of steps.
//
//   f_ext(t+h) − f_int(q) + Hᵀ R = 0 ,   positions of joints at t + h ,   gap ≥ 0 , R_N ≥ 0 , |R_T| ≤ μ R_N
//
// by passes of Newton's method with the constraints: with δ = h u
//
//   (s M/h² + K(q)) δ = f_ext − f_int(q) + Hᵀ R ,   gap + δ_N ≥ 0 (1)
//
// s M is needed because bodies may not be supported by joints alone, so that K is singular. It does not affect
// the solution, only the rate of convergence: it vanishes with δ. (Solfec-1.0 takes one pass per step
// with s = 1, a relaxation whose result depends on step and duration.)
//
// A pass that runs bodies deep into each other is shortened (static_contacts.hpp); none that was ends the step.
//
// Passes go on until equilibrium is measured where the bodies are (static_balance.hpp) and the residual of
// the last reactions is small. The status of the solver does not end them: a step that is not in equilibrium by
// that measure is reported as diverged, and so is one that ends with inverted elements.
#pragma once

#include "corbel/step/time_step.hpp"

namespace corbel {

struct StaticOptions {
  double tolerance = 1e-9;  ///< of |f_ext − f_int + Hᵀ R| relative to the sum of its parts, body by body, and
                            ///< of the distance to prescribed positions, relative to the body size
  double constraint_tolerance =
      1e-5;                          ///< of contacts, links and stops: in sizes of the body or largest forces
  double residual_tolerance = 1e-3;  ///< of the reactions of the last pass, both measures of residual.hpp
  int max_passes = 200;
};

/// step: its rule is that of a pass. Throws RunError when a body is not supported, naming its free rigid motions.
SolverReport static_step(const Model& model, Bodies& bodies, const Solver& solver, const TimeStep& step,
                         const StaticOptions& options, StepMemory& memory);

}  // namespace corbel
