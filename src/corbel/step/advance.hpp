// SPDX-License-Identifier: MIT
// Stage 5 of the step: impulses go back to the bodies, which move on to t + h.
#pragma once

#include "corbel/step/time_step.hpp"

namespace corbel {

/// Applies R of all constraints to the bodies that respond to impulses.
void apply_impulses(Bodies& bodies, const LocalDynamics& dynamics, const Impulses& R);

/// Bodies a thread takes at once: rigid ones are little work, those of finite elements a lot.
std::size_t bodies_per_task(const Bodies& bodies);

/// u⁺ = u_free + A⁻¹ Hᵀ R of all bodies.
void find_end_velocities(Bodies& bodies, const LocalDynamics& dynamics, const Impulses& R);

/// The same. True when a body that is not linear in u⁺ moved its linearization
/// there: the step has then to be localized and solved again.
bool update_velocities(Bodies& bodies, const LocalDynamics& dynamics, const Impulses& R,
                       const StepRule& rule);

/// Frames, U and V of the rows, beside their R.
void keep_outcome(const Bodies& bodies, const LocalDynamics& dynamics, Reactions& reactions);

/// From t to t + h, by the reactions. Throws StateError (finite_states.hpp).
void advance(Bodies& bodies, const LocalDynamics& dynamics, const TimeStep& step, ContactSet& contacts,
             Reactions& reactions);

}  // namespace corbel
