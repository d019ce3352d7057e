// SPDX-License-Identifier: MIT
// Stage 1 of the step: half step, loads, free velocity. Obstacles get their prescribed motion next (obstacle_motion.hpp).
#pragma once

#include "corbel/model/model.hpp"

namespace corbel {

/// Loads of a step in the configuration q_e, at the time that the rule says; gravity included.
void apply_loads(const Model& model, Bodies& bodies, const TimeStep& step);

void predict(const Model& model, Bodies& bodies, const TimeStep& step);

}  // namespace corbel
