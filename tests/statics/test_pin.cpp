// SPDX-License-Identifier: MIT
// A pin in a hole: contact between two bodies of nearly the same curvature, on an arc that grows with the load. There is no
// closed form for it that is exact; the load is carried, and the arc tends to that of finer meshes.
#include "statics/static_scene.hpp"

#include "corbel/solvers/portfolio/auto_solver.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

constexpr double hole = 0.05, pin = 0.0495, rim = 0.2, slice = 0.02, g = 10, line_load = 5e6;  // [m], [N/m]

/// From the lowest point, 0 … π: equal cells on 0.6 rad, which the contact does not leave, then cells that grow. Farther apart
/// the corners of the two polygons would be deeper than the gap that closes.
double angle(double s)
{
  constexpr double part = 0.6, fine = 0.6;
  if (s <= part) return fine * s / part;
  const double t = (s - part) / (1 - part), slope = fine / part * (1 - part);
  return fine + slope * t + (pi - fine - slope) * t * t;
}
Vec3 polar(double radius, double s, double y, double z)
{
  return {radius * std::sin(angle(s)), slice * y, z - radius * std::cos(angle(s))};
}

struct Outcome {
  double carried, arc;  ///< [N/N], [rad]
  std::int64_t passes;  ///< the most of a step
};

/// Right halves, with ν = 0 in plane strain by themselves; the plate is fixed at its rim, the pin has a load per volume.
Outcome load_pin(int cells, double friction, bool guided)
{
  Simulation simulation(1.0);
  simulation.analysis = Analysis::quasi_static;
  Model& model = simulation.model;
  model.surface_materials.add(
      {.label = "all", .surface1 = {}, .surface2 = {}, .friction = friction, .restitution = 0});
  const double density = line_load / (g * pi * pin * pin);
  const Mesh plate_mesh = brick(cells / 2, 1, cells, [](double r, double y, double s) -> Vec3 {
    return polar(hole * std::pow(rim / hole, r), s, y, 0);
  });
  const Mesh pin_mesh = sector(cells / 2, cells, 1, [](double r, double s, double y) -> Vec3 {
    return polar(pin * std::pow(r, 0.7), s, 1 - y, pin - hole);
  });
  const auto add = [&](const Mesh& mesh, double rho) -> FiniteElementBody& {
    return model.add_finite_element(mesh, {.label = "", .young = 2e11, .poisson = 0, .density = rho},
                                    finite_element_form("BC"), "");
  };
  FiniteElementBody& plate = add(plate_mesh, 1e-3 * density);
  FiniteElementBody& body = add(pin_mesh, density);
  constexpr int steps = 8;
  model.gravity[2] = series({0, steps}, {0, -g});
  for (FiniteElementBody* of : {&plate, &body})
    for (std::size_t i = 0; i < of->node_count(); ++i) {
      const Vec3 X = of->reference_node(i);
      if (of == &plate && std::hypot(X.x(), X.z()) > rim - 1e-9)
        model.add_fixed_point(*of, X);
      else if (std::abs(X.x()) < 1e-9 && (of == &plate || guided || X.z() > 0)) {
        model.add_fixed_direction(*of, X, {1, 0, 0});
        model.add_fixed_direction(*of, X, {0, 1, 0});
      }
    }
  std::int64_t passes = 0;
  for (int step = 1; step <= steps; ++step) {
    const RunReport report = simulation.run(AutoSolver({.tolerance = 1e-10}), 1.0, {});
    EXPECT_EQ(report.unconverged_steps, 0) << report.static_failure;
    passes = std::max(passes, report.passes);
  }
  double carried = 0, moment = 0, sum = 0;
  for (const ConstraintRecord& r : simulation.constraints()) {
    if (r.joint != 0) continue;
    const Vec3 F = spatial_impulse(r) / simulation.step_of_reactions();
    const double at = std::atan2(r.point[0], -r.point[2]), normal = F.norm();
    carried += std::abs(F.z());
    sum += normal;
    moment += normal * at * at;
  }
  return {carried / (body.mass() * g), 2 * std::sqrt(moment / sum), passes};
}

TEST(Pin, InAHoleIsCarried)
{
  for (const double friction : {0.0, 0.3})
    for (const bool guided : {true, false}) {
      const Outcome found = load_pin(24, friction, guided);
      EXPECT_NEAR(found.carried, 1, friction == 0 ? 1e-6 : 2e-2)
          << friction;  // friction carries a little of it upwards
      EXPECT_LE(found.passes, 20) << friction << guided;
      EXPECT_GT(found.arc, 0.2);
      EXPECT_LT(found.arc, 0.6);
    }
}

TEST(Pin, NightlyArcIsThatOfAMeshTwiceAsFine)
{
  const Outcome coarse = load_pin(24, 0, true), fine = load_pin(48, 0, true);
  EXPECT_NEAR(fine.carried, 1, 1e-6);
  EXPECT_NEAR(coarse.arc / fine.arc, 1, 0.05);
  EXPECT_LE(fine.passes, 20);
}

}  // namespace
}  // namespace corbel::testing
