// SPDX-License-Identifier: MIT
// Joints that break.
#include "physics/scene_helpers.hpp"

#include "corbel/core/log.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double h = 1e-3;

/// Collects warnings while it lives.
class Warnings {
 public:
  Warnings()
  {
    set_log_sink([this](const std::string& line) { text += line + "\n"; });
  }
  ~Warnings() { set_log_sink({}); }
  std::string text;
};

/// A particle of 1 kg pulled down by a force that grows by 100 N a second; when its joint is gone.
double breaking_force(Simulation& simulation, RigidBody& particle, const Vec3& direction)
{
  simulation.model.add_force(particle, LoadKind::spatial, particle.center(), direction,
                             series({0, 1}, {0, 100}));
  double force = 0;
  run(simulation, 1, [&] {
    if (!simulation.model.joints().empty()) force = 100 * simulation.time();
  });
  return force;
}

}  // namespace

TEST(Strength, FixedPointBreaksInAnyDirection)
{
  for (const Vec3& direction : {Vec3(0, 0, -1), Vec3(1, 2, 2)}) {
    Simulation simulation(h);
    RigidBody& particle = add_particle(simulation, {0, 0, 0});
    simulation.model.add_fixed_point(particle, {0, 0, 0}).strength = 50;
    Warnings warnings;
    EXPECT_NEAR(breaking_force(simulation, particle, direction), 50, 0.15);
    EXPECT_NE(warnings.text.find("joint 1 (FIXPNT) of body 1 broke at t = 0.5"), std::string::npos)
        << warnings.text;
  }
}

TEST(Strength, LinkBreaksInTensionOnly)
{
  for (const double sign : {-1.0, 1.0}) {
    Simulation simulation(h);
    RigidBody& particle = add_particle(simulation, {0, 0, 0});
    simulation.model.add_rigid_link(&particle, nullptr, {0, 0, 0}, {0, 0, 1}).strength = 50;
    Warnings warnings;
    EXPECT_NEAR(breaking_force(simulation, particle, {0, 0, sign}), sign < 0 ? 50 : 100, 0.15);
  }
}

TEST(Strength, BrokenJointsStayAwayWhenARunGoesOn)
{
  const std::string file = ::testing::TempDir() + "corbel_strength_" + std::to_string(::getpid()) + ".h5";
  const auto build = [&](Simulation& simulation) {
    for (const double x : {0.0, 3.0}) {
      RigidBody& particle = add_particle(simulation, {x, 0, 0});
      simulation.model.add_fixed_point(particle, {x, 0, 0}).strength = x > 0 ? 50 : 1e6;
      simulation.model.add_force(particle, LoadKind::spatial, {x, 0, 0}, {0, 0, -1},
                                 series({0, 1}, {0, 100}));
    }
    simulation.output.file = file;
  };
  Warnings warnings;
  std::filesystem::remove(file);
  Simulation whole(h);
  build(whole);
  whole.output.file.clear();
  run_steps(whole, 900);
  EXPECT_EQ(whole.model.joints().size(), 1U);
  {
    Simulation part(h);
    build(part);
    run_steps(part, 700);
  }
  Simulation rest(h);
  build(rest);
  rest.resume();
  run_steps(rest, 200);
  EXPECT_TRUE(same_bits(numbers(rest.frame()), numbers(whole.frame())));
  std::filesystem::remove(file);
}
