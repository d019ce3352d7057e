// SPDX-License-Identifier: MIT
#include "scenes/brick_array.hpp"

#include "scenes/shapes.hpp"

#include <random>

namespace corbel::scenes {
namespace {

const Vec3 size(0.2, 0.1, 0.02);
constexpr double gap = 0.001;

Mesh brick()
{
  std::vector<double> corners;
  for (const double z : {0.0, size.z()})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {size.x(), 0.0}, {size.x(), size.y()}, {0.0, size.y()}})
      corners.insert(corners.end(), {x, y, z});
  return make_hex_mesh(corners, 11, 5, 1, 0, std::vector<int>(6, 0), {}, {}, {});
}

void add_walls(Model& model, const BulkMaterial& material, const Vec3& hi)
{
  const double t = 0.1;
  const Vec3 lo(-gap, -gap, -0.1);
  for (const auto& [a, b] : {std::pair(Vec3(lo.x() - t, lo.y() - t, lo.z()), Vec3(lo.x(), hi.y() + t, 0.1)),
                             {Vec3(hi.x(), lo.y() - t, lo.z()), Vec3(hi.x() + t, hi.y() + t, 0.1)},
                             {Vec3(lo.x(), lo.y() - t, lo.z()), Vec3(hi.x(), lo.y(), 0.1)},
                             {Vec3(lo.x(), hi.y(), lo.z()), Vec3(hi.x(), hi.y() + t, 0.1)}})
    model.add_body(BodyKind::obstacle, {box(a, b)}, material, "wall");
}

}  // namespace

void build_brick_array(Simulation& simulation, int n)
{
  Model& model = simulation.model;
  model.surface_materials.add({.label = "all", .surface1 = {}, .surface2 = {}, .friction = 0.1});
  const BulkMaterial graphite{.label = "graphite", .young = 1.18e10, .poisson = 0.21, .density = 1688};
  add_walls(model, graphite, {n * (size.x() + gap), n * (size.y() + gap), 0});
  std::mt19937 random(81);
  const auto speed = [&] {
    return static_cast<double>(random()) / static_cast<double>(std::mt19937::max()) * 2 - 1;
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      ShapePart part = brick();
      if ((i + j) % 2 == 1) rotate(part, 0.5 * size, {0, 0, 1}, 180);
      translate(part, {i * (size.x() + gap), j * (size.y() + gap), 0});
      FiniteElementBody& body =
          model.add_finite_element(std::get<Mesh>(part), graphite, FiniteElementForm::bc, "");
      body.set_damping({1e-7, 0});
      const double vx = speed(), vy = speed();
      body.set_initial_velocity({vx, vy, 0}, {0, 0, 0});
    }
}

}  // namespace corbel::scenes
