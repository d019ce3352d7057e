// SPDX-License-Identifier: MIT
// Newton's impact law: a ball on the floor and two balls in space.
#include "physics/bouncing_ball.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// A ball of radius 0.5 (mass m1) runs into one at rest (mass m2), off centre by b.
struct Collision {
  Vec3 momentum_before, momentum_after, spin_before, spin_after;
  double normal_before = 0, normal_after = 0;  ///< relative velocity along the line of centres
  double energy_before = 0, energy_after = 0;
};

Collision collide(double e, double friction, double density1, double density2, double b)
{
  Simulation simulation(1e-3);
  set_material(simulation, friction, e);
  RigidBody& one = add_rigid(simulation, ball({0, 0, 0}, 0.5), density1);
  RigidBody& two = add_rigid(simulation, ball({1.5, b, 0}, 0.5), density2);
  one.set_initial_velocity({3, 0.2, -0.1}, {0, 0, 2});
  const auto state = [&](Vec3& p, Vec3& L, double& E) {
    p = one.linear_momentum() + two.linear_momentum();
    L = one.angular_momentum() + two.angular_momentum();
    E = one.kinetic_energy() + two.kinetic_energy();
  };
  Collision c;
  state(c.momentum_before, c.spin_before, c.energy_before);
  int impacts = 0;
  run(simulation, 0.5, [&] {
    for (const ConstraintRecord& contact : simulation.constraints())
      if (contact.impulse[2] > 0) {
        ++impacts;
        c.normal_before = contact.V[2];
        c.normal_after = contact.U[2];
      }
  });
  EXPECT_EQ(impacts, 1);
  state(c.momentum_after, c.spin_after, c.energy_after);
  return c;
}

}  // namespace

TEST(BouncingBall, ElasticComesBackToItsHeight)
{
  // e = 1 turns the velocity of the step's start around: the flight is run backwards, without error whatever
  // the step.
  const std::vector<double> heights = bounce(0, 1, 1e-3, 3, ImpactLaw::newton);
  ASSERT_EQ(heights.size(), 3U);
  for (const double height : heights)
    EXPECT_NEAR(height, 1, 1e-12);
}

TEST(BouncingBall, LosesTheSquareOfTheRestitutionInHeight)
{
  // In the step of the impact x½ lies at most v h below the floor. With z½ this depth the new height is
  //   e² H + (1 − e²) z½ + e (1 − e) v h/2 ,  z½ in [−v h, 0].
  const double e = 0.5;
  for (const double h : {1e-3, 1e-4}) {
    const std::vector<double> heights = bounce(0, e, h, 3, ImpactLaw::newton);
    ASSERT_EQ(heights.size(), 3U);
    double H = 1;
    for (const double height : heights) {
      const double v = std::sqrt(2 * g * H);
      EXPECT_GE(height, e * e * H - (1 - e * e) * v * h - 1e-12);
      EXPECT_LE(height, e * e * H + 0.5 * e * (1 - e) * v * h + 1e-6);  // 1e-6: contact is seen epsilon early
      H = height;
    }
    EXPECT_NEAR(heights[2], std::pow(e, 6), 5 * h);  // e^{2n} H, first order in h
  }
}

TEST(BouncingBall, PlasticStaysOnTheFloor)
{
  const double h = 1e-3, v = std::sqrt(2 * g);
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -g});
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ball({0, 0, 1.1}, 0.1));
  run(simulation, 0.5);
  const double rest = body.current_center().z();
  EXPECT_LE(rest, 0.1 + 1e-6);
  EXPECT_GE(rest, 0.1 - v * h);
  double speed = 0, moved = 0;
  run(simulation, 0.5, [&] {
    speed = std::max(speed, velocity(body).norm());
    moved = std::max(moved, std::abs(body.current_center().z() - rest));
  });
  EXPECT_LT(speed, 1e-15);
  EXPECT_LT(moved, 1e-15);
}

TEST(TwoBalls, KeepMomentumAndSeparateAsNewtonSays)
{
  for (const double e : {0.0, 0.5, 1.0})
    for (const double friction : {0.0, 0.4})
      for (const double offset : {0.0, 0.3}) {
        SCOPED_TRACE(::testing::Message() << "e " << e << ", friction " << friction << ", offset " << offset);
        const Collision c = collide(e, friction, 1, 3, offset);
        EXPECT_LT((c.momentum_after - c.momentum_before).norm(), 1e-14 * c.momentum_before.norm());
        EXPECT_LT((c.spin_after - c.spin_before).norm(), 1e-13);
        EXPECT_NEAR(c.normal_after, -e * c.normal_before, 1e-13);
        EXPECT_LE(c.energy_after, c.energy_before * (1 + 1e-14));
      }
}

TEST(TwoBalls, LoseTheEnergyOfTheClosedForm)
{
  // Without friction only the normal part of the relative motion loses: ½ m₁m₂/(m₁+m₂) (1 − e²) V_N².
  const double m1 = 4.0 / 3 * pi * 0.125, m2 = 3 * m1, reduced = m1 * m2 / (m1 + m2);
  for (const double e : {0.0, 0.3, 1.0}) {
    const Collision c = collide(e, 0, 1, 3, 0.3);
    const double loss = 0.5 * reduced * (1 - e * e) * c.normal_before * c.normal_before;
    EXPECT_NEAR(c.energy_before - c.energy_after, loss, 1e-12);
  }
}
