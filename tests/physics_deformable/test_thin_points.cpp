// SPDX-License-Identifier: MIT
// Pads of finite elements on each other, of meshes that match and that do not: no more points than nodes in touch, all of the area, points
// that stay at rest, and the patch test: a uniform pressure passes through a flat interface, in quasi-static analysis and in a plane
// impact, where all nodes of a layer have to move alike.
#include "statics/static_scene.hpp"

#include "corbel/contact/detect.hpp"
#include "corbel/solvers/portfolio/auto_solver.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

namespace corbel::testing {
namespace {

constexpr double thickness = 0.5;

/// Of the upper pad; the lower one always has 4×4×2 equal elements.
struct Mesher {
  int cells;
  double graded;  ///< lines of the mesh are moved by up to this
  double turn;    ///< [deg] about the vertical
};
const Mesher matching{4, 0, 0}, graded{4, 0.06, 0}, finer{5, 0, 0}, coarser{3, 0, 0}, turned{4, 0, 30};

Mesh pad(const Mesher& m, double low, int layers = 2)
{
  const auto move = [&](double x) { return x + m.graded * std::sin(2 * pi * x); };
  ShapePart part = brick(m.cells, m.cells, layers, [&](double x, double y, double z) -> Vec3 {
    return {move(x), move(y), low + thickness * z};
  });
  if (m.turn != 0) rotate(part, {0.5, 0.5, 0}, Vec3::UnitZ(), m.turn);
  return std::get<Mesh>(part);
}

struct Pads {
  Simulation simulation;
  FiniteElementBody &lower, &upper;

  Pads(const Mesher& above, ContactPoints points, double h, double poisson = 0, double depth = 0,
       double friction = 0)
      : simulation(h), lower(add(pad(matching, 0), poisson)),
        upper(add(pad(above, thickness - depth), poisson))
  {
    simulation.model.contact.points = points;
    simulation.model.surface_materials.add(
        {.label = "all", .surface1 = {}, .surface2 = {}, .friction = friction, .restitution = 0});
  }
  FiniteElementBody& add(const Mesh& mesh, double poisson)
  {
    return simulation.model.add_finite_element(
        mesh, {.label = "", .young = 1e7, .poisson = poisson, .density = 1000}, FiniteElementForm::bc, "");
  }
};

double sum_of_areas(const ContactSet& contacts)
{
  double sum = 0;
  for (const Contact& c : contacts)
    sum += c.area;
  return sum;
}

using Case = std::tuple<Mesher, ContactPoints>;
class ThinPoints : public ::testing::TestWithParam<Case> {};

TEST_P(ThinPoints, NoMoreThanNodesInTouchAndAllOfTheArea)
{
  const auto& [above, points] = GetParam();
  const double depth = 1e-5;
  Pads pads(above, points, 1e-3, 0, depth);
  ContactDetector detector;
  const ContactSet all = detector.find_all(pads.simulation.model);
  const ContactSet thinned = detector.detect(pads.simulation.model, {});
  const std::size_t nodes = 25 + static_cast<std::size_t>((above.cells + 1) * (above.cells + 1));
  EXPECT_LE(thinned.size(), nodes);
  EXPECT_GE(thinned.size(), 4U);
  EXPECT_NEAR(sum_of_areas(thinned), sum_of_areas(all), 1e-12 * sum_of_areas(all));
  for (const Contact& c : thinned)
    EXPECT_GE(c.area, 0);
  // The pads' own area where they overlap entirely, up to the sides of an overlap of this depth.
  if (above.turn == 0) EXPECT_NEAR(sum_of_areas(thinned), 1, points == ContactPoints::patch ? 1e-9 : 1e-3);
}

/// Points of the next step go on from those of this one.
TEST_P(ThinPoints, TheSamePointsAgain)
{
  const auto& [above, points] = GetParam();
  Pads pads(above, points, 1e-3, 0, 1e-5);
  ContactDetector detector;
  ContactSet before = detector.detect(pads.simulation.model, {});
  for (std::size_t i = 0; i < before.size(); ++i)
    before[i].row = static_cast<int>(i);
  const ContactSet after = detector.detect(pads.simulation.model, before);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    EXPECT_EQ(after[i].key, before[i].key);
    EXPECT_FALSE(after[i].is_new);
    EXPECT_NEAR(after[i].area, before[i].area, 1e-9);
  }
}

/// The largest deviation from σ = −p e_z e_zᵀ in both pads, as part of p. Poisson's ratio 0: nothing has to slide.
double stress_error(const Case& which)
{
  const auto& [above, points] = which;
  const double p = 1e3;  // strains of 1e-4: Cauchy's stress differs by as much
  Pads pads(above, points, 1);
  Simulation& simulation = pads.simulation;
  simulation.analysis = Analysis::quasi_static;
  Model& model = simulation.model;
  for (FiniteElementBody* body : {&pads.lower, &pads.upper})
    for (std::size_t i = 0; i < body->node_count(); ++i) {
      const Vec3 X = body->reference_node(i);
      if (body == &pads.lower && X.z() < 1e-9) model.add_fixed_direction(*body, X, Vec3::UnitZ());
      if (X.x() < 1e-9) model.add_fixed_direction(*body, X, Vec3::UnitX());
      if (X.y() < 1e-9) model.add_fixed_direction(*body, X, Vec3::UnitY());
    }
  model.add_surface_load(pads.upper, LoadKind::spatial, top, SurfaceAxis::normal, -p);
  EXPECT_EQ(simulation.run(AutoSolver({.tolerance = 1e-10}), 1.0, {}).unconverged_steps, 0);
  Mat3 expected = Mat3::Zero();
  expected(2, 2) = -p;
  double worst = 0;
  for (const FiniteElementBody* body : {&pads.lower, &pads.upper})
    for (const Mat3& stress : body->nodal_stress())
      worst = std::max(worst, (stress - expected).norm() / p);
  return worst;
}

TEST_P(ThinPoints, AUniformPressurePassesThrough)
{
  if (std::get<0>(GetParam()).turn != 0) GTEST_SKIP() << "pads that do not cover each other";
  EXPECT_LT(stress_error(GetParam()), 2e-4);
}

/// One pad falls flat on the other, which flies freely: waves along z only.
TEST_P(ThinPoints, APlaneImpactStaysPlane)
{
  const auto& [above, points] = GetParam();
  if (above.turn != 0) GTEST_SKIP() << "pads that do not cover each other";
  Pads pads(above, points, 1e-4);
  pads.upper.set_initial_velocity({0, 0, -1}, Vec3::Zero());
  const AutoSolver solver({.tolerance = 1e-10});
  double worst = 0, slowest = 1e100;
  RunHooks hooks;
  hooks.callback = [&] {
    for (const FiniteElementBody* body : {&pads.lower, &pads.upper}) {
      const std::vector<double> u = body->u();
      std::map<int, std::pair<double, double>> range;  // of u_z in the layers of nodes
      for (std::size_t i = 0; i < body->node_count(); ++i) {
        const int layer = static_cast<int>(std::lround(body->reference_node(i).z() * 100));
        const auto [entry, is_new] = range.try_emplace(layer, u[3 * i + 2], u[3 * i + 2]);
        entry->second.first = std::min(entry->second.first, u[3 * i + 2]);
        entry->second.second = std::max(entry->second.second, u[3 * i + 2]);
        worst = std::max({worst, std::abs(u[3 * i]), std::abs(u[3 * i + 1])});
      }
      for (const auto& [layer, ends] : range)
        worst = std::max(worst, ends.second - ends.first);
      slowest = std::min(slowest, range.begin()->second.first);
    }
    return true;
  };
  EXPECT_EQ(pads.simulation.run(solver, 0.02, hooks).unconverged_steps, 0);
  EXPECT_LT(slowest, -0.9);  // they did meet: the lower one was pushed
  // Centroids of overlaps move with their depth: with all of them it is 2e-5.
  EXPECT_LT(worst, points == ContactPoints::patch ? 1e-6 : 1e-4);
}

/// How often the set of points changes, and how often while what is detected before thinning does not.
struct Changes {
  int all = 0, without_cause = 0;
};

/// A pad on a pad on the ground, with damping until all is at rest.
Changes changes_at_rest(const Case& which, int steps)
{
  const auto& [above, points] = which;
  Pads pads(above, points, 1e-3, 0.2, 0, 0.5);
  Simulation& simulation = pads.simulation;
  set_gravity(simulation, {0, 0, -9.81});
  add_floor(simulation);
  for (FiniteElementBody* body : {&pads.lower, &pads.upper})
    body->set_damping({1e-3, 20});
  const AutoSolver solver({.tolerance = 1e-6});
  simulation.run(solver, 1, {});
  const auto keys = [&] {
    std::set<std::array<int, 5>> all;
    for (const ConstraintRecord& c : simulation.constraints())
      all.insert({c.master, c.slave, c.master_object, c.slave_object, c.feature});
    return all;
  };
  const auto detected = [&] {
    std::vector<ContactKey> all;
    for (const Contact& c : ContactDetector().find_all(simulation.model))
      all.push_back(c.key);
    return all;
  };
  auto last = keys();
  auto all = detected();
  EXPECT_GT(last.size(), 10U);
  Changes changes;
  RunHooks hooks;
  hooks.callback = [&] {
    auto now = keys();
    auto all_now = detected();
    changes.all += now != last;
    changes.without_cause += now != last && all_now == all;
    last = std::move(now);
    all = std::move(all_now);
    return true;
  };
  simulation.run(solver, steps * 1e-3, hooks);
  return changes;
}

/// Of pads that are turned a corner of an element touches just within epsilon or not, as the last digits of the solver have it: it is
/// detected or not, thinned or not.
void expect_rest(const Case& which, int steps)
{
  const Changes changes = changes_at_rest(which, steps);
  EXPECT_EQ(changes.without_cause, 0);
  if (std::get<0>(which).turn == 0) EXPECT_EQ(changes.all, 0);
}

TEST_P(ThinPoints, AtRestTheSetDoesNotChange) { expect_rest(GetParam(), 300); }
TEST_P(ThinPoints, NightlyAtRestTheSetDoesNotChangeInTenThousandSteps) { expect_rest(GetParam(), 10000); }

INSTANTIATE_TEST_SUITE_P(Meshes, ThinPoints,
                         ::testing::Combine(::testing::Values(matching, graded, finer, coarser, turned),
                                            ::testing::Values(ContactPoints::patch,
                                                              ContactPoints::centroid)));

}  // namespace
}  // namespace corbel::testing
