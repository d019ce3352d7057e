// SPDX-License-Identifier: MIT
#include "recorded/scenes.hpp"

#include "statics/static_scene.hpp"

namespace corbel::testing {
namespace {

const BulkMaterial stiff = {.label = "stiff", .young = 1e8, .poisson = 0.3, .density = 1000};

FiniteElementBody& add_static_brick(Simulation& simulation, const Vec3& low, const Vec3& size,
                                    const std::array<int, 3>& elements, const char* form)
{
  return simulation.model.add_finite_element(straight_brick(low, size, elements[0], elements[1], elements[2]),
                                             stiff, finite_element_form(form), "");
}

SpringData vertical_spring(double k)
{
  SpringData data;
  data.force = [k](double stroke, double) { return -k * stroke; };
  data.direction = Vec3::UnitZ();
  return data;
}

/// Fixed at one end, pulled and on a spring at the other.
void add_cantilever(Simulation& simulation, double y, const char* form)
{
  FiniteElementBody& beam = add_static_brick(simulation, {0, y, 1}, {1, 0.1, 0.1}, {8, 2, 2}, form);
  simulation.model.fix_surface(beam, left);
  simulation.model.add_force(beam, LoadKind::spatial, {1, y + 0.05, 1.1}, {0.2, 0.1, -1},
                             series({0, 2}, {0, 100}));
  simulation.model.add_spring(beam, {1, y, 1}, nullptr, {1, y, 2}, vertical_spring(2000));
  simulation.model.add_surface_load(beam, LoadKind::convected, top, SurfaceAxis::normal, -200);
}

/// On springs, and free along z alone.
void hang(Simulation& simulation, Body& body, const Vec3& low)
{
  for (const Vec3& X :
       {Vec3(0, 0, 0), Vec3(0.3, 0, 0), Vec3(0, 0.3, 0), Vec3(0, 0, 0.3), Vec3(0.3, 0.3, 0.3)})
    for (const Vec3& n : {Vec3(1, 0, 0), Vec3(0, 1, 0)})
      simulation.model.add_fixed_direction(body, low + X, n);
  for (const double x : {0.0, 0.3}) {
    const Vec3 X = low + Vec3(x, 0.15, 0.3);
    simulation.model.add_spring(body, X, nullptr, X + Vec3(0, 0, 1), vertical_spring(1e5 * (1 + x)));
  }
}

}  // namespace

void build_statics(Simulation& simulation)
{
  simulation.analysis = Analysis::quasi_static;
  set_gravity(simulation, {0.5, 0, -9.81});
  simulation.model.surface_materials.add(
      {.label = "all", .surface1 = {}, .surface2 = {}, .friction = 0.6, .restitution = 0});
  add_floor(simulation);
  add_cantilever(simulation, 0, "TL");
  add_cantilever(simulation, 1, "BC");
  const Shape cube = {box({3.15, 0.15, 1.15}, {0.3, 0.3, 0.3})},
              other = {box({4.15, 0.15, 1.15}, {0.3, 0.3, 0.3})};
  hang(simulation, simulation.model.add_pseudo_rigid(cube, stiff, ""), {3, 0, 1});
  hang(simulation, simulation.model.add_body(BodyKind::rigid, other, stiff, ""), {4, 0, 1});
  // Two stacks on the floor: rigid on co-rotated, pseudo-rigid on total Lagrangian.
  add_static_brick(simulation, {0, 3, 0}, {0.4, 0.4, 0.2}, {2, 2, 1}, "BC");
  add_rigid(simulation, box({0.2, 3.2, 0.3}, {0.3, 0.3, 0.2}), 1000);
  add_static_brick(simulation, {1, 3, 0}, {0.4, 0.4, 0.2}, {2, 2, 1}, "TL");
  simulation.model.add_pseudo_rigid({box({1.2, 3.2, 0.3}, {0.3, 0.3, 0.2})}, stiff, "");
}

}  // namespace corbel::testing
