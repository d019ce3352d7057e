// SPDX-License-Identifier: MIT
// The pipe of TR1 §8.2: an elastic tube falls onto a block that it hits off its middle.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

/// 36×36×4 hexahedra (19 980 unknowns), E = 1e7, ν = 0.25, ρ = 1000, η = 1e-4, friction 0.1, g = 10, contact
/// points CENTROID; meant for steps of 1 ms, 100 of them. Bodies: block (obstacle), pipe.
FiniteElementBody& build_pipe_impact(Simulation& simulation, FiniteElementForm form);

}  // namespace corbel::scenes
