// SPDX-License-Identifier: MIT
// A dry brick wall on a shaking table: the scene of examples/wall_on_shaking_table.py.
#pragma once

#include "corbel/run/simulation.hpp"

namespace corbel::scenes {

/// Six courses, each eleven bricks long: 66 bricks, of which three are cut in halves for the two ends of
/// every second course, which is shifted by half a brick. So 63 whole bricks and 6 halves.
struct ShakenWall {
  static constexpr int courses = 6, length = 11;            ///< courses; bricks in the length of each
  static constexpr double brick[3] = {0.24, 0.115, 0.071};  ///< length, thickness, height [m]
  static constexpr double density = 1800;                   ///< [kg/m³]
  static constexpr double friction = 0.6;                   ///< everywhere
  static constexpr double gravity = 9.81;                   ///< [m/s²]
  static constexpr double step = 1e-3;                      ///< [s]

  RigidBody* table = nullptr;
  std::vector<RigidBody*> whole, half;  ///< bricks and half bricks, course by course from below
};

/// An accelerogram like a record of 3 s: a sum of six sines of 1.1 to 9.7 Hz under an envelope that rises in
/// 0.5 s and decays from 1.5 s on, sampled at 100 Hz, scaled to the peak [m/s²]; a straight line is taken off
/// so that velocity and displacement end at zero (baseline correction).
TimeSeries wall_accelerogram(double peak);

/// The table shakes across the wall (y) with the accelerogram of this peak and along it (x) with half of
/// that; 0: it stands still.
ShakenWall build_shaken_wall(Simulation& simulation, double peak);

}  // namespace corbel::scenes
