// SPDX-License-Identifier: MIT
// Bonds between bodies that touch at t = 0: how much they bear, how they break, and that they stay broken.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double h = 1e-3, cohesion = 1000;  // [s], [Pa]

void set_bond(Simulation& simulation, double friction, double restitution = 0)
{
  simulation.model.surface_materials.add({.label = "glue",
                                          .surface1 = 0,
                                          .surface2 = 0,
                                          .friction = friction,
                                          .restitution = restitution,
                                          .cohesion = cohesion});
}

/// A block of 1 m × 0.5 m × 0.2 m and 100 kg on a floor, its face of A = 0.5 m² bonded: c A = 500 N.
struct GluedBlock {
  Simulation simulation{h};
  RigidBody* block = nullptr;

  explicit GluedBlock(double friction)
  {
    set_bond(simulation, friction);
    add_floor(simulation);
    block = &add_rigid(simulation, box({0, 0, 0.1}, {1, 0.5, 0.2}), 1000);
  }
  void pull(const Vec3& direction, Amplitude force)
  {
    simulation.model.add_force(*block, LoadKind::spatial, block->center(), direction, std::move(force));
  }
  std::size_t bonds() const
  {
    std::size_t count = 0;
    for (const ConstraintRecord& c : simulation.constraints())
      count += c.kind == ConstraintKind::bond;
    return count;
  }
  /// Pulls ever harder and says at which force the last bond broke.
  double breaking_force(const Vec3& direction, double most)
  {
    pull(direction, series({0, 1}, {0, most}));
    double force = 0;
    run(simulation, 1, [&] {
      if (bonds() > 0) force = most * simulation.time();
    });
    EXPECT_EQ(bonds(), 0U);
    return force;
  }
};

}  // namespace

TEST(Cohesion, BlockIsPulledOffAtCohesionTimesArea)
{
  for (const double friction : {0.0, 0.6})
    EXPECT_NEAR(GluedBlock(friction).breaking_force({0, 0, 1}, 1000), 500, 1.5);  // a step adds 1 N
}

TEST(Cohesion, ShearStrengthIsFrictionTimesCohesionTimesArea)
{
  // Pulled at the height of the centre, 0.1 m above the bond: the moment moves load between the points of the
  // patch, and the first that breaks hands its share to the others. All points together bear μ c A = 300 N,
  // and at the level of the bond exactly that.
  GluedBlock glued(0.6);
  glued.simulation.model.add_force(*glued.block, LoadKind::spatial, {0, 0, 0}, {1, 0, 0},
                                   series({0, 1}, {0, 600}));
  double force = 0;
  run(glued.simulation, 1, [&] {
    if (glued.bonds() > 0) force = 600 * glued.simulation.time();
  });
  EXPECT_NEAR(force, 300, 1.5);
}

TEST(Cohesion, HangingBlockStaysWhereItIs)
{
  GluedBlock glued(0.5);
  set_gravity(glued.simulation, {0, 0, 3});  // 300 N upwards, of 500 N
  run(glued.simulation, 1);
  EXPECT_GT(glued.bonds(), 0U);
  EXPECT_LE((glued.block->current_center() - Vec3(0, 0, 0.1)).norm(), 1e-9);
  double pull = 0;
  for (const ConstraintRecord& c : glued.simulation.constraints())
    if (c.kind == ConstraintKind::contact) pull -= c.impulse[2] / h;
  EXPECT_NEAR(pull, 300, 1e-6);
}

TEST(Cohesion, WhatBrokeStaysBroken)
{
  // Torn off, let fall, and pulled again by a force that the bond would have borne.
  GluedBlock glued(0.5);
  glued.pull({0, 0, 1}, series({0, 0.01, 0.02, 0.021, 0.5, 0.501}, {0, 900, 900, -900, -900, 100}));
  run(glued.simulation, 0.5);
  EXPECT_EQ(glued.bonds(), 0U);
  EXPECT_LE(std::abs(glued.block->current_center().z() - 0.1), 1e-3);
  run(glued.simulation, 0.5);
  EXPECT_GT(glued.block->current_center().z(), 0.2);  // ½ · 1 m/s² · 0.25 s² higher
}

TEST(Cohesion, ContactsMadeLaterDoNotHold)
{
  Simulation simulation(h);
  set_bond(simulation, 0.5);
  add_floor(simulation);
  RigidBody& block = add_rigid(simulation, box({0, 0, 0.11}, {1, 0.5, 0.2}), 1000);
  set_gravity(simulation, {0, 0, -9.81});
  run(simulation, 0.2);
  EXPECT_NEAR(block.current_center().z(), 0.1, 1e-3);
  set_gravity(simulation, {0, 0, 1});
  run(simulation, 0.5);
  EXPECT_GT(block.current_center().z(), 0.2);
}

TEST(Cohesion, TwoBlocksInSpaceTurnAsOne)
{
  // Free, bonded, spinning about z: the bond bears the centrifugal force m ω² r = 1000 · 1 · 0.5 = 500 N of
  // its 1000 N, goes with the bodies through a whole turn, and momentum is kept.
  Simulation simulation(h);
  set_bond(simulation, 0.9);
  RigidBody& one = add_rigid(simulation, box({-0.5, 0, 0}, {1, 1, 1}), 1000);
  RigidBody& two = add_rigid(simulation, box({0.5, 0, 0}, {1, 1, 1}), 1000);
  one.set_initial_velocity({0, -0.5, 0}, {0, 0, 1});
  two.set_initial_velocity({0, 0.5, 0}, {0, 0, 1});
  const Vec3 L = one.angular_momentum() + two.angular_momentum();
  double pull = 0;
  run(simulation, 2 * pi, [&] {
    pull = 0;
    for (const ConstraintRecord& c : simulation.constraints())
      if (c.kind == ConstraintKind::contact) pull -= c.impulse[2] / h;
  });
  EXPECT_NEAR(pull, 500, 1);
  EXPECT_NEAR((two.current_center() - one.current_center()).norm(), 1, 1e-3);
  EXPECT_LE((omega(one) - omega(two)).norm(), 1e-6);
  EXPECT_LE((omega(one) - Vec3(0, 0, 1)).norm(), 1e-5);
  EXPECT_LE((one.angular_momentum() + two.angular_momentum() - L).norm(), 1e-8 * L.norm());
}

/// Backward Euler: a bond goes back by half of its opening at q + h V. By all of it errors would grow 1.6-fold a step.
TEST(Cohesion, BondsAreStableUnderBackwardEuler)
{
  Simulation simulation(h);
  simulation.model.rule = RuleKind::backward_euler;
  set_bond(simulation, 0.9);
  RigidBody& one = add_rigid(simulation, box({-0.5, 0, 0}, {1, 1, 1}), 1000);
  RigidBody& two = add_rigid(simulation, box({0.5, 0, 0}, {1, 1, 1}), 1000);
  one.set_initial_velocity({0, -0.5, 0}, {0, 0, 1});
  two.set_initial_velocity({0, 0.5, 0}, {0, 0, 1});
  double pull = 0, farthest = 0;
  run(simulation, 1, [&] {
    pull = 0;
    for (const ConstraintRecord& c : simulation.constraints())
      if (c.kind == ConstraintKind::contact) pull -= c.impulse[2] / h;
    farthest = std::max(farthest, std::abs((two.current_center() - one.current_center()).norm() - 1));
  });
  EXPECT_LE(farthest, 1e-4);
  EXPECT_NEAR(pull, 500, 10);  // m ω² r, of first order
}

TEST(Cohesion, ChangesOfTheMaterialActAtOnce)
{
  GluedBlock glued(0.5);
  set_gravity(glued.simulation, {0, 0, 3});
  run(glued.simulation, 0.1);
  SurfaceMaterial weaker = glued.simulation.model.surface_materials[1];
  EXPECT_EQ(weaker.label, "glue");
  weaker.cohesion = 0.5 * cohesion;  // 250 N of 300 N
  glued.simulation.model.surface_materials.set(1, weaker);
  run(glued.simulation, 0.01);
  EXPECT_EQ(glued.bonds(), 0U);
}

TEST(Cohesion, RestartEndsInTheSameBits)
{
  const std::string file = ::testing::TempDir() + "corbel_cohesion_" + std::to_string(::getpid()) + ".h5";
  // A tower of bonded blocks of which the upper part is torn off by a side force about t = 0.2 s.
  const auto build = [&](Simulation& simulation) {
    set_bond(simulation, 0.5, 0.1);
    set_gravity(simulation, {0, 0, -9.81});
    add_floor(simulation);
    for (int i = 0; i < 4; ++i) {
      RigidBody& block = add_rigid(simulation, box({0, 0, 0.1 + 0.2 * i}, {1, 0.5, 0.2}), 1000);
      if (i == 3)
        simulation.model.add_force(block, LoadKind::spatial, {0, 0, 0.8}, {0, 1, 0.3},
                                   series({0, 0.4}, {0, 2000}));
    }
    simulation.output.file = file;
  };
  const GaussSeidel coarse = solver(1e-3, 20);
  Simulation whole(h);
  build(whole);
  whole.output.file.clear();
  std::size_t fewest = 100, most = 0;
  run_steps(
      whole, 400,
      [&] {
        std::size_t bonds = 0;
        for (const ConstraintRecord& c : whole.constraints())
          bonds += c.kind == ConstraintKind::bond;
        fewest = std::min(fewest, bonds);
        most = std::max(most, bonds);
      },
      coarse);
  EXPECT_LT(fewest, most);  // some broke

  for (const int first : {50, 250}) {
    std::filesystem::remove(file);
    {
      Simulation part(h);
      build(part);
      run_steps(part, first, {}, coarse);
    }
    Simulation rest(h);
    build(rest);
    rest.resume();
    run_steps(rest, 400 - first, {}, coarse);
    EXPECT_TRUE(same_bits(numbers(rest.frame()), numbers(whole.frame()))) << first;
  }
  std::filesystem::remove(file);
}
