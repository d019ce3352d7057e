// SPDX-License-Identifier: MIT
#include "scenes/pipe_impact.hpp"

#include "corbel/mesh/generators.hpp"
#include "scenes/shapes.hpp"

namespace corbel::scenes {

FiniteElementBody& build_pipe_impact(Simulation& simulation, FiniteElementForm form)
{
  Model& model = simulation.model;
  model.contact.points = ContactPoints::centroid;
  model.gravity = {0.0, 0.0, -10.0};
  model.surface_materials.add({.label = "all", .surface1 = {}, .surface2 = {}, .friction = 0.1});
  const BulkMaterial rubber{.label = "rubber", .young = 1e7, .poisson = 0.25, .density = 1000};
  model.add_body(BodyKind::obstacle, {box({0, 0, 0}, {0.01, 0.1, 0.01})}, rubber, "block");
  ShapePart pipe =
      make_pipe_mesh({0.005, 0.05, 0}, {0, 0, 0.1}, 0.01, 0.005, 36, 36, 4, 0, std::vector<int>(4, 0));
  rotate(pipe, {0.005, 0.05, 0.05}, {0, 1, 0}, 90);
  translate(pipe, {-0.025, 0, 0});
  FiniteElementBody& body = model.add_finite_element(std::get<Mesh>(pipe), rubber, form, "pipe");
  body.set_damping({1e-4, 0});
  return body;
}

}  // namespace corbel::scenes
