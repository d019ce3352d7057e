// SPDX-License-Identifier: MIT
#include "scenes/heap.hpp"

#include "scenes/shapes.hpp"

#include <random>

namespace corbel::scenes {

void build_heap(Simulation& simulation, const Heap& heap)
{
  Model& model = simulation.model;
  model.gravity[2] = -9.81;
  model.surface_materials.add({.label = "dry", .surface1 = {}, .surface2 = {}, .friction = heap.friction});
  const BulkMaterial stone{.label = "stone", .density = 2500};
  model.add_body(BodyKind::obstacle, {box({-2, -2, -0.5}, {2, 2, 0})}, stone, "ground");

  constexpr int side = 5;
  constexpr double pitch = 0.15, layer = 0.18;  // [m]: boxes of any orientation are apart
  std::mt19937 random(heap.seed);
  const auto number = [&] {
    return static_cast<double>(random()) / 4294967296.0;
  };  // [0, 1), with any library
  for (int k = 0; k < heap.layers; ++k)
    for (int j = 0; j < side; ++j)
      for (int i = 0; i < side; ++i) {
        Vec3 half, axis;
        for (int a = 0; a < 3; ++a)
          half[a] = 0.5 * (0.07 + 0.03 * number());
        for (int a = 0; a < 3; ++a)
          axis[a] = 2 * number() - 1;
        const double angle = 180 * number();  // [degrees]
        const Vec3 x(pitch * (i - 2), pitch * (j - 2), 0.1 + layer * k);
        ShapePart part = box(x - half, x + half);
        if (axis.norm() > 0) rotate(part, x, axis, angle);
        model.add_body(BodyKind::rigid, {part}, stone, "");
      }
}

}  // namespace corbel::scenes
