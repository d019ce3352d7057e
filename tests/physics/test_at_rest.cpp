// SPDX-License-Identifier: MIT
// What stands, stands: no drift, and the same contacts in every step.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;

#ifdef CORBEL_INSTRUMENTED
constexpr int steps = 500;  // instrumented programs are slow
#else
constexpr int steps = 10000;
#endif

/// Names of all contacts: bodies, objects, features.
std::vector<std::array<int, 5>> names(const Simulation& simulation)
{
  std::vector<std::array<int, 5>> all;
  for (const ConstraintRecord& c : simulation.constraints())
    all.push_back({c.slave, c.master, c.slave_object, c.master_object, c.feature});
  return all;
}

struct Stand {
  double drift = 0;          // of the centres, in all steps [m]
  double turn = 0;           // largest entry of rotation − 1
  int changes = 0;           // steps whose contacts are not those of the first one
  std::size_t contacts = 0;  // in the first step
};

/// Sweeps run both ways and to 1e-9: a column of blocks that stick bends like a beam, of which plain
/// Gauss–Seidel finds the equilibrium slowly.
GaussSeidel rest_solver()
{
  GaussSeidelOptions options;
  options.epsilon = 1e-9;
  options.max_iterations = 20000;
  options.block.epsilon = 1e-12;
  options.reverse = true;
  options.record_history = false;
  return GaussSeidel(options);
}

/// 10 s in steps of 1 ms.
Stand stand(Simulation& simulation)
{
  const auto& bodies = simulation.model.bodies();
  Stand result;
  std::vector<std::array<int, 5>> first;
  run_steps(
      simulation, steps,
      [&] {
        if (first.empty()) first = names(simulation);
        result.contacts = first.size();
        result.changes += names(simulation) != first;
        for (const auto& body : bodies) {
          result.drift = std::max(result.drift, (body->position({body->center()}) - body->center()).norm());
          const std::vector<double> q = body->q();
          result.turn = std::max(result.turn,
                                 (Eigen::Map<const Mat3>(q.data()) - Mat3::Identity()).cwiseAbs().maxCoeff());
        }
      },
      rest_solver());
  return result;
}

Simulation on_the_floor(double friction)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, friction);
  add_floor(simulation);
  return simulation;
}

Aabb bounds(const ShapePart& part)
{
  Aabb box;
  for (const Vec3& x : std::get<Convex>(part).vertices)
    box.extend(x);
  return box;
}

constexpr double card_length = 1, card_width = 0.6, card_thickness = 0.02;  // [m]

/// Two cards that lean against each other, edge on edge at x, standing on the height z; returns that of the
/// tip.
double add_tent(Simulation& simulation, double x, double z)
{
  double tip = 0;
  for (const double lean : {15.0, -15.0}) {
    ShapePart card = box(Vec3::Zero(), {card_thickness, card_width, card_length});
    rotate(card, Vec3::Zero(), Vec3::UnitY(), lean);
    const Aabb at = bounds(card);
    translate(card, {x - (lean > 0 ? at.hi.x() : at.lo.x()), 0, z - at.lo.z()});
    tip = bounds(card).hi.z();
    add_rigid(simulation, card, 500);
  }
  return tip;
}

}  // namespace

TEST(AtRest, ABlockKeepsItsFourCorners)
{
  Simulation simulation = on_the_floor(0.6);
  add_rigid(simulation, box({0.3, 0.2, 0.1}, {0.4, 0.3, 0.2}), 2000);
  const Stand block = stand(simulation);
  EXPECT_EQ(block.contacts, 4U);
  EXPECT_EQ(block.changes, 0);
  EXPECT_LT(block.drift, 1e-12);
}

TEST(AtRest, AStackOfTwentyBlocks)
{
  constexpr double height = 0.1;
  Simulation simulation = on_the_floor(0.6);
  for (int i = 0; i < 20; ++i)
    add_rigid(simulation, box({0, 0, (i + 0.5) * height}, {0.2, 0.2, height}), 2000);
  const Stand stack = stand(simulation);
  EXPECT_EQ(stack.contacts, 80U);
  EXPECT_EQ(stack.changes, 0);
  EXPECT_LT(stack.drift, 1e-6 * height);
}

TEST(AtRest, ABrickWall)
{
  // Running bond, bricks of a course touch each other.
  constexpr double length = 0.2, width = 0.1, height = 0.1;
  Simulation simulation = on_the_floor(0.6);
  for (int course = 0; course < 8; ++course)
    for (int brick = 0; brick < 6; ++brick)
      add_rigid(
          simulation,
          box({(brick + 0.5 * (course % 2)) * length, 0, (course + 0.5) * height}, {length, width, height}),
          2000);
  const Stand wall = stand(simulation);
  EXPECT_EQ(wall.changes, 0);
  EXPECT_LT(wall.drift, 1e-6 * height);
}

TEST(AtRest, ACardHouse)
{
  // Two tents, a card across, one tent on top. A tent of weightless load needs μ ≥ ½ tan 15° = 0.13 at its
  // feet.
  Simulation simulation = on_the_floor(0.4);
  const double floor = add_tent(simulation, -0.3, 0);
  add_tent(simulation, 0.3, 0);
  add_rigid(simulation, box({0, 0, floor + 0.5 * card_thickness}, {1.4, card_width, card_thickness}), 500);
  add_tent(simulation, 0, floor + card_thickness);
  const Stand house = stand(simulation);
  EXPECT_EQ(house.changes, 0);
  EXPECT_LT(house.drift, 1e-6 * card_thickness);
  EXPECT_LT(house.turn, 1e-6);
}

TEST(AtRest, ACardTentFallsWithTooLittleFriction)
{
  // The other side of the test above: μ = 0.1 < ½ tan 15°.
  Simulation simulation = on_the_floor(0.1);
  const double height = add_tent(simulation, 0, 0);
  run_steps(simulation, 1000, {}, solver(1e-6, 1000));
  for (std::size_t i = 1; i < 3; ++i)
    EXPECT_LT(simulation.model.bodies()[i]->position({simulation.model.bodies()[i]->center()}).z(),
              0.25 * height);
}
