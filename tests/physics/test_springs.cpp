// SPDX-License-Identifier: MIT
// Springs between points against the oscillators of the textbook.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

SpringData follower(SpringData::Force force)
{
  SpringData data;
  data.force = std::move(force);
  return data;
}

SpringData linear(double k, double c = 0)
{
  return follower([=](double stroke, double rate) { return -k * stroke - c * rate; });
}

/// A particle of 2 kg at (1, 0, 0) on a spring from the origin, with velocity v along x.
struct Oscillator {
  Simulation simulation;
  RigidBody& particle;

  Oscillator(double h, SpringData data, double v)
      : simulation(h), particle(add_particle(simulation, {1, 0, 0}, 0.05, 2))
  {
    simulation.model.add_spring(particle, {1, 0, 0}, nullptr, {0, 0, 0}, std::move(data));
    particle.set_initial_velocity({v, 0, 0}, {0, 0, 0});
  }
  double x() const { return particle.current_center().x() - 1; }
  double v() const { return velocity(particle).x(); }
  /// The greatest |x(t) − exact(t)|.
  double error(double duration, const std::function<double(double)>& exact)
  {
    double worst = 0;
    run(simulation, duration, [&] { worst = std::max(worst, std::abs(x() - exact(simulation.time()))); });
    return worst;
  }
};

}  // namespace

TEST(Springs, HarmonicOscillator)
{
  // k = 50 N/m, m = 2 kg: ω = 5 rad/s, x = v/ω sin ωt. Ten seconds, second order in h.
  const auto exact = [](double t) { return 0.2 * std::sin(5 * t); };
  const double coarse = Oscillator(0.01, linear(50), 1).error(10, exact);
  const double fine = Oscillator(0.005, linear(50), 1).error(10, exact);
  EXPECT_LE(coarse, 0.003);
  EXPECT_NEAR(order(coarse, fine), 2, 0.1);
}

TEST(Springs, HarmonicOscillatorKeepsItsEnergy)
{
  Oscillator oscillator(0.02, linear(50), 1);
  double least = 1e9, most = 0;
  run(oscillator.simulation, 100, [&] {
    const double E = oscillator.particle.kinetic_energy() + 25 * oscillator.x() * oscillator.x();
    least = std::min(least, E);
    most = std::max(most, E);
  });
  EXPECT_NEAR(least, 1, 1e-9);  // the midpoint rule keeps quadratic invariants
  EXPECT_NEAR(most, 1, 1e-9);
}

TEST(Springs, DampedOscillator)
{
  // c = 4 N s/m: β = c/2m = 1, ω = √(25 − 1); critical at c = 2 √(k m) = 20: x = v t e^(−5t).
  const double w = std::sqrt(24.0);
  EXPECT_LE(Oscillator(1e-3, linear(50, 4), 1)
                .error(3, [&](double t) { return std::exp(-t) * std::sin(w * t) / w; }),
            1e-5);
  EXPECT_LE(Oscillator(1e-3, linear(50, 20), 1).error(3, [](double t) { return t * std::exp(-5 * t); }),
            1e-5);
}

TEST(Springs, CubicSpringTurnsWhereItsEnergySays)
{
  // f = −κ s³: ½ m v² = κ/4 x⁴, x_max = (2 m v²/κ)^¼ = (4/1000)^¼ for m = 2, v = 1, κ = 1000.
  Oscillator oscillator(1e-3, follower([](double s, double) { return -1000 * s * s * s; }), 1);
  double farthest = 0, worst = 0;
  run(oscillator.simulation, 10, [&] {
    const double x = oscillator.x();
    farthest = std::max(farthest, std::abs(x));
    worst = std::max(worst, std::abs(oscillator.particle.kinetic_energy() + 250 * x * x * x * x - 1));
  });
  EXPECT_NEAR(farthest, std::pow(0.004, 0.25), 1e-5);
  EXPECT_LE(worst, 1e-4);
}

TEST(Springs, ConstantForce)
{
  Oscillator oscillator(1e-3, follower([](double, double) { return 6.0; }), 0);
  run(oscillator.simulation, 1);
  EXPECT_NEAR(oscillator.x(), 1.5, 1e-6);  // ½ · 3 m/s² · 1 s²
}

TEST(Springs, StrokeAndForceAreThoseOfTheSecondPoint)
{
  // Direction (0, 0, 1) from the particle (point 1) to space (point 2): the particle going down is a stroke
  // > 0, and a force f > 0 on point 2 along z is −f on the particle.
  Simulation simulation(1e-3);
  RigidBody& particle = add_particle(simulation, {0, 0, 0});
  double stroke = 0, rate = 0;
  simulation.model.add_spring(particle, {0, 0, 0}, nullptr, {0, 0, 1},
                              {.force =
                                   [&](double s, double v) {
                                     stroke = s;
                                     rate = v;
                                     return 3.0;
                                   },
                               .direction = Vec3(0, 0, 2)});
  run(simulation, 1);
  EXPECT_NEAR(particle.current_center().z(), -1.5, 1e-6);
  EXPECT_NEAR(stroke, 1.5, 0.01);
  EXPECT_NEAR(rate, 3, 0.02);
  const ConstraintRecord record = simulation.constraints().front();
  EXPECT_EQ(record.kind, ConstraintKind::spring);
  EXPECT_NEAR(record.impulse[2] / 1e-3, 3, 1e-6);
}

TEST(Springs, ActsAlongItsDirectionOnly)
{
  Simulation simulation(1e-3);
  RigidBody& particle = add_particle(simulation, {0, 0, 0});
  particle.set_initial_velocity({1, 1, 0}, {0, 0, 0});
  SpringData data = linear(pi * pi);
  data.direction = Vec3(1, 0, 0);
  simulation.model.add_spring(particle, {0, 0, 0}, nullptr, {0, 0, 0}, data);
  run(simulation, 1);  // half a period along x, a straight line along y
  EXPECT_NEAR(particle.current_center().x(), 0, 1e-5);
  EXPECT_NEAR(velocity(particle).x(), -1, 1e-5);
  EXPECT_NEAR(particle.current_center().y(), 1, 1e-9);
}

TEST(Springs, DirectionTurnsWithTheBody)
{
  // A slot across a disc that turns with 1 rad/s: after a quarter of a turn the spring along the body's x
  // pulls along y, so a particle displaced along x in space by then is free.
  for (const SpringUpdate update : {SpringUpdate::fixed, SpringUpdate::convected1}) {
    Simulation simulation(1e-3);
    RigidBody& disc = add_rigid(simulation, box({0, 0, 0}, {1, 1, 1}));
    simulation.model.add_fixed_point(disc, {0, 0, 0});
    disc.set_initial_velocity({0, 0, 0}, {0, 0, 1});
    RigidBody& particle = add_particle(simulation, {0, 0, 3});
    simulation.model.add_spring(
        disc, {0, 0, 0}, &particle, {0, 0, 3},
        {.force = [](double, double) { return 1.0; }, .direction = Vec3(1, 0, 0), .update = update});
    run(simulation, pi / 2);
    // v = ∫ (cos t, sin t) dt = (1, 1), or (π/2, 0) when the direction stays
    const Vec3 expected = update == SpringUpdate::fixed ? Vec3(pi / 2, 0, 0) : Vec3(1, 1, 0);
    EXPECT_LE((velocity(particle) - expected).norm(), 2e-3);
  }
}

TEST(Springs, StopsHoldAtTheirLimits)
{
  // Against k = 50 N/m with 1 m/s the particle would go 0.2 m; the limit is 0.1 m.
  SpringData data = linear(50);
  data.smax = 0.1;
  Oscillator oscillator(1e-3, data, 1);
  double farthest = 0;
  run(oscillator.simulation, 1, [&] { farthest = std::max(farthest, oscillator.x()); });
  EXPECT_NEAR(farthest, 0.1, 1e-3);  // found at most half a step late
  // Stopped, it swings back from rest: after a second of ω = 5 rad/s from 0.1 m, on the other side.
  EXPECT_LT(oscillator.x(), 0.1);
  EXPECT_GT(oscillator.x(), -0.1 - 1e-3);

  // A load beyond the spring is borne by the stop.
  SpringData weak = linear(1);
  weak.smin = -0.05;
  Oscillator pressed(1e-3, weak, 0);
  set_gravity(pressed.simulation, {-10, 0, 0});
  run(pressed.simulation, 1);
  EXPECT_NEAR(pressed.x(), -0.05, 1e-3);
  EXPECT_NEAR(pressed.v(), 0, 1e-9);
}

TEST(Springs, BetweenTwoBodiesMomentumIsKept)
{
  Simulation simulation(1e-3);
  RigidBody& one = add_particle(simulation, {0, 0, 0}, 0.05, 1);
  RigidBody& two = add_particle(simulation, {1, 0, 0}, 0.05, 3);
  two.set_initial_velocity({0.4, 0, 0}, {0, 0, 0});
  simulation.model.add_spring(one, {0, 0, 0}, &two, {1, 0, 0}, linear(12));
  // Reduced mass 0.75 kg: ω = 4 rad/s, distance 1 + 0.1 sin 4t.
  double worst = 0;
  run(simulation, 5, [&] {
    const double d = (two.current_center() - one.current_center()).norm();
    worst = std::max(worst, std::abs(d - 1 - 0.1 * std::sin(4 * simulation.time())));
  });
  EXPECT_LE(worst, 1e-5);
  EXPECT_NEAR((one.linear_momentum() + two.linear_momentum()).x(), 1.2, 1e-12);
}

TEST(Springs, StaticBalance)
{
  // A weight of 20 N on a spring of 200 N/m: 0.1 m.
  Simulation simulation(1);
  simulation.analysis = Analysis::quasi_static;
  RigidBody& particle = add_particle(simulation, {0, 0, 0}, 0.05, 2);
  set_gravity(simulation, {0, 0, -10});
  for (const Vec3& direction : {Vec3(1, 0, 0), Vec3(0, 1, 0)})
    simulation.model.add_fixed_direction(particle, {0, 0, 0}, direction);
  SpringData data = linear(200);
  data.direction = Vec3(0, 0, 1);
  simulation.model.add_spring(particle, {0, 0, 0}, nullptr, {0, 0, 1}, data);
  simulation.model.add_fixed_direction(particle, {0, 0, 0.05}, {1, 0, 0});
  simulation.model.add_fixed_direction(particle, {0, 0, 0.05}, {0, 1, 0});
  simulation.model.add_fixed_direction(particle, {0.05, 0, 0}, {0, 1, 0});
  run_steps(simulation, 1);
  EXPECT_NEAR(particle.current_center().z(), -0.1, 1e-5);
}

TEST(Springs, WrongInput)
{
  Simulation simulation(1e-3);
  RigidBody& particle = add_particle(simulation, {0, 0, 0});
  const auto add = [&](double smin, double smax) {
    SpringData data = linear(1);
    data.smin = smin;
    data.smax = smax;
    simulation.model.add_spring(particle, {0, 0, 0}, nullptr, {0, 0, 1}, data);
  };
  EXPECT_THROW(add(0.1, 1), InputError);
  EXPECT_THROW(add(-1, -0.1), InputError);
  EXPECT_THROW(spring_update("CONV3"), InputError);
  EXPECT_NO_THROW(add(-infinity, 0));
  simulation.model.add_spring(particle, {0, 0, 0}, nullptr, {0, 0, 1},
                              follower([](double, double) { return std::nan(""); }));
  EXPECT_THROW(run(simulation, 1), InputError);
}
