// SPDX-License-Identifier: MIT
// Joints hold: places and lengths over long runs, reactions equal to what they carry.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;

/// Largest errors of a joint over a run.
struct Held {
  double place = 0;   ///< of positions after the first second [m]
  double speed = 0;   ///< of velocities, the same [m/s]
  double energy = 0;  ///< kinetic + potential, change since the first step, relative to the scale given
};

/// error() gives place and speed; scale [J].
Held watch(Simulation& simulation, double duration, double scale,
           const std::function<std::pair<double, double>()>& error)
{
  const auto energy = [&] {
    double E = 0;
    for (const auto& body : simulation.model.bodies()) {
      const Vec3 x = body->position({body->center()});
      E += body->kinetic_energy();
      for (int i = 0; i < 3; ++i)
        E -= body->mass() * simulation.model.gravity[static_cast<std::size_t>(i)].value(0) * x[i];
    }
    return E;
  };
  Held held;
  const double start = energy();
  run(simulation, duration, [&] {
    held.energy = std::max(held.energy, std::abs(energy() - start) / scale);
    if (simulation.time() < 1) return;
    const auto [place, speed] = error();
    held.place = std::max(held.place, place);
    held.speed = std::max(held.speed, speed);
  });
  return held;
}

/// A box tumbling about one fixed corner.
Held tumble(double h, double duration)
{
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -g});
  const Vec3 corner(0.3, 0.2, 0.1);
  RigidBody& body = add_rigid(simulation, box(Vec3::Zero(), {0.6, 0.4, 0.2}));
  simulation.model.add_fixed_point(body, corner);
  return watch(simulation, duration, body.mass() * g * corner.norm(), [&] {
    return std::pair((body.position({corner}) - corner).norm(), body.velocity({corner}).norm());
  });
}

/// A bar whose one end may only slide in the plane n·x = const.
Held glide(double h, double duration)
{
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -g});
  const Vec3 end(0.5, 0, 0), n(0, 0, 1);
  RigidBody& body = add_rigid(simulation, box(Vec3::Zero(), {1, 0.1, 0.1}));
  simulation.model.add_fixed_direction(body, end, 5 * n);
  return watch(simulation, duration, body.mass() * g * 0.5, [&] {
    return std::pair(std::abs(n.dot(body.position({end}) - end)), std::abs(n.dot(body.velocity({end}))));
  });
}

/// Two bodies on a link, spinning in space; the link holds them `offset` away from their centres.
Held spin_pair(double h, double duration, double offset)
{
  Simulation simulation(h);
  RigidBody& one = add_rigid(simulation, box({0, 0, 0}, {0.4, 0.4, 0.4}));
  RigidBody& two = add_rigid(simulation, box({1, 0, 0}, {0.4, 0.5, 0.3}), 2);
  const Vec3 a(offset, offset, 0), b(1 - offset, offset, 0);
  one.set_initial_velocity({0, 1, 0.5}, {0, 0, 2});
  two.set_initial_velocity({-2 * offset, -1, 0.2},
                           {0, 0, 0});  // the points do not part: ω × r gives one −2 offset along x
  simulation.model.add_rigid_link(&one, &two, a, b);
  simulation.model.exclude_contact(one, two);
  const double length = (b - a).norm();
  return watch(simulation, duration, one.kinetic_energy() + two.kinetic_energy(), [&] {
    const Vec3 d = one.position({a}) - two.position({b});
    return std::pair(std::abs(d.norm() - length),
                     std::abs(d.normalized().dot(one.velocity({a}) - two.velocity({b}))));
  });
}

/// Four bars hinged to each other and to space by glued points, let go horizontally.
Held swing_chain(double h, double duration)
{
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -g});
  std::vector<RigidBody*> bars;
  for (int i = 0; i < 4; ++i) {
    RigidBody& bar = add_rigid(simulation, box({i + 0.5, 0, 0}, {1, 0.2, 0.1}));
    simulation.model.add_rigid_link(bars.empty() ? nullptr : bars.back(), &bar, Vec3(i, 0, 0), Vec3(i, 0, 0));
    for (const RigidBody* other : bars)
      simulation.model.exclude_contact(*other, bar);
    bars.push_back(&bar);
  }
  return watch(simulation, duration, 4 * bars[0]->mass() * g * 2, [&] {
    double place = 0, speed = 0;
    for (const auto& joint : simulation.model.joints()) {
      const RowSides sides = joint->sides(0);
      place = std::max(place, sides.position(simulation.model.bodies()).norm());
      speed = std::max(speed, sides.rate(simulation.model.bodies()).norm());
    }
    return std::pair(place, speed);
  });
}

Vec3 reaction(const Simulation& simulation, std::size_t joint)
{
  return spatial_impulse(simulation.constraints().at(joint)) / simulation.h();
}

}  // namespace

// A joint acts on positions; what it leaves in the velocities has to die out, or it rings from step to step
// and grows.

TEST(FixedPoint, StopsABodyThatMoves)
{
  Simulation simulation(1e-3);
  RigidBody& body = add_rigid(simulation, ball({1, 2, 3}, 0.5));
  simulation.model.add_fixed_point(body, {1, 2, 3});
  body.set_initial_velocity({1, -2, 0.5}, Vec3::Zero());
  run_steps(simulation, 40);
  EXPECT_LT(velocity(body).norm(), 1e-6);
  EXPECT_LT((body.current_center() - Vec3(1, 2, 3)).norm(), 1e-9);
}

TEST(FixedPoint, OfATumblingBodyStaysWithThirdOrder)
{
  // x moves by h/2 (V + U) up to O(h³).
  const Held coarse = tumble(4e-3, 5), fine = tumble(2e-3, 5);
  EXPECT_GT(order(coarse.place, fine.place), 2.7);
  EXPECT_GT(order(coarse.speed, fine.speed), 1.7);
}

TEST(FixedPoint, OfATumblingBodyStaysForLong)
{
  const Held held = tumble(2e-3, 60);
  EXPECT_LT(held.place, 1e-5);
  EXPECT_LT(held.speed, 1e-3);
  EXPECT_LT(held.energy, 0.01);
}

TEST(FixedPoint, AtTheCentreStaysToRoundOff)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {1, 2, -g});
  RigidBody& body = add_rigid(simulation, box({1, 2, 3}, {0.6, 0.4, 0.2}), 10);
  simulation.model.add_fixed_point(body, {1, 2, 3});
  body.set_initial_velocity(Vec3::Zero(), {3, 4, 5});
  double moved = 0;
  run(simulation, 20, [&] { moved = std::max(moved, (body.current_center() - Vec3(1, 2, 3)).norm()); });
  EXPECT_LT(moved, 1e-13);
  EXPECT_LT((reaction(simulation, 0) + body.mass() * Vec3(1, 2, -g)).norm(), 1e-9);
}

TEST(GluedChain, KeepsTogetherForLong)
{
  const Held held = swing_chain(2e-3, 20);
  EXPECT_LT(held.place, 1e-3);
  EXPECT_LT(held.speed, 0.1);
  EXPECT_LT(held.energy, 0.01);
}

TEST(FixedDirection, StopsABodyThatMoves)
{
  Simulation simulation(1e-3);
  RigidBody& body = add_rigid(simulation, ball(Vec3::Zero(), 0.5));
  simulation.model.add_fixed_direction(body, Vec3::Zero(), {0, 0, 1});
  body.set_initial_velocity({1, 0, -2}, Vec3::Zero());
  run_steps(simulation, 40);
  EXPECT_NEAR(velocity(body).x(), 1, 1e-12);
  EXPECT_LT(std::abs(velocity(body).z()), 1e-6);
  EXPECT_LT(std::abs(body.current_center().z()), 1e-9);
}

TEST(FixedDirection, OfAGlidingBarHoldsWithThirdOrderForLong)
{
  const Held coarse = glide(4e-3, 20), fine = glide(2e-3, 20);
  EXPECT_GT(order(coarse.place, fine.place), 2.7);
  EXPECT_LT(fine.place, 1e-5);
  EXPECT_LT(fine.speed, 1e-2);
  EXPECT_LT(fine.energy, 0.01);
}

TEST(FixedDirection, CarriesTheWeightAndLetsTheRestMove)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {2, 0, -g});
  RigidBody& body = add_rigid(simulation, ball(Vec3::Zero(), 0.5), 10);
  simulation.model.add_fixed_direction(body, Vec3::Zero(), {0, 0, 3});
  double sunk = 0;
  run(simulation, 20, [&] { sunk = std::max(sunk, std::abs(body.current_center().z())); });
  EXPECT_LT(sunk, 1e-13);
  EXPECT_NEAR(body.current_center().x(), 0.5 * 2 * 20 * 20, 1e-8);
  EXPECT_LT((reaction(simulation, 0) - Vec3(0, 0, body.mass() * g)).norm(), 1e-9);
}

TEST(RigidLink, StopsPointsThatPart)
{
  // The masses 1 and 3 part with 2 m/s along the link: momentum leaves both the velocity of their centre.
  Simulation simulation(1e-3);
  RigidBody& one = add_particle(simulation, {0, 0, 0}, 0.1, 1);
  RigidBody& two = add_particle(simulation, {1, 0, 0}, 0.1, 3);
  two.set_initial_velocity({2, 0, 0}, Vec3::Zero());
  simulation.model.add_rigid_link(&one, &two, {0, 0, 0}, {1, 0, 0});
  run_steps(simulation, 40);
  EXPECT_NEAR(velocity(one).x(), 1.5, 1e-6);
  EXPECT_NEAR(velocity(two).x(), 1.5, 1e-6);
  EXPECT_NEAR((two.current_center() - one.current_center()).norm(), 1, 1e-9);
}

TEST(RigidLink, BetweenCentresKeepsItsLengthToRoundOff)
{
  const Held held = spin_pair(1e-3, 20, 0);
  EXPECT_LT(held.place, 1e-13);
  EXPECT_LT(held.speed, 1e-9);
}

TEST(RigidLink, BetweenPointsOfTurningBodiesKeepsItsLengthForLong)
{
  const Held coarse = spin_pair(2e-3, 20, 0.2), fine = spin_pair(1e-3, 20, 0.2);
  EXPECT_GT(order(coarse.place, fine.place), 1.9);
  EXPECT_LT(fine.place, 1e-5);
  EXPECT_LT(fine.speed, 1e-2);
  EXPECT_LT(fine.energy, 1e-3);
}

TEST(RigidLink, CarriesTheWeightOfAHangingChain)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  RigidBody* above = nullptr;
  Vec3 x(0, 0, 0);
  double weight = 0;
  for (int i = 0; i < 4; ++i) {
    const Vec3 y = x - Vec3(0, 0, 1);
    RigidBody& body = add_particle(simulation, y, 0.1, 1 + i);
    simulation.model.add_rigid_link(above, &body, x, y);
    weight += body.mass() * g;
    above = &body;
    x = y;
  }
  run(simulation, 1);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(reaction(simulation, i).norm(), weight, 1e-9);
    weight -= static_cast<double>(1 + i) * g;
  }
}

TEST(Contact, CarriesTheWeightOfABlock)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.5);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, block({0, 0, 0.5}, {2, 1, 1}), 100);
  run(simulation, 0.1);
  Vec3 sum = Vec3::Zero();
  const std::size_t nodes = 9;  // of the lower face: corners of its four elements
  ASSERT_EQ(simulation.constraints().size(), nodes);
  for (std::size_t i = 0; i < nodes; ++i) {
    sum += reaction(simulation, i);
    EXPECT_GE(reaction(simulation, i).z(), 0);
  }
  EXPECT_LT((sum.cwiseAbs() - Vec3(0, 0, body.mass() * g)).norm(), 1e-8);
}
