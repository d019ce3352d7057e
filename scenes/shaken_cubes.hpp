// SPDX-License-Identifier: MIT
// n×n×n cubes of finite elements shaken in a box.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

/// Cubes of 0.1 m, 2×2×2 hexahedra of form BC (E = 1e9, ν = 0.25, ρ = 1000), friction 0.1, gravity 9.81, gaps of 10 mm / n between
/// cubes and walls; six obstacles shaken by a sine of 2 Hz and 5 m/s² along x, y and z. Bodies: the walls, then the cubes.
struct ShakenCubes {
  static constexpr double step = 5e-4;  ///< [s]
};
void build_shaken_cubes(Simulation& simulation, int n);

}  // namespace corbel::scenes
