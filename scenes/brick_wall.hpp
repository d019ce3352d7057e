// SPDX-License-Identifier: MIT
// A dry wall of n courses, each n bricks long, hit by a ball or leaning: dense contact, before, at and after an impact.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

/// Bricks of 0.4 × 0.2 × 0.2 m along x, from y = 0 to 0.2 m; odd courses begin and end with half bricks.
struct BrickWall {
  int n = 20;
  double friction = 0.6;
  bool ball = true;  ///< of radius 0.5 m (n < 20: 0.3 m), which arrives with 15 m/s along y
  double lean = 0;   ///< [rad] by which gravity is tilted about x: the wall is pulled across its plane

  static constexpr double step = 1e-3;  ///< [s]
};

void build_brick_wall(Simulation& simulation, const BrickWall& wall);

}  // namespace corbel::scenes
