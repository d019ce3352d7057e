// SPDX-License-Identifier: MIT
// Poisson's restitution in runs: bounces, chains of balls, the falling rod, and rest without a tremble.
#include "physics/bouncing_ball.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

using namespace corbel;
using namespace corbel::testing;

namespace {

double kinetic(const Simulation& simulation)
{
  double sum = 0;
  for (const auto& body : simulation.model.bodies())
    if (body->responds()) sum += body->kinetic_energy();
  return sum;
}

/// A row of n equal balls of radius 0.5, the first running into the others with 1 m/s.
std::vector<double> row_of_balls(int n, double e, double& energy)
{
  Simulation simulation(1e-3);
  set_material(simulation, 0.3, e, ImpactLaw::poisson);
  std::vector<RigidBody*> balls;
  for (int i = 0; i < n; ++i)
    balls.push_back(&add_rigid(simulation, ball({i == 0 ? -0.2 : i * 1.0, 0, 0}, 0.5)));
  balls[0]->set_initial_velocity({1, 0, 0}, {0, 0, 0});
  const double before = kinetic(simulation);
  run(simulation, 0.5);
  std::vector<double> v;
  for (const RigidBody* b : balls)
    v.push_back(velocity(*b).x());
  energy = kinetic(simulation) / before;
  return v;
}

/// Kinetic energy after over that before of a slender rod (1 m, 45°) which hits the floor with its lower end:
/// the scene of tests/step/test_poisson_impact.cpp with bodies. Its free motion that gives the end the
/// velocity V with least energy is that of the impulse p = W⁻¹V at the end, v = p/m, ω = J⁻¹ (r × p).
double rod_energy(ImpactLaw impact)
{
  Simulation simulation(1e-4);
  set_material(simulation, 0.5, 0.9, impact);
  add_floor(simulation);
  const double half = 0.5, m = 1, J = m * half * half / 3, x = half / std::sqrt(2.0);
  const double r = 0.01;  // a small ball at the end is what touches
  const Vec3 center(-x, 0, x + r + 1e-5);
  RigidBody& rod = add_rigid(simulation, ball({0, 0, r + 1e-5}, r));
  rod.set_characteristics({m, 1, center, J * Mat3::Identity()});
  const Vec3 V(-0.6, 0, -1), arm(x, 0, -x - r);
  Mat3 W = Mat3::Identity() / m - skew(arm) * skew(arm) / J;
  const Vec3 p = W.inverse() * V;
  rod.set_initial_velocity(p / m, arm.cross(p) / J);
  const double before = rod.kinetic_energy();
  run(simulation, 0.01);
  EXPECT_GT(velocity(rod).z(), 0);  // it has come back
  return rod.kinetic_energy() / before;
}

}  // namespace

TEST(PoissonBall, ElasticComesBackToItsHeight)
{
  for (const double height : bounce(0, 1, 1e-3, 3, ImpactLaw::poisson))
    EXPECT_NEAR(height, 1, 1e-12);
}

TEST(PoissonBall, LosesTheSquareOfTheRestitutionInHeight)
{
  // bounds as for Newton's law (test_impact.cpp): first order in h; friction acts along the floor only
  const double e = 0.5;
  for (const double friction : {0.0, 0.3})
    for (const double h : {1e-3, 1e-4}) {
      const std::vector<double> heights = bounce(friction, e, h, 3, ImpactLaw::poisson);
      ASSERT_EQ(heights.size(), 3U);
      double H = 1;
      for (const double height : heights) {
        EXPECT_NEAR(height, e * e * H, std::sqrt(2 * g * H) * h + 1e-6);
        H = height;
      }
    }
}

TEST(PoissonBall, ComesToRest)
{
  // bounces of v eⁿ: after 60 of them, and then for good, nothing is left
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.3, 0.5, ImpactLaw::poisson);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ball({0, 0, 0.3}, 0.1));
  run(simulation, 2);
  const double rest = body.current_center().z();
  EXPECT_NEAR(rest, 0.1, 3e-3);
  double speed = 0, moved = 0;
  run(simulation, 0.5, [&] {
    speed = std::max(speed, velocity(body).norm());
    moved = std::max(moved, std::abs(body.current_center().z() - rest));
  });
  EXPECT_LT(speed, 1e-12);
  EXPECT_LT(moved, 1e-12);
}

TEST(PoissonRest, AStackWithRestitutionStaysWhereItIs)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.5, 0.5, ImpactLaw::poisson);
  add_floor(simulation);
  std::vector<RigidBody*> blocks;
  for (int i = 0; i < 4; ++i)
    blocks.push_back(&add_rigid(simulation, block({0, 0, 0.25 + 0.5 * i}, {1, 1, 0.5})));
  double drift = 0, speed = 0;
  run(simulation, 1, [&] {
    for (int i = 0; i < 4; ++i) {
      drift = std::max(drift,
                       std::abs(blocks[static_cast<std::size_t>(i)]->current_center().z() - 0.25 - 0.5 * i));
      speed = std::max(speed, velocity(*blocks[static_cast<std::size_t>(i)]).norm());
    }
  });
  EXPECT_LT(drift, 1e-10);
  EXPECT_LT(speed, 1e-10);
}

TEST(PoissonBalls, TwoBallsExchangeTheirVelocities)
{
  double energy = 0;
  const std::vector<double> v = row_of_balls(2, 1, energy);
  EXPECT_NEAR(v[0], 0, 1e-12);
  EXPECT_NEAR(v[1], 1, 1e-12);
  EXPECT_NEAR(energy, 1, 1e-12);
}

TEST(PoissonBalls, ThreeInARowShareAsPoissonSays)
{
  // All touch in one step. Compression: 1/3 each, R = 2/3, 1/3 (times m). Expansion adds e times these:
  // v = (1 − 2(1 + e)/3, (1 + e)/3, (1 + e)/3), E/E₀ = 1/3 + 2e²/3.
  for (const double e : {0.5, 1.0}) {
    double energy = 0;
    const std::vector<double> v = row_of_balls(3, e, energy);
    EXPECT_NEAR(v[0], 1 - 2 * (1 + e) / 3, 1e-11);
    EXPECT_NEAR(v[1], (1 + e) / 3, 1e-11);
    EXPECT_NEAR(v[2], (1 + e) / 3, 1e-11);
    EXPECT_NEAR(energy, 1. / 3 + 2 * e * e / 3, 1e-11);
  }
}

TEST(PoissonBalls, LongChainsLoseNoMomentumAndGainNoEnergy)
{
  for (const double e : {0.2, 0.8, 1.0}) {
    double energy = 0, momentum = 0;
    for (const double v : row_of_balls(7, e, energy))
      momentum += v;
    EXPECT_NEAR(momentum, 1, 1e-11) << e;
    EXPECT_LE(energy, 1 + 1e-11) << e;
  }
}

TEST(PoissonRod, LosesWhereNewtonsLawGains)
{
  // without the small ball ½ VᵀW⁻¹V = 0.2 J, Newton's gain 0.053125 J: ratio 1.2656; here 1 − 0.0947/0.2 =
  // 0.5265. The ball lengthens the arm by 2 %.
  EXPECT_NEAR(rod_energy(ImpactLaw::newton), 1.2656, 0.05);
  EXPECT_NEAR(rod_energy(ImpactLaw::poisson), 0.5265, 0.05);
}
