// SPDX-License-Identifier: MIT
// The list of laws a solver can meet. A new law is one file pair here, its test, and one entry in this list.
// What can be asked of a law, and how one is written: law_questions.hpp.
#pragma once

#include "corbel/constraints/expansion.hpp"
#include "corbel/constraints/law_questions.hpp"
#include "corbel/constraints/prescribed_velocity.hpp"
#include "corbel/constraints/rigid_link.hpp"
#include "corbel/constraints/signorini_coulomb.hpp"
#include "corbel/constraints/spring.hpp"
#include "corbel/constraints/spring_dashpot.hpp"

#include <variant>

namespace corbel {

/// Rigid contacts first: most constraints are, and solve_block() tests for the first.
using Law = std::variant<SignoriniCoulomb, PrescribedVelocity, PrescribedNormalVelocity, RigidLink,
                         SpringDashpot, Spring, Expansion, PrescribedTangentVelocity>;

}  // namespace corbel
