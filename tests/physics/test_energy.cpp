// SPDX-License-Identifier: MIT
// The energy budget: what loads and contacts did is what the bodies have.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;

}  // namespace

TEST(EnergyBudget, OfTranslationClosesToRoundOff)
{
  // ½ (v + v⁺)·(h f + r) = ½ m (v⁺² − v²) step by step: kinetic energy is what it was and the work since,
  // through impacts and friction: nothing numerical.
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.4, 0.5);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, block({0, 0, 0.5}, {0.3, 0.3, 0.1}), 100);
  body.set_rotation_enabled(false);
  body.set_initial_velocity({3, 1, 0}, Vec3::Zero());
  simulation.model.add_force(body, LoadKind::spatial, {0, 0, 0.5}, {0, 1, 0}, series({0, 1}, {5, -5}));
  const double start = body.kinetic_energy();
  double error = 0;
  run(simulation, 1, [&] {
    const EnergyRecord e = simulation.energy(body);
    error = std::max(error, std::abs(e.kinetic - e.external - e.contact - e.friction - start));
    EXPECT_NEAR(e.numerical(), 0, 1e-12 * start);
  });
  EXPECT_LT(error, 1e-12 * start);
}

TEST(EnergyBudget, OfAFallIsTheWorkOfGravity)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  RigidBody& body = add_rigid(simulation, ball({0, 0, 10}, 0.5), 10);
  run(simulation, 1);
  EXPECT_NEAR(simulation.energy(body).external, body.mass() * g * (10 - body.current_center().z()), 1e-9);
  EXPECT_EQ(simulation.energy(body).contact, 0);
  EXPECT_EQ(simulation.energy(body).friction, 0);
}

TEST(EnergyBudget, PlasticImpactLosesWhatFell)
{
  // e = 0 on the floor: ½ V_N R_N = −½ m v² in the step of the impact, plus the gravity of that step; then
  // nothing.
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ball({0, 0, 1.1}, 0.1), 100);
  double before = 0;
  run(simulation, 1, [&] {
    const double now = simulation.energy(body).contact;
    EXPECT_LE(now, before + 1e-15);
    before = now;
  });
  const double fell = 1.1 - body.current_center().z();
  EXPECT_NEAR(simulation.energy(body).contact, -body.mass() * g * fell, 1e-9);
  EXPECT_NEAR(simulation.energy(body).external, body.mass() * g * fell, 1e-9);
}

TEST(EnergyBudget, FrictionTakesTheWholeMotionOfASlidingBlock)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.4);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, block({0, 0, 0.05}, {0.3, 0.3, 0.1}), 100);
  body.set_initial_velocity({2, 1, 0}, Vec3::Zero());
  const double start = body.kinetic_energy();
  double before = 0, rise = 0;
  run(simulation, 1, [&] {
    rise = std::max(rise, simulation.energy(body).friction - before);
    before = simulation.energy(body).friction;
  });
  EXPECT_NEAR(simulation.energy(body).friction, -start, 1e-9);
  EXPECT_NEAR(simulation.energy(body).contact, 0, 1e-9);
  EXPECT_LT(rise, 1e-12);
}

TEST(EnergyBudget, FrictionTakesTwoSeventhsOfASlidingBall)
{
  // From v to 5/7 v with rolling: ½ m v² − ½ (7/5) m (5/7 v)² = 2/7 · ½ m v².
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.2);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ball({0, 0, 0.5}, 0.5));
  body.set_initial_velocity({5, 0, 0}, Vec3::Zero());
  const double start = body.kinetic_energy();
  run(simulation, 2);
  EXPECT_NEAR(simulation.energy(body).friction, -2.0 / 7 * start, 1e-9 * start);
  EXPECT_NEAR(body.kinetic_energy(), 5.0 / 7 * start, 1e-9 * start);
}

TEST(EnergyBudget, CountsAContactOfTwoBodiesOnce)
{
  for (const double e : {0.0, 0.6}) {
    Simulation simulation(1e-3);
    set_material(simulation, 0.3, e);
    RigidBody& one = add_rigid(simulation, ball({0, 0, 0}, 0.5));
    RigidBody& two = add_rigid(simulation, ball({1.5, 0.4, 0.1}, 0.5), 2);
    one.set_initial_velocity({3, 0, 0.5}, {1, 2, 3});
    two.set_initial_velocity({-1, 0, 0}, {-4, 0, 1});
    const double start = one.kinetic_energy() + two.kinetic_energy();
    run(simulation, 0.5);
    const double lost = start - one.kinetic_energy() - two.kinetic_energy();
    const EnergyRecord a = simulation.energy(one), b = simulation.energy(two);
    EXPECT_GT(lost, 0.01 * start);
    EXPECT_NEAR(a.contact + b.contact + a.friction + b.friction, -lost, 1e-12 * start);
    EXPECT_LT(a.contact + b.contact, 0);
    EXPECT_LT(a.friction + b.friction, 0);
  }
}

TEST(EnergyBudget, OfAHeapOnAFixedFloorIsNeverPositive)
{
  // Bodies of the inertia of balls, e = 0: each contact takes energy or nothing once it and its neighbours
  // are added up.
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.5);
  add_floor(simulation);
  for (int i = 0; i < 8; ++i)
    add_rigid(simulation, ball({0.3 * (i % 2), 0.2 * (i % 3), 0.7 + 1.1 * i}, 0.5));
  run(simulation, 1.5, {}, solver(1e-10, 2000));
  EnergyRecord sum;
  for (const auto& body : simulation.model.bodies()) {
    const EnergyRecord e = simulation.energy(*body);
    sum.kinetic += e.kinetic;
    sum.external += e.external;
    sum.contact += e.contact;
    sum.friction += e.friction;
  }
  EXPECT_LT(sum.contact, 0);
  EXPECT_LT(sum.friction, 0);
  EXPECT_NEAR(sum.kinetic, sum.external + sum.contact + sum.friction, 1e-9 * sum.kinetic);  // from rest
}
