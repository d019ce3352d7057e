// SPDX-License-Identifier: MIT
#include "scenes/beam_on_supports.hpp"

#include "scenes/shapes.hpp"

namespace corbel::scenes {
namespace {

const BulkMaterial steel_of_beam = {.label = "steel", .young = 2e11, .poisson = 0.3, .density = 7800};

Mesh beam_mesh(const Vec3& low, const Vec3& size)
{
  std::vector<double> corners;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}}) {
      const Vec3 X = low + Vec3(x, y, z).cwiseProduct(size);
      corners.insert(corners.end(), {X.x(), X.y(), X.z()});
    }
  return make_hex_mesh(corners, 40, 4, 4, 0, std::vector<int>(6, 0), {}, {}, {});
}

}  // namespace

void build_beam_on_supports(Simulation& simulation)
{
  simulation.analysis = Analysis::quasi_static;
  Model& model = simulation.model;
  model.gravity = {Amplitude(0.0), Amplitude(0.0), Amplitude(-9.81)};
  model.surface_materials.add(
      {.label = "all", .surface1 = {}, .surface2 = {}, .friction = 0.3, .restitution = 0});
  FiniteElementBody& beam = model.add_finite_element(beam_mesh({0, -0.1, 0}, {4, 0.2, 0.2}), steel_of_beam,
                                                     FiniteElementForm::bc, "");
  for (const double x : {0.5, 3.5})
    model.add_body(BodyKind::obstacle, {box({x - 0.06, -0.5, -0.3}, {x + 0.06, 0.5, 0})}, steel_of_beam, "");
  model.add_force(
      beam, LoadKind::spatial, {2, 0, 0.2}, {0, 0, -1},
      Amplitude(std::make_shared<const TimeSeries>(std::vector<double>{0, 1}, std::vector<double>{0, 1e5})));
}

}  // namespace corbel::scenes
