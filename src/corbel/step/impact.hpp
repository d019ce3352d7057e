// SPDX-License-Identifier: MIT
// Impacts that never add energy: Poisson's restitution with friction and a bound.
//
// Within a step forces act for a time h and impacts for none; so a step whose contacts approach and rebound
// by Poisson's law (SurfaceMaterial::impact) is solved in two parts,
//
//   impact   from V, the velocities at t:  V⁺ = V + W R_i                                             (1)
//   forces   from B + W R_i, plastic:      U = B + W (R_i + R_f) ,  U_N ≥ V⁺_N where it rebounds      (2)
//
// (The bound in (2) is Newton's: a rebound ends the step with the velocity it began with, so that a ball with
// e = 1 comes back to its height whatever the step, instead of losing g h of velocity in each impact.)
// (What rests has V = 0, so R_i = 0: it cannot bounce, whatever impulse its weight needs. Were the impact
// solved from B, every block of a stack at rest would rebound from the weight above it.)
//
// Impact (1), after Poisson, Glocker and Pfeiffer:
//
//   compression   all contacts plastic:  R_c ,  U_c = V + W R_c                                       (3)
//   expansion     from U_c:  R_e with R_eN ≥ s e R_cN , law of constraints/expansion.hpp              (4)
//
// For one contact without friction V⁺_N = −e V_N, as by Newton's law. With friction neither Newton's law nor
// (4) with s = 1 bounds the work of the impulses on the bodies, which is their gain of kinetic energy:
//
//   E(R) = Rᵀ (V + ½ W R) ,  R = R_c + R_e                                                            (5)
//
// Therefore s is the largest number in [0, 1] with E ≤ 0, nearly always 1. There is one: s = 0 has R_e = 0,
// and the plastic solution loses energy. Proof: with U_c = V + W R_c,
//
//   E(R_c) = R_cᵀ U_c − ½ R_cᵀ W R_c ≤ 0 ,                                                            (6)
//
// as each contact has R_N U_N = 0 and R_T·U_T = −μ R_N |U_T| ≤ 0, each joint at rest R·U = 0, and W is
// positive semi-definite. Joints that drive (R·U > 0) may do work in compression; expansion adds none to it.
// R_i is in the friction cones, being a sum of two impulses that are.
#pragma once

#include "corbel/local_dynamics/localize.hpp"
#include "corbel/solvers/solver.hpp"

#include <span>

namespace corbel {

struct Impact {
  Impulses R;           ///< R_c + R_e [N s]
  double share = 1;     ///< s of (4)
  double work = 0;      ///< E of (5) [J]
  SolverReport report;  ///< iterations of all solves, worst status and residuals
};

/// (3)–(6) for velocities V [m/s] and restitutions e in [0, 1], one per constraint. The laws of contacts are
/// taken without their shifts. The problem is the same afterwards; its B is not used.
Impact solve_impact(const Solver& solver, LocalProblem& problem, std::span<const Vec3> V,
                    std::span<const double> e);

/// Stage solve of the step: (1) and (2) when a contact of Poisson's law approaches, otherwise one solution.
/// R: where to start from, then the solution.
SolverReport solve_with_impacts(const Solver& solver, LocalDynamics& dynamics, Impulses& R);

}  // namespace corbel
