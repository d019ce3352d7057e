// SPDX-License-Identifier: MIT
#include "scenes/shaken_cubes.hpp"

#include "scenes/shapes.hpp"

#include <cmath>
#include <numbers>

namespace corbel::scenes {
namespace {

constexpr double edge = 0.1, apart = 1e-3, wall_thickness = 0.1;  ///< [m]

/// A period of 5 m/s² · sin(2π 2 Hz t), sampled; ten of them.
TimeSeries shaking()
{
  constexpr double amplitude = 5, frequency = 2, sampling = 1e-3, duration = 5;
  std::vector<double> times, values;
  for (int i = 0; i * sampling <= duration; ++i) {
    times.push_back(i * sampling);
    values.push_back(amplitude * std::sin(2 * std::numbers::pi * frequency * i * sampling));
  }
  return {times, values};
}

Mesh cube_mesh()
{
  std::vector<double> corners;
  for (const double z : {0.0, edge})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {edge, 0.0}, {edge, edge}, {0.0, edge}})
      corners.insert(corners.end(), {x, y, z});
  return make_hex_mesh(corners, 2, 2, 2, 0, std::vector<int>(6, 0), {}, {}, {});
}

void add_walls(Simulation& simulation, const BulkMaterial& material, double size)
{
  Model& model = simulation.model;
  const Amplitude wave(std::make_shared<const TimeSeries>(shaking()));
  for (int k = 0; k < 3; ++k)
    for (const bool high : {false, true}) {
      Vec3 lo = Vec3::Constant(-wall_thickness), hi = Vec3::Constant(size + wall_thickness);
      (high ? lo : hi)[k] = high ? size : 0;
      RigidBody& wall = model.add_body(BodyKind::obstacle, {box(lo, hi)}, material, "wall");
      model.move_obstacle(
          wall, wall.center(),
          std::make_shared<MotionPath>(
              MotionPath::Translation{MotionKind::acceleration, std::array<Amplitude, 3>{wave, wave, wave}},
              std::nullopt, simulation.h()));
    }
}

}  // namespace

void build_shaken_cubes(Simulation& simulation, const ShakenCubes& cubes)
{
  Model& model = simulation.model;
  model.gravity[2] = -9.81;
  model.surface_materials.add({.label = "all", .surface1 = {}, .surface2 = {}, .friction = 0.1});
  const BulkMaterial material{.label = "cube", .young = 1e9, .poisson = 0.25, .density = 1000};
  constexpr double pitch = edge + apart;
  add_walls(simulation, material, cubes.n * pitch + apart);
  for (int k = 0; k < cubes.n; ++k)
    for (int j = 0; j < cubes.n; ++j)
      for (int i = 0; i < cubes.n; ++i) {
        const Vec3 lo = Vec3::Constant(apart) + pitch * Vec3(i, j, k);
        if (cubes.finite_elements) {
          ShapePart part = cube_mesh();
          translate(part, lo);
          model.add_finite_element(std::get<Mesh>(part), material, FiniteElementForm::bc, "");
        } else {
          model.add_body(BodyKind::rigid, {box(lo, lo + Vec3::Constant(edge))}, material, "");
        }
      }
}

}  // namespace corbel::scenes
