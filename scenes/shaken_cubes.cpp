// SPDX-License-Identifier: MIT
#include "scenes/shaken_cubes.hpp"

#include "scenes/shapes.hpp"

#include <numbers>

namespace corbel::scenes {
namespace {

constexpr double edge = 0.1;  ///< [m]

Mesh cube(const Vec3& low)
{
  std::vector<double> corners;
  for (const double z : {0.0, edge})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {edge, 0.0}, {edge, edge}, {0.0, edge}})
      corners.insert(corners.end(), {low.x() + x, low.y() + y, low.z() + z});
  return make_hex_mesh(corners, 2, 2, 2, 0, std::vector<int>(6, 0), {}, {}, {});
}

/// 5 sin(4 π t) m/s², sampled at 1 kHz for 10 s.
Amplitude shaking()
{
  std::vector<double> times, values;
  for (int i = 0; i <= 10000; ++i) {
    times.push_back(1e-3 * i);
    values.push_back(5 * std::sin(4 * std::numbers::pi * times.back()));
  }
  return Amplitude(std::make_shared<const TimeSeries>(times, values));
}

void add_box(Simulation& simulation, const BulkMaterial& material, double size)
{
  const double t = edge;
  const auto path = std::make_shared<MotionPath>(
      MotionPath::Translation{MotionKind::acceleration, std::array{shaking(), shaking(), shaking()}},
      std::nullopt, simulation.h());
  for (int axis = 0; axis < 3; ++axis)
    for (const bool high : {false, true}) {
      Vec3 lo = Vec3::Constant(-t), hi = Vec3::Constant(size + t);
      lo[axis] = high ? size : -t;
      hi[axis] = high ? size + t : 0;
      RigidBody& wall = simulation.model.add_body(BodyKind::obstacle, {box(lo, hi)}, material, "wall");
      simulation.model.move_obstacle(wall, wall.center(), path);
    }
}

}  // namespace

void build_shaken_cubes(Simulation& simulation, int n)
{
  Model& model = simulation.model;
  model.gravity[2] = -9.81;
  model.surface_materials.add({.label = "all", .surface1 = {}, .surface2 = {}, .friction = 0.1});
  const BulkMaterial material{.label = "cube", .young = 1e9, .poisson = 0.25, .density = 1000};
  const double gap = 0.01 / n, pitch = edge + gap;
  add_box(simulation, material, n * pitch + gap);
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        model.add_finite_element(cube(Vec3(i, j, k) * pitch + Vec3::Constant(gap)), material,
                                 FiniteElementForm::bc, "");
}

}  // namespace corbel::scenes
