// SPDX-License-Identifier: MIT
#include "scenes/brick_wall.hpp"

#include "scenes/shapes.hpp"

#include <cmath>

namespace corbel::scenes {
namespace {

constexpr double length = 0.4, thickness = 0.2, height = 0.2;  ///< of a brick [m]

void add_bricks(Model& model, int n, const BulkMaterial& clay)
{
  for (int course = 0; course < n; ++course) {
    const bool shifted = course % 2 == 1;
    const double z = course * height;
    double x = 0;
    for (int i = 0; i < n + shifted; ++i) {
      const bool cut = shifted && (i == 0 || i == n);
      const double end = x + (cut ? 0.5 : 1) * length;
      model.add_body(BodyKind::rigid, {box({x, 0, z}, {end, thickness, z + height})}, clay, "");
      x = end;
    }
  }
}

}  // namespace

void build_brick_wall(Simulation& simulation, const BrickWall& wall)
{
  constexpr double g = 9.81;  // [m/s²]
  Model& model = simulation.model;
  model.gravity[1] = g * std::sin(wall.lean);
  model.gravity[2] = -g * std::cos(wall.lean);
  model.surface_materials.add({.label = "dry", .surface1 = {}, .surface2 = {}, .friction = wall.friction});
  const BulkMaterial clay{.label = "clay", .density = 2000}, iron{.label = "iron", .density = 5000};
  const int n = wall.n;
  model.add_body(BodyKind::obstacle, {box({-2, -4, -1}, {length * n + 2, 8, 0})}, clay, "ground");
  add_bricks(model, n, clay);
  if (!wall.ball) return;
  const Vec3 center(0.2 * n + 0.03, -0.52, 0.1 * n + 0.13);
  const double radius = n < 20 ? 0.3 : 0.5;
  RigidBody& ball = model.add_body(BodyKind::rigid, {make_sphere(center, radius, 0, 0)}, iron, "ball");
  ball.set_initial_velocity({0, 15, 0}, {0, 0, 0});
}

}  // namespace corbel::scenes
