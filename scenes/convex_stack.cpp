// SPDX-License-Identifier: MIT
#include "scenes/convex_stack.hpp"

#include "scenes/shapes.hpp"

namespace corbel::scenes {

void build_convex_stack(Simulation& simulation)
{
  Model& model = simulation.model;
  model.gravity[2] = -9.81;
  model.surface_materials.add({.label = "brick", .surface1 = {}, .surface2 = {}, .friction = 0.6});
  const BulkMaterial material{.label = "brick", .density = 2000};
  model.add_body(BodyKind::obstacle, {box({-2, -2, -0.2}, {4, 2, 0})}, material, "ground");

  constexpr int courses = 9, bricks = 4, along = 8, across = 2;  // convexes of a brick along x and y
  constexpr double length = 0.4, width = 0.2, height = 0.1;      // [m]
  for (int course = 0; course < courses; ++course)
    for (int brick = 0; brick < bricks; ++brick) {
      const Vec3 corner((brick + 0.25 * (course % 2)) * length, 0, course * height);
      Shape shape;
      for (int i = 0; i < along; ++i)
        for (int j = 0; j < across; ++j) {
          const Vec3 lo = corner + Vec3(i * length / along, j * width / across, 0);
          shape.emplace_back(box(lo, lo + Vec3(length / along, width / across, height)));
        }
      model.add_body(BodyKind::rigid, shape, material, "");
    }
}

}  // namespace corbel::scenes
