// SPDX-License-Identifier: MIT
// The list of laws a solver can meet. A new law is one file pair here, its test, and one entry in this list.
//
// A law is written in the local frame of its constraint, vectors ordered (T1, T2, N), in these symbols:
// U relative velocity at the end of the step [m/s], R impulse over the step [N s], W its 3×3 diagonal block
// [1/kg], b = U − W R the velocity it would have without its own impulse. Each law offers
//
//   BlockResult solve_block(W, b, R, options)   R with C(W R + b, R) = 0, started from the given R
//   Vec3 natural_residual(U, R, rho)            R − P(R − ρ F(U)), zero iff the law holds [N s]
//   Vec3 admissible(R)                          R moved to the nearest impulse the law allows
//   ConeForm cone_form(U, R)                    the law as solvers of all constraints at once see it
#pragma once

#include "corbel/constraints/expansion.hpp"
#include "corbel/constraints/prescribed_velocity.hpp"
#include "corbel/constraints/rigid_link.hpp"
#include "corbel/constraints/signorini_coulomb.hpp"
#include "corbel/constraints/spring.hpp"
#include "corbel/constraints/spring_dashpot.hpp"

#include <variant>

namespace corbel {

using Law = std::variant<SignoriniCoulomb, PrescribedVelocity, PrescribedNormalVelocity, RigidLink,
                         SpringDashpot, Spring, Expansion>;

}  // namespace corbel
