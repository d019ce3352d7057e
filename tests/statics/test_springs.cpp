// SPDX-License-Identifier: MIT
// Bodies on springs against closed forms, by every solver, and steps that may not be called converged.
#include "statics/static_scene.hpp"

#include "corbel/solvers/portfolio/auto_solver.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

constexpr double g = 10;       // [m/s²]
constexpr double mass = 1000;  // [kg] of a unit cube
constexpr double young = 1e10;
constexpr double elastic = 3e-5;  // [m] strokes are a few times weight / (young · 1 m), 1e-6 m

SpringData along(const Vec3& direction, SpringData::Force force)
{
  SpringData data;
  data.force = std::move(force);
  data.direction = direction;
  return data;
}

SpringData vertical(double k)
{
  return along(Vec3::UnitZ(), [=](double stroke, double) { return -k * stroke; });
}

/// Unit cubes that hang or lie, in one long step.
struct Scene {
  Simulation simulation{1.0};

  Scene()
  {
    simulation.analysis = Analysis::quasi_static;
    set_gravity(simulation, {0, 0, -g});
  }
  Body& cube(const std::string& kind, const Vec3& low)
  {
    const BulkMaterial material = {.label = "", .young = young, .poisson = 0, .density = mass};
    const Mesh mesh = straight_brick(low, {1, 1, 1}, 2, 2, 2);
    if (kind == "finite_element")
      return simulation.model.add_finite_element(mesh, material, FiniteElementForm::bc, "");
    const Shape shape = {box(low + Vec3(0.5, 0.5, 0.5), {1, 1, 1})};
    if (kind == "pseudo_rigid") return simulation.model.add_pseudo_rigid(shape, material, "");
    return simulation.model.add_body(BodyKind::rigid, shape, material, "");
  }
  /// n of them on top of a cube, about its middle.
  std::vector<Joint*> hang(Body& cube, const Vec3& low, int n, const SpringData& data)
  {
    static const std::vector<std::vector<Vec3>> places = {
        {{0.5, 0.5, 1}}, {{0, 0.5, 1}, {1, 0.5, 1}}, {{0, 0.5, 1}, {0.5, 0.5, 1}, {1, 0.5, 1}}};
    std::vector<Joint*> joints;
    for (const Vec3& X : places.at(static_cast<std::size_t>(n - 1)))
      joints.push_back(&simulation.model.add_spring(cube, low + X, nullptr, low + X + Vec3(0, 0, 2), data));
    return joints;
  }
  /// No motion but along z.
  void guide(Body& cube)
  {
    for (const Vec3& X : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 1)})
      for (const Vec3& n : {Vec3(1, 0, 0), Vec3(0, 1, 0)})
        simulation.model.add_fixed_direction(cube, X, n);
  }
  RunReport solve(const Solver& solver) { return simulation.run(solver, 1.0, {}); }
};

double moved(const Body& body, const Vec3& X) { return (body.position(body.locate("X", X)) - X).z(); }

void expect_balance(const RunReport& report)
{
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_LE(report.worst_imbalance, 1e-9);
  EXPECT_LE(report.worst_misfit, 1e-5);
  EXPECT_LE(report.worst_residual, 1e-3);
}

struct SpringCase {
  std::string solver, kind;
};

class Springs : public ::testing::TestWithParam<SpringCase> {
 protected:
  /// "sweeps" are those of Gauss–Seidel as it comes, which ends when R changes by less than 1e-4.
  static std::unique_ptr<Solver> solver()
  {
    if (GetParam().solver == "sweeps") return std::make_unique<GaussSeidel>();
    return make_solver(GetParam().solver, {.tolerance = 1e-10});
  }
  static std::string kind() { return GetParam().kind; }
};

TEST_P(Springs, InParallelShareTheWeight)
{
  for (const int n : {1, 2, 3})
    for (const bool guided : {false, true}) {
      SCOPED_TRACE(std::to_string(n) + (guided ? " springs, guided" : " springs"));
      const double k = 1e5 / n;
      Scene scene;
      Body& cube = scene.cube(kind(), Vec3::Zero());
      const std::vector<Joint*> joints = scene.hang(cube, Vec3::Zero(), n, vertical(k));
      if (guided) scene.guide(cube);
      expect_balance(scene.solve(*solver()));
      EXPECT_NEAR(moved(cube, {0.5, 0.5, 1}), -mass * g / (n * k), elastic);
      for (const Joint* joint : joints)
        EXPECT_NEAR(std::abs(scene.simulation.reactions().impulses(*joint)[0].z()), mass * g / n,
                    1e-5 * mass * g);
    }
}

TEST_P(Springs, OfAForceThatGrowsWithTheCube)
{
  for (const int n : {1, 2}) {
    const double c = 1e7;
    Scene scene;
    Body& cube = scene.cube(kind(), Vec3::Zero());
    scene.hang(cube, Vec3::Zero(), n,
               along(Vec3::UnitZ(), [=](double s, double) { return -c / n * s * s * s; }));
    scene.guide(cube);
    expect_balance(scene.solve(*solver()));
    EXPECT_NEAR(moved(cube, {0.5, 0.5, 1}), -std::cbrt(mass * g / c), elastic);
  }
}

TEST_P(Springs, InSeriesAddTheirStrokes)
{
  const double k1 = 4e5, k2 = 1e5;
  Scene scene;
  Body& upper = scene.cube(kind(), Vec3::Zero());
  Body& lower = scene.cube(kind(), {0, 0, -3});
  scene.hang(upper, Vec3::Zero(), 2, vertical(k1 / 2));
  for (const double x : {0.0, 1.0})
    scene.simulation.model.add_spring(lower, {x, 0.5, -2}, &upper, {x, 0.5, 0}, vertical(k2 / 2));
  expect_balance(scene.solve(*solver()));
  const double first = 2 * mass * g / k1;
  EXPECT_NEAR(moved(upper, {0.5, 0.5, 0.5}), -first, elastic);
  EXPECT_NEAR(moved(lower, {0.5, 0.5, -2.5}), -first - mass * g / k2, elastic);
}

TEST_P(Springs, StopAtTheirLimit)
{
  Scene scene;
  Body& cube = scene.cube(kind(), Vec3::Zero());
  SpringData data = vertical(5e4);
  data.smin = -0.05;
  data.smax = 0.05;  // 0.1 without it
  const std::vector<Joint*> joints = scene.hang(cube, Vec3::Zero(), 2, data);
  expect_balance(scene.solve(*solver()));
  EXPECT_NEAR(moved(cube, {0, 0.5, 1}), -0.05, elastic);
  for (const Joint* joint : joints)
    EXPECT_NEAR(std::abs(scene.simulation.reactions().impulses(*joint)[0].z()), 0.5 * mass * g,
                1e-3 * mass * g);
}

TEST_P(Springs, LeaveTheRestOfTheWeightToTheFloor)
{
  const double k = 5e4;
  Scene scene;
  set_material(scene.simulation, 0.3);
  Body& cube = scene.cube(kind(), {0, 0, 0.05});
  add_floor(scene.simulation);
  scene.hang(cube, {0, 0, 0.05}, 2, vertical(k));
  expect_balance(scene.solve(*solver()));
  EXPECT_NEAR(moved(cube, {0.5, 0.5, 0.05}), -0.05, elastic);
  double floor = 0;
  for (const ConstraintRecord& c : scene.simulation.constraints())
    if (c.kind == ConstraintKind::contact) floor += c.impulse[2] / scene.simulation.step_of_reactions();
  EXPECT_NEAR(floor, mass * g - 2 * k * 0.05, 1e-3 * mass * g);
}

std::vector<SpringCase> all_cases()
{
  std::vector<SpringCase> cases;
  for (const char* solver : {"sweeps", "gauss_seidel", "auto", "newton", "admm", "interior_point"})
    for (const char* kind : {"rigid", "pseudo_rigid", "finite_element"})
      cases.push_back({solver, kind});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, Springs, ::testing::ValuesIn(all_cases()),
                         [](const auto& one) { return one.param.solver + "_" + one.param.kind; });

/// Beam on springs at x = ±a, load F at x = e: F = 2 k w, 2 k a² sin θ cos θ = F e cos θ.
TEST(SpringsAndBodies, AnEccentricLoadTiltsABeam)
{
  const double a = 0.5, e = 0.2, k = 1e4, F = 4e3;
  Simulation simulation(1.0);
  simulation.analysis = Analysis::quasi_static;
  RigidBody& beam = add_rigid(simulation, box({0, 0, 0}, {1, 0.1, 0.1}), 1000);
  for (const double x : {-a, a})
    simulation.model.add_spring(beam, {x, 0, 0}, nullptr, {x, 0, 1}, vertical(k));
  simulation.model.add_force(beam, LoadKind::spatial, {e, 0, 0}, {0, 0, -1}, F);
  expect_balance(simulation.run(GaussSeidel(), 1.0, {}));
  const double w = F / (2 * k), sine = F * e / (2 * k * a * a);
  for (const double x : {-a, a})
    EXPECT_NEAR(moved(beam, {x, 0, 0}), -w - x * sine, 1e-8);
}

/// Elongations of a bar and of the springs that hold it: F L/(E A) + F/(n k).
TEST(SpringsAndBodies, ABarAddsItsOwnLength)
{
  const double E = 1e6, F = 100, k = 2e3;
  for (const char* form : {"BC", "TL"}) {
    StaticCase c(straight_brick({0, 0, 0}, {2, 1, 1}, 4, 1, 1), {E, 0}, form);
    for (const double y : {0.0, 1.0})
      for (const double z : {0.0, 1.0}) {
        SpringData data = along(Vec3::UnitX(), [=](double s, double) { return -k * s; });
        c.simulation.model.add_spring(c.body, {0, y, z}, nullptr, {-1, y, z}, data);
        c.push({2, y, z}, {F / 4, 0, 0});
      }
    expect_balance(c.simulation.run(GaussSeidel(), 1.0, {}));
    EXPECT_NEAR(c.displacement({0, 0, 0}).x(), F / (4 * k), 1e-8 * F / k);
    EXPECT_NEAR(c.displacement({2, 0, 0}).x(), F / (4 * k) + 2 * F / E, 2e-3 * F / E);
  }
}

/// A spring at the tip takes its part of the load: with the stiffness K of the cantilever alone, F/(K + k).
TEST(SpringsAndBodies, ACantileverIsProppedByASpring)
{
  const double F = 1e-2, k = 500;
  std::array<double, 2> tip = {};
  for (const bool propped : {false, true}) {
    StaticCase c(straight_brick({0, 0, 0}, {2, 0.2, 0.2}, 8, 2, 2), {1e7, 0}, "BC");
    c.fix(plane(0, 0.0), "xyz");
    c.push({2, 0.1, 0.1}, {0, 0, -F});
    if (propped) c.simulation.model.add_spring(c.body, {2, 0.1, 0.1}, nullptr, {2, 0.1, 1}, vertical(k));
    expect_balance(c.simulation.run(GaussSeidel(), 1.0, {}));
    tip[propped] = -c.displacement({2, 0.1, 0.1}).z();
  }
  const double K = F / tip[0];
  EXPECT_GT(k, 0.3 * K);
  EXPECT_LT(k, 3 * K);
  EXPECT_NEAR(tip[1], F / (K + k), 1e-5 * tip[0]);
}

// --- what may be called converged --------------------------------------------------------------------

/// Says that all is well whatever the problem.
class Boaster final : public Solver {
 public:
  explicit Boaster(double part) : part_(part) {}
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override
  {
    GaussSeidel().solve(problem, R);
    for (Vec3& r : R)
      r *= part_;
    return {};
  }

 private:
  double part_;  ///< of the solution that it gives
};

/// Reactions are measured and, where they fall short, found by the portfolio: what the solver says of itself does not count.
TEST(CalledConverged, WhatBalancesWhateverTheSolverSays)
{
  for (const double part : {0.0, 0.999}) {
    Scene scene;
    set_material(scene.simulation, 0.3);
    scene.cube("rigid", Vec3::Zero());
    add_floor(scene.simulation);
    expect_balance(scene.solve(Boaster(part)));
    double floor = 0;
    for (const ConstraintRecord& c : scene.simulation.constraints())
      floor += c.impulse[2] / scene.simulation.step_of_reactions();
    EXPECT_NEAR(floor, mass * g, 1e-8 * mass * g) << part;
  }
}

TEST(CalledConverged, JointsWhereTheyAreToBe)
{
  StaticCase c(straight_brick({0, 0, 0}, {1, 1, 1}, 1, 1, 1), {1e6, 0}, "BC");
  c.fix(plane(2, 0.0), "xyz");
  set_gravity(c.simulation, {0, 0, -g});
  expect_balance(c.simulation.run(Boaster(0), 1.0, {}));
  EXPECT_NEAR(c.displacement({0, 0, 0}).norm(), 0, 1e-12);
}

/// A soft cantilever that bends by a third of its length takes several passes of Newton's method. With fewer it is not in
/// balance, and the report says which body is not, and that passes were all used.
TEST(CalledConverged, NotWhatPassesHadNoTimeFor)
{
  const auto bend = [](int passes) {
    StaticCase c(straight_brick({0, 0, 0}, {2, 0.2, 0.2}, 8, 1, 1), {1e7, 0}, "TL");
    c.fix(plane(0, 0.0), "xyz");
    c.push({2, 0.1, 0.1}, {0, 0, -200});
    c.simulation.statics.max_passes = passes;
    return c.simulation.run(solver(1e-12, 10000), 1.0, {});
  };
  for (const int passes : {1, 2, 3}) {
    const RunReport report = bend(passes);
    EXPECT_EQ(report.unconverged_steps, 1) << passes;
    EXPECT_EQ(report.passes, passes);
    EXPECT_GT(report.worst_imbalance, 1e-9) << passes;
    EXPECT_NE(report.static_failure.find("in the step from t = 0 s forces on body 1 are out of balance"),
              std::string::npos)
        << report.static_failure;
    EXPECT_NE(report.static_failure.find("the most allowed"), std::string::npos) << report.static_failure;
  }
  const RunReport report = bend(50);
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_LE(report.worst_imbalance, 1e-9);
  EXPECT_TRUE(report.static_failure.empty()) << report.static_failure;
}

}  // namespace
}  // namespace corbel::testing
