// SPDX-License-Identifier: MIT
// The wall on the shaking table: it is made of what it says, stands, and its table follows the record.
#include "physics/scene_helpers.hpp"
#include "scenes/shaken_wall.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;
using scenes::ShakenWall;

TEST(ShakenWall, HasSixtySixBricksThreeOfThemCut)
{
  Simulation simulation(ShakenWall::step);
  const ShakenWall wall = scenes::build_shaken_wall(simulation, 0);
  EXPECT_EQ(wall.whole.size(), 63u);
  EXPECT_EQ(wall.half.size(), 6u);
  double volume = 0;
  for (const auto* bricks : {&wall.whole, &wall.half})
    for (const RigidBody* brick : *bricks)
      volume += brick->volume();
  EXPECT_NEAR(volume, 66 * ShakenWall::brick[0] * ShakenWall::brick[1] * ShakenWall::brick[2], 1e-12);
  EXPECT_TRUE(simulation.inspect().findings.empty());
}

TEST(ShakenWall, TheRecordEndsAtRestWhereItBegan)
{
  const TimeSeries record = scenes::wall_accelerogram(3.5);
  EXPECT_EQ(record.times().size(), 301u);
  EXPECT_NEAR(record.velocity(3), 0, 1e-12);
  EXPECT_NEAR(record.displacement(3), 0, 1e-12);
  double peak = 0;
  for (const double a : record.values())
    peak = std::max(peak, std::abs(a));
  EXPECT_NEAR(peak, 3.5, 1e-12);
}

TEST(ShakenWall, StandsWhileItsTableDoes)
{
  Simulation simulation(ShakenWall::step);
  const ShakenWall wall = scenes::build_shaken_wall(simulation, 0);
  run_steps(simulation, 20, {}, solver(1e-6, 2000));
  double force = 0;
  for (const ConstraintRecord& c : simulation.constraints())
    if (c.master == wall.table->id || c.slave == wall.table->id) force += c.impulse[2] / simulation.h();
  double weight = 0;
  for (const auto* bricks : {&wall.whole, &wall.half})
    for (const RigidBody* brick : *bricks) {
      weight += ShakenWall::gravity * brick->mass();
      EXPECT_LT(velocity(*brick).norm(), 1e-4);
    }
  EXPECT_NEAR(force / weight, 1, 1e-3);
}

TEST(ShakenWall, ItsTableFollowsTheRecord)
{
  const double peak = 5;
  Simulation simulation(ShakenWall::step);
  const ShakenWall wall = scenes::build_shaken_wall(simulation, peak);
  const TimeSeries record = scenes::wall_accelerogram(peak);
  const Vec3 start = wall.table->current_center();
  run_steps(simulation, 30, {}, solver(1e-4, 1000));
  const double s = record.displacement(simulation.time());
  EXPECT_GT(std::abs(s), 1e-6);
  EXPECT_LT((wall.table->current_center() - start - Vec3(0.5 * s, s, 0)).norm(), 1e-14);
}
