// SPDX-License-Identifier: MIT
#include "scenes/cubes_pile.hpp"

#include "scenes/shapes.hpp"

#include <random>

namespace corbel::scenes {

void build_cubes_pile(Simulation& simulation, int n)
{
  Model& model = simulation.model;
  model.gravity[2] = -9.81;
  model.surface_materials.add({.label = "cube", .surface1 = {}, .surface2 = {}, .friction = 0.5});
  const BulkMaterial material{.label = "cube", .density = 1000};
  const double half = 0.6 * n;
  model.add_body(BodyKind::obstacle, {box({-half, -half, -1}, {half, half, 0})}, material, "ground");

  std::mt19937 random(42);
  std::uniform_real_distribution<double> offset(-0.02, 0.02);
  constexpr double pitch = 1.05, gap = 1e-4;  // [m]
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i) {
        const double dx = offset(random), dy = offset(random);  // in this order, with any compiler
        const Vec3 lo(pitch * (i - 0.5 * n) + dx, pitch * (j - 0.5 * n) + dy, gap + k * (1 + gap));
        model.add_body(BodyKind::rigid, {box(lo, lo + Vec3::Ones())}, material, "");
      }
}

}  // namespace corbel::scenes
