// SPDX-License-Identifier: MIT
// n³ small cubes in a box that is shaken: rigid, or of finite elements.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

/// Cubes of 0.1 m, E = 1e9, ν = 0.25, ρ = 1000, friction 0.1, gaps of 1 mm between cubes and to the walls, in a box of six obstacles with
/// an acceleration of 5 m/s² · sin(2π 2 Hz t) in each of three directions.
struct ShakenCubes {
  int n = 10;
  bool finite_elements = true;  ///< 2×2×2 hexahedra, form BC; else rigid

  static constexpr double step = 5e-4;  ///< [s]
};

void build_shaken_cubes(Simulation& simulation, const ShakenCubes& cubes);

}  // namespace corbel::scenes
