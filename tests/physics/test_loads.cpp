// SPDX-License-Identifier: MIT
// Loads on a turned body, and loads that change within a step, against closed forms.
#include "corbel/math/rotation.hpp"
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// Mass 2, J = diag(1, 2, 3), turned by 90° about z: its x axis points along y of space, its y axis along −x.
RigidBody& add_turned(Simulation& simulation)
{
  RigidBody& body = add_rigid(simulation, ball(Vec3::Zero(), 1));
  body.set_characteristics({2, 1, Vec3::Zero(), Vec3(1, 2, 3).asDiagonal()});
  const Mat3 R = exp_map({0, 0, pi / 2});
  std::vector<double> q(R.data(), R.data() + 9);
  q.resize(12);
  body.set_q(q);
  return body;
}

void expect_near(const Vec3& a, const Vec3& b) { EXPECT_LT((a - b).norm(), 1e-12) << a.transpose(); }

}  // namespace

TEST(Loads, AConvectedForceTurnsWithTheBodyAndASpatialOneDoesNot)
{
  for (const LoadKind kind : {LoadKind::convected, LoadKind::spatial}) {
    Simulation simulation(0.01);
    RigidBody& body = add_turned(simulation);
    simulation.model.add_force(body, kind, Vec3::Zero(), {1, 0, 0},
                               6);  // at the mass centre: it does not turn
    run(simulation, 1);
    expect_near(velocity(body), kind == LoadKind::convected ? Vec3(0, 3, 0) : Vec3(3, 0, 0));  // F t / m
    expect_near(omega(body), Vec3::Zero());
  }
}

TEST(Loads, AConvectedTorqueTurnsWithTheBodyAndASpatialOneDoesNot)
{
  // Along principal axes ω = T t / J, in body axes. A spatial torque along x acts along −y of the body.
  for (const LoadKind kind : {LoadKind::convected, LoadKind::spatial}) {
    Simulation simulation(0.01);
    RigidBody& body = add_turned(simulation);
    simulation.model.add_torque(body, kind, {1, 0, 0}, 6);
    run(simulation, 0.5);
    expect_near(omega(body), kind == LoadKind::convected ? Vec3(3, 0, 0) : Vec3(0, -1.5, 0));
  }
}

TEST(Loads, AForceFunctionGivesSpatialForceSpatialTorqueAndReferentialTorque)
{
  const struct {
    int first;
    Vec3 v, omega;
  } cases[] = {{0, {3, 0, 0}, Vec3::Zero()}, {3, Vec3::Zero(), {0, -3, 0}}, {6, Vec3::Zero(), {6, 0, 0}}};
  for (const auto& c : cases) {
    Simulation simulation(0.01);
    RigidBody& body = add_turned(simulation);
    simulation.model.add_callback_force(body, [&](const auto&, const auto&, double, double) {
      std::vector<double> f(9);
      f[static_cast<std::size_t>(c.first)] = 6;
      return f;
    });
    run(simulation, 1);
    expect_near(velocity(body), c.v);
    expect_near(omega(body), c.omega);
  }
}

TEST(Loads, GravityThatGrowsWithTimeIsTakenInTheMiddleOfEachStep)
{
  // g = t: the midpoint rule gives v = T²/2 exactly, whatever the step.
  for (const double h : {0.01, 0.25}) {
    Simulation simulation(h);
    RigidBody& body = add_turned(simulation);
    simulation.model.gravity[2] = series({0, 10}, {0, 10});
    run(simulation, 2);
    expect_near(velocity(body), {0, 0, 2});
  }
}

/// At rest, after so many steps, reactions are forces: scaled with the step they solve the next problem, and one
/// sweep finds that out.
static void expect_one_sweep_when_the_step_changes(Simulation& simulation, int steps)
{
  const GaussSeidel with = solver(1e-9, 5000);
  EXPECT_GT(run_steps(simulation, steps, {}, with).max_iterations, 5);
  EXPECT_EQ(run_steps(simulation, 1, {}, with).max_iterations, 1);
  for (const double h : {0.5e-3, 2e-3}) {
    simulation.set_h(h);
    EXPECT_EQ(run_steps(simulation, 1, {}, with).max_iterations, 1) << h;
  }
}

TEST(Loads, ImpulsesKeepTheirForceWhenTheStepIsHalved)
{
  // A stack on the floor, and a bar hung at two points, whose reactions depend on each other.
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.5);
  add_floor(simulation);
  for (int i = 0; i < 3; ++i)
    add_rigid(simulation, block({0, 0, 0.05 + 0.1 * i}, {0.3, 0.3, 0.1}), 100);
  RigidBody& bar = add_rigid(simulation, box({5, 0, 3}, {2, 0.2, 0.2}), 100);
  for (const double x : {4.2, 5.9})
    simulation.model.add_fixed_point(bar, {x, 0, 3.1});
  expect_one_sweep_when_the_step_changes(simulation, 20);
}

/// The same of three blocks bonded to each other and to the ceiling.
TEST(Loads, ImpulsesOfBondsKeepTheirForceWhenTheStepIsHalved)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -9.81});
  simulation.model.surface_materials.add(
      {.label = "glue", .surface1 = {}, .surface2 = {}, .friction = 0.5, .restitution = 0, .cohesion = 1e5});
  add_obstacle(simulation, box({0, 0, 0.5}, {2, 2, 1}));
  for (int i = 0; i < 3; ++i)
    add_rigid(simulation, block({0, 0, -0.05 - 0.1 * i}, {0.3, 0.3, 0.1}), 100);
  expect_one_sweep_when_the_step_changes(simulation, 200);
}
