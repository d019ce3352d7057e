// SPDX-License-Identifier: MIT
// A pin in a hole: contact between two bodies of nearly the same curvature, on an arc that grows with the load. There is no
// closed form for it that is exact; the load is carried, and the arc tends to that of finer meshes.
#include "statics/static_scene.hpp"

#include "corbel/solvers/portfolio/auto_solver.hpp"

#include <gtest/gtest.h>

#include <map>

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
  std::map<long, double>
      pressure;  ///< by cells from the lowest point [Pa]; there, on the line of symmetry, of half a cell

  double peak() const
  {
    double most = 0;
    for (const auto& [cell, p] : pressure)
      most = std::max(most, cell == 0 ? 2 * p : p);
    return most;
  }
};

struct Setting {
  double friction = 0;
  bool guided = true;
  int steps = 8;
  ContactPoints points = ContactPoints::patch;
};

/// Right halves, with ν = 0 in plane strain by themselves; the plate is fixed at its rim, the pin has a load per volume.
Outcome load_pin(int cells, const Setting& setting)
{
  const auto& [friction, guided, steps, points] = setting;
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
  model.contact.points = points;
  model.gravity[2] = series({0, double(steps)}, {0, -g});
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
  const double cell = 1.0 / cells;  // [rad]
  std::map<long, double> pressure;
  double carried = 0, moment = 0, sum = 0;
  for (const ConstraintRecord& r : simulation.constraints()) {
    if (r.joint != 0) continue;
    const Vec3 F = spatial_impulse(r) / simulation.step_of_reactions();
    const double at = std::atan2(r.point[0], -r.point[2]), normal = F.norm();
    carried += std::abs(F.z());
    sum += normal;
    moment += normal * at * at;
    pressure[std::lround(at / cell)] += normal / (cell * hole * slice);
  }
  return {carried / (body.mass() * g), 2 * std::sqrt(moment / sum), passes, pressure};
}

TEST(Pin, InAHoleIsCarried)
{
  for (const double friction : {0.0, 0.3})
    for (const bool guided : {true, false}) {
      const Outcome found = load_pin(24, {friction, guided});
      EXPECT_NEAR(found.carried, 1, friction == 0 ? 1e-6 : 2e-2)
          << friction;  // friction carries a little of it upwards
      EXPECT_LE(found.passes, 20) << friction << guided;
      EXPECT_GT(found.arc, 0.2);
      EXPECT_LT(found.arc, 0.6);
    }
}

/// Frictionless: the equilibrium does not depend on how the load came. At once, nothing holds the pin at first but its lowest nodes,
/// which run deep into the plate.
TEST(Pin, PressureDoesNotDependOnTheSteps)
{
  struct Case {
    ContactPoints points;
    int cells;
    double largest_difference;
  };
  // One point per pair of facing elements (CENTROID) moves along them with the path that led there.
  for (const auto& [points, cells, largest_difference] :
       {Case{ContactPoints::patch, 32, 0.01}, Case{ContactPoints::patch, 48, 0.01},
        Case{ContactPoints::centroid, 24, 0.05}}) {
    SCOPED_TRACE(::testing::Message() << cells << ' ' << static_cast<int>(points));
    const Outcome at_once = load_pin(cells, {.steps = 1, .points = points});
    const Outcome in_steps = load_pin(cells, {.steps = 8, .points = points});
    for (const Outcome* of : {&at_once, &in_steps}) {
      EXPECT_LE(of->passes, 20);
      EXPECT_NEAR(of->carried, 1, 1e-6);
    }
    EXPECT_NEAR(at_once.arc / in_steps.arc, 1, 0.01);
    std::map<long, double> difference = in_steps.pressure;
    for (const auto& [cell, p] : at_once.pressure)
      difference[cell] -= p;
    for (const auto& [cell, p] : difference)
      EXPECT_NEAR(p / in_steps.peak(), 0, largest_difference) << cell;
  }
}

TEST(Pin, NightlyArcIsThatOfAMeshTwiceAsFine)
{
  const Outcome coarse = load_pin(24, {}), fine = load_pin(48, {});
  EXPECT_NEAR(fine.carried, 1, 1e-6);
  EXPECT_NEAR(coarse.arc / fine.arc, 1, 0.05);
  EXPECT_NEAR(coarse.peak() / fine.peak(), 1, 0.05);
  EXPECT_LE(fine.passes, 20);
}

}  // namespace
}  // namespace corbel::testing
