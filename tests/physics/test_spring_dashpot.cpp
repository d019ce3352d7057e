// SPDX-License-Identifier: MIT
// A ball on a floor that is a spring and a dashpot: closed forms of the oscillator, for the implicit law and
// for the three ways of the penalty solver.
#include "physics/scene_helpers.hpp"

#include "corbel/core/log.hpp"
#include "corbel/solvers/sweeps/penalty.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 10, radius = 1;

struct Contact {
  double spring = 0, dashpot = 0, hpow = 1;
  ContactModel model = ContactModel::spring_dashpot;
};

/// A ball of 1 kg, its lowest point at z = 0.
struct Ball {
  Simulation simulation;
  RigidBody& body;

  Ball(double h, const Contact& contact, double v = 0)
      : simulation(h), body((add_floor(simulation), add_rigid(simulation, ball({0, 0, radius}, radius))))
  {
    simulation.model.surface_materials.add({.label = "soft",
                                            .surface1 = 0,
                                            .surface2 = 0,
                                            .spring = contact.spring,
                                            .dashpot = contact.dashpot,
                                            .hpow = contact.hpow,
                                            .model = contact.model});
    body.set_characteristics({1, 1, body.center(), Mat3::Identity()});
    body.set_initial_velocity({0, 0, v}, {0, 0, 0});
  }
  double z() const { return body.current_center().z() - radius; }
  double v() const { return velocity(body).z(); }
};

/// All that can solve such contacts.
std::vector<std::unique_ptr<Solver>> solvers()
{
  std::vector<std::unique_ptr<Solver>> all;
  all.push_back(std::make_unique<GaussSeidel>(tight_solver()));
  for (const PenaltyVariant variant :
       {PenaltyVariant::manual, PenaltyVariant::implicit, PenaltyVariant::explicit_})
    all.push_back(std::make_unique<Penalty>(PenaltyOptions{.variant = variant}));
  return all;
}

RunReport go(Ball& ball, const Solver& solver, double duration, const std::function<void()>& look = {})
{
  RunHooks hooks;
  if (look)
    hooks.callback = [&] {
      look();
      return true;
    };
  return ball.simulation.run(solver, duration, hooks);
}

/// Velocity after over velocity before an impact without gravity. Released when the force is zero, before the
/// penetration is (the force s x + d ẋ of x = v/ω e^(−βt) sin ωt vanishes at tan ωt = 2βω/(β² − ω²)).
double restitution(double s, double d)
{
  const double beta = d / 2, w = std::sqrt(s - beta * beta);
  const double t = (pi - std::atan2(2 * beta * w, w * w - beta * beta)) / w;
  return -std::exp(-beta * t) * (std::cos(w * t) - beta / w * std::sin(w * t));
}

}  // namespace

TEST(SpringDashpotContact, RestsAtWeightOverStiffness)
{
  for (const auto& solver : solvers()) {
    Ball ball(1e-3, {.spring = 1000, .dashpot = -1});  // critical
    set_gravity(ball.simulation, {0, 0, -g});
    go(ball, *solver, 2);
    EXPECT_NEAR(ball.z(), -g / 1000, 1e-9);
    EXPECT_NEAR(ball.v(), 0, 1e-9);
  }
}

TEST(SpringDashpotContact, ElasticBounceTakesHalfAPeriod)
{
  // ω = 100 rad/s: π/100 s in the spring, at most v/ω deep, and out with the velocity in.
  for (const auto& solver : solvers()) {
    Ball ball(1e-5, {.spring = 1e4}, -1);
    double deepest = 0, leaves = 0;
    go(ball, *solver, 0.05, [&] {
      deepest = std::min(deepest, ball.z());
      if (ball.z() < 0) leaves = ball.simulation.time();
    });
    EXPECT_NEAR(deepest, -0.01, 1e-6);
    EXPECT_NEAR(leaves, pi / 100, 3e-5);
    EXPECT_NEAR(ball.v(), 1, 1e-3);
  }
}

TEST(SpringDashpotContact, DashpotTakesItsPart)
{
  // ζ = d/2ω = 0.05, 0.25: near exp(−πζ/√(1−ζ²)) for a small ζ.
  EXPECT_NEAR(restitution(1e4, 10), std::exp(-pi * 0.05), 0.01);
  for (const double d : {10.0, 50.0})
    for (const auto& solver : solvers()) {
      Ball ball(1e-5, {.spring = 1e4, .dashpot = d}, -1);
      go(ball, *solver, 0.05);
      EXPECT_NEAR(ball.v(), restitution(1e4, d), 2e-3) << d;
    }
}

TEST(SpringDashpotContact, CriticalDashpotLeavesLittle)
{
  // x = v t e^(−ωt): the force is zero at t = 2/ω, where ẋ = −v e⁻². It never pulls, so that is what is left.
  for (const auto& solver : solvers()) {
    Ball ball(1e-5, {.spring = 1e4, .dashpot = -1}, -1);
    go(ball, *solver, 0.1);
    EXPECT_NEAR(ball.v(), std::exp(-2.0), 1e-3);
  }
}

TEST(SpringDashpotContact, HertzIsAsDeepAsItsEnergySays)
{
  // ½ v² = s δ^(5/2) / (5/2): δ = (5/4 v²/s)^(2/5); all comes back.
  const double s = 1e5;
  for (const auto& solver : solvers()) {
    Ball ball(1e-5, {.spring = s, .hpow = 1.5}, -1);
    double deepest = 0;
    go(ball, *solver, 0.1, [&] { deepest = std::min(deepest, ball.z()); });
    EXPECT_NEAR(-deepest, std::pow(1.25 / s, 0.4), 1e-6);
    EXPECT_NEAR(ball.v(), 1, 1e-3);
  }
}

TEST(SpringDashpotContact, ImplicitLawKeepsEnergyAtLargeSteps)
{
  // h ω = 5, where explicit springs explode. A ball that hangs in the spring for long: released where the
  // weight is borne, v = 0.5 m/s, amplitude less than the static penetration.
  const double s = 1e4, h = 0.05;
  Ball ball(h, {.spring = s}, 0);
  set_gravity(ball.simulation, {0, 0, -1000});  // penetration 0.1
  ball.body.set_q([&] {
    std::vector<double> q = ball.body.q();
    q[11] = radius - 0.1;
    return q;
  }());
  ball.body.set_initial_velocity({0, 0, 0.5}, {0, 0, 0});  // amplitude 0.005
  double worst = 0;
  run(ball.simulation, 20, [&] {
    const double x = ball.z() + 0.1;
    worst = std::max(worst, std::abs(0.5 * ball.v() * ball.v() + 0.5 * s * x * x - 0.125));
  });
  EXPECT_LE(worst, 1e-9);
}

TEST(SpringDashpotContact, SignoriniCoulombBecomesASpringForThePenaltySolver)
{
  Ball ball(1e-3, {.spring = 1000, .dashpot = -1, .model = ContactModel::signorini_coulomb});
  set_gravity(ball.simulation, {0, 0, -g});
  go(ball, Penalty(), 2);
  EXPECT_NEAR(ball.z(), -g / 1000, 1e-9);
  Ball rigid(1e-3, {.spring = 1000, .dashpot = -1, .model = ContactModel::signorini_coulomb});
  set_gravity(rigid.simulation, {0, 0, -g});
  run(rigid.simulation, 1);
  EXPECT_NEAR(rigid.z(), 0, 1e-5);
}

TEST(SpringDashpotContact, FrictionIsCoulombs)
{
  // A ball that cannot roll, pressed by its weight of 10 N and drawn along x: below μ N = 5 N it stays, above
  // it slides with a = F − 5.
  for (const auto& solver : solvers())
    for (const double force : {4.0, 8.0}) {
      Ball ball(1e-4, {.spring = 1000, .dashpot = -1});
      SurfaceMaterial rough = ball.simulation.model.surface_materials[1];
      rough.friction = 0.5;
      ball.simulation.model.surface_materials.set(1, rough);
      ball.body.set_characteristics({1, 1, ball.body.center(), 1e9 * Mat3::Identity()});
      set_gravity(ball.simulation, {0, 0, -g});
      go(ball, *solver, 0.5);
      ball.simulation.model.add_force(ball.body, LoadKind::spatial, ball.body.center(), {1, 0, 0}, force);
      go(ball, *solver, 0.2);
      EXPECT_NEAR(velocity(ball.body).x(), force < 5 ? 0 : 0.2 * (force - 5), 1e-3) << force;
    }
}

TEST(SpringDashpotContact, ABlockSlidesOnItsFourPoints)
{
  // Implicit and coupled: 8 N against μ N = 5 N for 0.2 s. (The penalty solver takes each point for itself,
  // and the frictions of the four are not parallel.)
  Simulation simulation(1e-4);
  add_floor(simulation);
  RigidBody& block = add_rigid(simulation, box({0, 0, 0.1}, {1, 1, 0.2}), 5);
  simulation.model.surface_materials.add({.label = "soft",
                                          .surface1 = 0,
                                          .surface2 = 0,
                                          .friction = 0.5,
                                          .spring = 2500,
                                          .dashpot = -1,
                                          .model = ContactModel::spring_dashpot});
  set_gravity(simulation, {0, 0, -g});
  run(simulation, 0.5);
  EXPECT_NEAR(block.current_center().z(), 0.1 - g / 10000, 1e-6);  // 4 · 2500 N/m
  simulation.model.add_force(block, LoadKind::spatial, {0, 0, 0}, {1, 0, 0}, 8);
  run(simulation, 0.2);
  EXPECT_NEAR(velocity(block).x(), 0.6, 0.01);
}

TEST(SpringDashpotContact, BondPullsUpToItsStrength)
{
  // A ball has a contact area of one: c = cohesion. Pulled by 6 N of 10 N it hangs 6/1000 m above the floor.
  for (const auto& solver : solvers()) {
    Ball ball(1e-3, {.spring = 1000, .dashpot = -1});
    SurfaceMaterial glue = ball.simulation.model.surface_materials[1];
    glue.cohesion = 10;
    ball.simulation.model.surface_materials.set(1, glue);
    set_gravity(ball.simulation, {0, 0, 6});
    go(ball, *solver, 1);
    EXPECT_NEAR(ball.z(), 6e-3, 1e-6);
    set_gravity(ball.simulation, {0, 0, 11});
    go(ball, *solver, 1);
    EXPECT_GT(ball.z(), 1);
  }
}

TEST(SpringDashpotContact, MissingSpringIsNamed)
{
  std::string text;
  set_log_sink([&](const std::string& line) { text += line + "\n"; });
  Ball ball(1e-3, {.model = ContactModel::signorini_coulomb}, -1);
  go(ball, Penalty(), 0.01);
  set_log_sink({});
  EXPECT_NE(text.find("surface material 'soft' has spring = 0"), std::string::npos) << text;
  EXPECT_EQ(text.find("spring = 0"), text.rfind("spring = 0")) << "said more than once";
}
