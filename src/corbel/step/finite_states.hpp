// SPDX-License-Identifier: MIT
// No NaN leaves a step: what became of a body that was given too much.
#pragma once

#include "corbel/core/error.hpp"
#include "corbel/model/model.hpp"

namespace corbel {

/// Beyond this no unit of length and time has a meaning, and squares still have room.
constexpr double largest_number = 1e100;

/// Throws StateError naming the body, the instant t at which the step began [s], and what to try.
void check_finite_state(const Body& body, double t);
void check_finite_states(const Model& model, double t);

/// Throws StateError when loads change the velocity of a body by more than such a number in a step.
void check_loads(const Model& model, double t, double h);

}  // namespace corbel
