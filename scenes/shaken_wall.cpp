// SPDX-License-Identifier: MIT
#include "scenes/shaken_wall.hpp"

#include "scenes/shapes.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace corbel::scenes {
namespace {

struct Wave {
  double frequency, amplitude, phase;  ///< [Hz], –, [rad]
};
constexpr Wave waves[] = {{1.1, 0.7, 0.3}, {1.9, 1.0, 1.9}, {3.1, 0.9, 4.0},
                          {4.7, 0.6, 2.6}, {6.8, 0.4, 0.9}, {9.7, 0.2, 5.3}};
constexpr double duration = 3, sampling = 0.01;  ///< [s]

double envelope(double t)
{
  const double rise = std::min(t / 0.5, 1.0);
  return rise * rise * (t > 1.5 ? std::exp(-2 * (t - 1.5)) : 1);
}

double shaking(double t)
{
  double sum = 0;
  for (const Wave& wave : waves)
    sum += wave.amplitude * std::sin(2 * std::numbers::pi * wave.frequency * t + wave.phase);
  return envelope(t) * sum;
}

}  // namespace

TimeSeries wall_accelerogram(double peak)
{
  const int count = static_cast<int>(std::lround(duration / sampling));
  std::vector<double> times, values;
  for (int i = 0; i <= count; ++i) {
    times.push_back(i * sampling);
    values.push_back(shaking(i * sampling));
  }
  // a − c₀ − c₁ t with ∫ = 0 and ∫∫ = 0:  c₀ T + c₁ T²/2 = v,  c₀ T²/2 + c₁ T³/6 = s
  const TimeSeries raw(times, values);
  const double T = duration, v = raw.velocity(T), s = raw.displacement(T);
  const double c1 = (6 * T * v - 12 * s) / (T * T * T), c0 = v / T - 0.5 * c1 * T;
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] -= c0 + c1 * times[i];
    largest = std::max(largest, std::abs(values[i]));
  }
  for (double& value : values)
    value *= peak / largest;
  return {times, values};
}

ShakenWall build_shaken_wall(Simulation& simulation, double peak)
{
  using W = ShakenWall;
  Model& model = simulation.model;
  model.gravity[2] = -W::gravity;
  model.surface_materials.add({.label = "dry", .surface1 = {}, .surface2 = {}, .friction = W::friction});
  const BulkMaterial clay{.label = "clay", .density = W::density};
  const auto [length, thickness, height] = W::brick;
  ShakenWall wall;
  const double reach = 0.5 * W::length * length + 0.3;
  wall.table =
      &model.add_body(BodyKind::obstacle, {box({-reach, -0.5, -0.1}, {reach, 0.5, 0})}, clay, "table");
  for (int course = 0; course < W::courses; ++course) {
    const bool shifted = course % 2 == 1;
    const double z = course * height;
    double x = -0.5 * W::length * length;
    for (int i = 0; i < W::length + shifted; ++i) {
      const bool cut = shifted && (i == 0 || i == W::length);
      const double end = x + (cut ? 0.5 : 1) * length;
      RigidBody& brick = model.add_body(
          BodyKind::rigid, {box({x, -0.5 * thickness, z}, {end, 0.5 * thickness, z + height})}, clay, "");
      (cut ? wall.half : wall.whole).push_back(&brick);
      x = end;
    }
  }
  if (peak > 0) {
    const auto along = [](double a) {
      return Amplitude(std::make_shared<const TimeSeries>(wall_accelerogram(a)));
    };
    const std::array<Amplitude, 3> acceleration = {along(0.5 * peak), along(peak), Amplitude(0.0)};
    model.move_obstacle(
        *wall.table, wall.table->center(),
        std::make_shared<MotionPath>(MotionPath::Translation{MotionKind::acceleration, acceleration},
                                     std::nullopt, simulation.h()));
  }
  return wall;
}

}  // namespace corbel::scenes
