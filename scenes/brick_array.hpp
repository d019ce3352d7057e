// SPDX-License-Identifier: MIT
// n×n equal bricks of finite elements in a frame, thrown at each other.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

/// Bricks of 0.2 × 0.1 × 0.02 m, 11×5×1 hexahedra (432 unknowns) of graphite (E = 1.18e10, ν = 0.21, ρ =
/// 1688), 1 mm apart, each second one turned by half a turn, with velocities of up to 1 m/s in the plane from
/// a fixed sequence; friction 0.1, form BC. Bodies: four walls (obstacles), then the bricks.
void build_brick_array(Simulation& simulation, int n);

}  // namespace corbel::scenes
