// SPDX-License-Identifier: MIT
// What contact through patches must not do: catch on the borders of elements, push sideways, tip a flat
// block.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;

/// An obstacle of i × j elements with its upper face in z = 0.
void add_meshed_floor(Simulation& simulation, int i, int j)
{
  std::vector<double> corners;
  for (const double z : {-0.5, 0.0})
    for (const auto& [x, y] : {std::pair(-1.0, -1.0), {9.0, -1.0}, {9.0, 1.0}, {-1.0, 1.0}})
      corners.insert(corners.end(), {x, y, z});
  add_obstacle(simulation, make_hex_mesh(corners, i, j, 1, 0, std::vector<int>(6, 0), {}, {}, {}));
}

/// A unit cube of pyramids around its centre: each has one boundary face, four of them a side face only.
Mesh cube_of_pyramids(const Vec3& lowest)
{
  std::vector<double> nodes;
  for (const Vec3& x : {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(0, 1, 0), Vec3(0, 0, 1),
                        Vec3(1, 0, 1), Vec3(1, 1, 1), Vec3(0, 1, 1), Vec3(0.5, 0.5, 0.5)})
    for (int k = 0; k < 3; ++k)
      nodes.push_back(x[k] + lowest[k]);
  const std::vector<int> elements = {5, 0, 1, 2, 3, 8, 1, 5, 4, 7, 6, 5, 8, 1, 5, 0, 4, 5, 1, 8, 1,
                                     5, 1, 5, 6, 2, 8, 1, 5, 2, 6, 7, 3, 8, 1, 5, 3, 7, 4, 0, 8, 1};
  return make_mesh(nodes, elements, std::vector<int>{0});
}

}  // namespace

TEST(PatchContact, ABlockSlidesOverTheBordersOfElementsUndisturbed)
{
  // Frictionless, a hundredth of its height deep in the floor: it comes over each border by less than its
  // depth.
  for (const double depth : {0.0, 1e-3}) {
    Simulation simulation(1e-3);
    set_gravity(simulation, {0, 0, -g});
    set_material(simulation, 0);
    add_meshed_floor(simulation, 37, 5);
    RigidBody& body = add_rigid(simulation, block({0, 0, 0.05 - depth}, {0.31, 0.23, 0.1}), 1000);
    body.set_initial_velocity({2, 0.1, 0}, Vec3::Zero());
    double worst = 0;
    run(simulation, 3, [&] {
      worst = std::max({worst, (velocity(body) - Vec3(2, 0.1, 0)).norm(), omega(body).norm()});
    });
    EXPECT_LT(worst, 1e-9);
    EXPECT_GT(body.current_center().x(), 5.9);
  }
}

TEST(PatchContact, AGrainAmongMountainsKeepsItsFourPoints)
{
  // The median object is 10 km large; a millionth of that is ten times the grain.
  Simulation simulation(1e-4);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.5);
  add_obstacle(simulation, box({0, 0, -0.5}, {2, 2, 1}));
  for (const auto& [x, y] : {std::pair(-1.0, 0.0), {1.0, 0.0}, {0.0, -1.0}, {0.0, 1.0}})
    add_obstacle(simulation, box({2e4 * x, 2e4 * y, 0}, {1e4, 1e4, 1e4}));
  RigidBody& grain = add_rigid(simulation, box({0.1, 0.2, 0.5e-3}, {1e-3, 1e-3, 1e-3}), 2000);
  run_steps(simulation, 200, [&] { EXPECT_EQ(simulation.constraints().size(), 4U); });
  EXPECT_NEAR(grain.current_center().z(), 0.5e-3, 1e-8);
  EXPECT_LT(omega(grain).norm(), 1e-9);
}

TEST(PatchContact, AnEdgeOnAFloorIsPushedUpAndNotSideways)
{
  // A box falls on its edge, tilted by 30°, without friction: no horizontal impulse, so its centre falls
  // straight.
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0);
  add_floor(simulation);
  ShapePart part = box({0, 0, 0.4}, {0.4, 0.3, 0.2});
  rotate(part, {0, 0, 0.4}, Vec3::UnitY(), 30);
  RigidBody& body = add_rigid(simulation, part, 1000);
  double sideways = 0;
  run(simulation, 2, [&] { sideways = std::max(sideways, velocity(body).head<2>().norm()); });
  EXPECT_LT(sideways, 1e-9);
  EXPECT_NEAR(body.current_center().z(), 0.1, 2e-3);  // it came to lie flat
}

TEST(PatchContact, ABlockThatFallsFlatStopsFlat)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.5);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, box({0.1, 0.2, 0.3}, {0.4, 0.3, 0.2}), 1000);
  run(simulation, 1);
  EXPECT_LT(velocity(body).norm(), 1e-12);
  EXPECT_LT(omega(body).norm(), 1e-10);
  EXPECT_NEAR(body.current_center().z(), 0.1, 3e-3);  // v h: what a step falls before the contact is seen
}

TEST(PatchContact, ElementsWithASideFaceAloneDoNotHoldABlock)
{
  for (const double depth : {0.0, 1e-3}) {
    Simulation simulation(1e-3);
    set_gravity(simulation, {0, 0, -g});
    set_material(simulation, 0);
    add_floor(simulation);
    RigidBody& body = add_rigid(simulation, cube_of_pyramids({0, 0, -depth}), 1000);
    body.set_initial_velocity({1, 0.3, 0}, Vec3::Zero());
    const RunReport report = run(simulation, 0.5);
    EXPECT_LT((velocity(body) - Vec3(1, 0.3, 0)).norm(), 1e-8);
    EXPECT_LT(report.max_penetration, depth + 1e-5);
  }
}

TEST(PatchContact, WhatIsDeeperThanALayerOfElementsLeavesByTheWayItCame)
{
  // Boxes and balls 0.25 deep in a floor of two layers of 0.2: all normals point up.
  for (const ShapePart& part : {ShapePart(box({0, 0, 0.25}, {1, 1, 1})), ShapePart(ball({0, 0, 0.75}, 1))}) {
    Simulation simulation(1e-3);
    std::vector<double> corners;
    for (const double z : {-0.4, 0.0})
      for (const auto& [x, y] : {std::pair(-2.0, -2.0), {2.0, -2.0}, {2.0, 2.0}, {-2.0, 2.0}})
        corners.insert(corners.end(), {x, y, z});
    add_obstacle(simulation, make_hex_mesh(corners, 7, 7, 2, 0, std::vector<int>(6, 0), {}, {}, {}));
    add_rigid(simulation, part, 1000);
    run_steps(simulation, 1);
    ASSERT_FALSE(simulation.constraints().empty());
    for (const ConstraintRecord& c : simulation.constraints()) {
      EXPECT_GT(c.frame[8], 0.5);
      EXPECT_GT(c.gap, -0.3);
    }
  }
}

TEST(PatchContact, EdgesOfTetrahedralMeshesCrossLikeThoseOfBlocks)
{
  // Two cubes on edge, crossed, the upper one falls with 1 m/s: no sideways impulse. The edge of a cube of
  // two kinds of pyramids belongs to two elements.
  for (const bool mesh : {false, true}) {
    Simulation simulation(1e-3);
    set_material(simulation, 0);
    const auto cube = [&](double heading, double z) {
      ShapePart part =
          mesh ? ShapePart(cube_of_pyramids({-0.5, -0.5, -0.5})) : ShapePart(box(Vec3::Zero(), {1, 1, 1}));
      rotate(part, Vec3::Zero(), Vec3::UnitX(), 45);
      rotate(part, Vec3::Zero(), Vec3::UnitZ(), heading);
      translate(part, {0, 0, z});
      return part;
    };
    add_obstacle(simulation, cube(0, 0));
    RigidBody& body = add_rigid(simulation, cube(90, std::sqrt(2.0) - 1e-3), 1000);
    body.set_initial_velocity({0, 0, -1}, Vec3::Zero());
    run_steps(simulation, 1);
    EXPECT_LT(velocity(body).head<2>().norm(), 1e-9);
    EXPECT_NEAR(velocity(body).z(), 0, 1e-6);
  }
}

TEST(PatchContact, StandsWithItsCentreOverTheAreaAndFallsBeyond)
{
  // A beam on a table, its centre 2 mm inside and 2 mm beyond the edge.
  for (const double beyond : {-0.002, 0.002}) {
    Simulation simulation(1e-3);
    set_gravity(simulation, {0, 0, -g});
    set_material(simulation, 0.5);
    add_obstacle(simulation, box({-1, 0, -0.5}, {2, 1, 1}));  // its edge is x = 0
    RigidBody& body = add_rigid(simulation, box({beyond, 0, 0.05}, {1, 0.2, 0.1}), 1000);
    run(simulation, 2, {}, solver(1e-10, 2000));
    if (beyond < 0)
      EXPECT_LT((body.current_center() - body.center()).norm(), 1e-9);
    else
      EXPECT_LT(body.current_center().z(), -0.2);
  }
}
