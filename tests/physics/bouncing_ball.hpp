// SPDX-License-Identifier: MIT
// A ball let go above the floor, for all laws of restitution.
#pragma once

#include "physics/scene_helpers.hpp"

namespace corbel::testing {

inline constexpr double g = 9.81;  // [m/s²]

/// Heights (z + v²/2g − r, exact in free flight) after each of the first bounces of a ball let go 1 m above
/// the floor; with friction it moves along as well.
inline std::vector<double> bounce(double friction, double e, double h, std::size_t bounces, ImpactLaw law)
{
  const double r = 0.1;
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, friction, e, law);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ball({0, 0, 1 + r}, r));
  body.set_initial_velocity({friction > 0 ? 0.5 : 0.0, 0, 0}, {0, 0, 0});
  std::vector<double> heights;
  double v = 0;
  run(simulation, 3, [&] {
    const double before = v;
    v = velocity(body).z();
    if (heights.size() < bounces && before < 0 && v >= 0)
      heights.push_back(body.current_center().z() - r + v * v / (2 * g));
  });
  return heights;
}

}  // namespace corbel::testing
