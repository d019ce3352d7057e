// SPDX-License-Identifier: MIT
// n×n×n unit cubes dropped on a plane.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

/// Rigid cubes of 1 m and 1000 kg, layer by layer with a small seeded offset so that each rests on up to four
/// others, gaps of 0.1 mm, falling on an obstacle with friction 0.5.
void build_cubes_pile(Simulation& simulation, int n);

}  // namespace corbel::scenes
