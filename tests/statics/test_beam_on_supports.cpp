// SPDX-License-Identifier: MIT
// Beams that lie on two supports, with and without friction, against Timoshenko's theory (S. P. Timoshenko, J. M. Gere,
// Mechanics of Materials: deflections of simple beams with the shear coefficient κ = 5/6 of a rectangle; ν = 0, G = E/2):
//
//   load P in the middle        w = P L³/48EI + P L/4κGA
//   weight q, overhangs c       w = 5qL⁴/384EI − qc²L²/16EI + qL²/8κGA
//
// L is the distance of the lines that the beam touches, the inner edges of two blocks. Linear hexahedra of length l bend too stiffly
// by the part (G/E)(l/height)² of their parasitic shear, here 0.1 %; the deflections are small beside the height.
#include "statics/static_scene.hpp"

#include "corbel/solvers/portfolio/auto_solver.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

constexpr double E = 2e11, rho = 7800, g = 10, height = 0.2, width = 0.1, length = 4.42, span = 4,
                 overhang = 0.21, edge = 0.025;
constexpr double I = width * height * height * height / 12, kGA = 5.0 / 6 * E / 2 * width * height;
constexpr double weight = rho * g * width * height;  // [N/m]

double middle_load_deflection(double P)
{
  return P * std::pow(span, 3) / (48 * E * I) + P * span / (4 * kGA);
}
double weight_deflection()
{
  return 5 * weight * std::pow(span, 4) / (384 * E * I) -
         weight * overhang * overhang * span * span / (16 * E * I) + weight * span * span / (8 * kGA);
}

struct Beam : StaticCase {
  Beam(double friction, const char* form, double P, double h = 0.1)
      : StaticCase(straight_brick({0, -width / 2, 0}, {length, width, height}, 221, 1, 2), {E, 0, rho}, form,
                   h)
  {
    set_gravity(simulation, {0, 0, -g});
    simulation.model.surface_materials.add(
        {.label = "all", .surface1 = {}, .surface2 = {}, .friction = friction, .restitution = 0});
    for (const double x : {overhang, overhang + span})
      add_obstacle(simulation, box({x < length / 2 ? x - edge : x + edge, 0, -0.1}, {2 * edge, 1, 0.2}));
    for (const double y : {-width / 2, width / 2})
      simulation.model.add_force(body, LoadKind::spatial, {length / 2, y, height / 2}, {0, 0, -1},
                                 series({0, 1}, {0, P / 2}));
  }
  double middle() const { return -displacement({length / 2, 0, height / 2}).z(); }
  /// Of its neutral axis over the supports: those are pressed in locally.
  double over_supports() const
  {
    return -0.5 *
           (displacement({overhang, 0, height / 2}).z() + displacement({overhang + span, 0, height / 2}).z());
  }
  double carried() const
  {
    double sum = 0;
    for (const ConstraintRecord& contact : simulation.constraints())
      sum += spatial_impulse(contact).z() / simulation.step_of_reactions();
    return std::abs(sum);
  }
};

class OnSupports : public ::testing::TestWithParam<const char*> {};

/// Ten steps up to the full load, then two at constant load; friction holds the lower edge of the beam back by a little.
TEST_P(OnSupports, BeamsBendAsTimoshenkoSays)
{
  const double P = 2e4;
  for (const double friction : {0.0, 0.3}) {
    Beam beam(friction, GetParam(), P);
    double before = 0;
    for (int step = 1; step <= 12; ++step) {
      const RunReport report = beam.simulation.run(AutoSolver({.tolerance = 1e-10}), 0.1, {});
      EXPECT_EQ(report.unconverged_steps, 0) << friction << ' ' << step << ' ' << report.static_failure;
      EXPECT_LE(report.passes, step > 11 ? 1 : 10) << friction << ' ' << step;
      const double w = beam.middle() - beam.over_supports();
      const double theory = weight_deflection() + middle_load_deflection(P * std::min(1.0, 0.1 * step));
      if (friction == 0) EXPECT_NEAR(w / theory, 1, 5e-3) << step;
      if (friction > 0)
        EXPECT_LT(w, theory) << step;  // and not by more than the moment of μN about the axis makes
      if (friction > 0)
        EXPECT_GT(w, theory - friction * beam.carried() / 2 * height / 2 * span * span / (8 * E * I)) << step;
      EXPECT_NEAR(beam.carried() / (weight * length + P * std::min(1.0, 0.1 * step)), 1, 1e-5)
          << step;  // stiff and slender: balance to the round-off of its internal forces
      EXPECT_GT(w, before - 1e-12) << step;
      before = w;
    }
  }
}

/// Whatever the length of a step and their number, but for what overlaps are left alone (static_contacts.cpp). Friction
/// remembers its path: where the beam slides, it did so under the reactions of the steps on the way.
TEST_P(OnSupports, DeflectionsDoNotDependOnTheStep)
{
  for (const double friction : {0.0, 0.3}) {
    std::vector<double> w;
    for (const auto& [h, steps] : {std::pair(1.0, 1), {0.25, 4}}) {
      Beam beam(friction, GetParam(), 2e4, h);
      EXPECT_EQ(beam.simulation.run(AutoSolver({.tolerance = 1e-10}), steps * h, {}).unconverged_steps, 0);
      w.push_back(beam.middle());
    }
    EXPECT_NEAR(w[0] / w[1], 1, friction > 0 ? 1e-2 : 1e-4) << friction;
  }
}

/// A prism along y whose upper edge is at (x, 0), its flanks fall by `slope`.
Convex knife(double x, double slope)
{
  std::vector<double> corners;
  for (const double y : {-0.3, 0.3})
    for (const auto& [along, z] : {std::pair(-0.1, -0.1 * slope), {0.1, -0.1 * slope}, {0.0, 0.0}})
      corners.insert(corners.end(), {x + along, y, z});
  return convex_hull(corners, 0, 0);
}

/// On knife edges along lines of nodes a beam without friction is one whose nodes there cannot move down: the elements of either side
/// touch the edge with theirs, where any normal between the flanks would part the two, but only that of the beam is one.
TEST(OnKnifeEdges, BeamsAreThoseWithFixedNodes)
{
  const auto middle = [](double slope, ContactPoints points, int steps) {
    StaticCase beam(straight_brick({0, -0.1, 0}, {4, 0.2, 0.2}, 40, 2, 4), {E, 0.3, rho}, "BC");
    Simulation& simulation = beam.simulation;
    simulation.model.contact.points = points;
    simulation.model.gravity[2] = series({0, double(steps)}, {0, -g});
    simulation.model.surface_materials.add(
        {.label = "all", .surface1 = {}, .surface2 = {}, .friction = 0, .restitution = 0});
    beam.fix(both(plane(0, 2), plane(2, 0.1)), "x");  // neutral motions
    beam.fix(both(plane(1, 0), plane(2, 0.1)), "y");
    for (const double x : {0.5, 3.5}) {
      if (slope > 0)
        add_obstacle(simulation, {knife(x, slope)});
      else
        beam.fix(both(plane(0, x), plane(2, 0)), "z");
    }
    for (int step = 1; step <= steps; ++step) {
      const RunReport report = simulation.run(AutoSolver({.tolerance = 1e-10}), 1.0, {});
      EXPECT_EQ(report.unconverged_steps, 0) << slope << ' ' << step << ' ' << report.static_failure;
      EXPECT_LE(report.passes, 20) << slope << ' ' << step;
    }
    return -beam.displacement({2, 0, 0.1}).z();
  };
  const double fixed = middle(0, ContactPoints::patch, 1);
  for (const double slope : {0.5, 2.0})
    for (const int steps : {1, 3}) {
      EXPECT_NEAR(middle(slope, ContactPoints::patch, steps) / fixed, 1, 5e-3) << slope << ' ' << steps;
      // The normal of CENTROID is a mean of the surfaces of the overlap: it leans towards flat flanks.
      EXPECT_NEAR(middle(slope, ContactPoints::centroid, steps) / fixed, 1, slope < 1 ? 0.03 : 5e-3)
          << slope << ' ' << steps;
    }
}

INSTANTIATE_TEST_SUITE_P(Forms, OnSupports, ::testing::Values("TL", "BC"));

}  // namespace
}  // namespace corbel::testing
