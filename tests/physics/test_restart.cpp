// SPDX-License-Identifier: MIT
// A run, its rerun and its restart from a frame in the middle end in the same bits.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr int all_steps = 400, half_steps = 200;
const GaussSeidel coarse =
    solver(1e-3, 20);  // not converged: the warm start matters and has to be restored, too

/// Contacts of all kinds, all joints, a moving obstacle, a force in time.
void build_scene(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.5, 0.2);
  RigidBody& floor = add_floor(simulation);
  simulation.model.add_prescribed_motion(
      floor, {0, 0, -0.5}, {1, 0.5, 0}, MotionKind::displacement,
      sampled([](double t) { return 0.05 * (1 - std::cos(12 * t)); }, 2, 0.01));
  for (int level = 0; level < 3; ++level)
    for (int i = 0; i < 3; ++i) {
      const Vec3 x(1.01 * i + 0.3 * level, 0, 0.51 + 1.02 * level);
      add_rigid(simulation, i == level ? ShapePart(ball(x, 0.5)) : ShapePart(box(x, {1, 1, 1})));
    }
  RigidBody& bar = add_rigid(simulation, block({0, 3, 2}, {2, 0.3, 0.3}));
  simulation.model.add_fixed_point(bar, {-1, 3, 2});
  RigidBody& weight = add_particle(simulation, {1, 3, 1});
  simulation.model.add_rigid_link(&bar, &weight, {1, 3, 2}, {1, 3, 1});
  RigidBody& slider = add_rigid(simulation, ball({0, -3, 2}, 0.5));
  slider.scheme = RigidScheme::rig_imp;
  slider.set_initial_velocity({1, 0, 0}, {1, 2, 3});
  simulation.model.add_fixed_direction(slider, {0, -3, 2}, {0, 1, 1});
  simulation.model.add_force(slider, LoadKind::convected, {0.1, -3, 2}, {0, 0, 1},
                             series({0, 1, 2}, {1, -2, 3}));
}

std::string file_name(const std::string& name)
{
  return ::testing::TempDir() + "corbel_restart_" + std::to_string(::getpid()) + "_" + name + ".h5";
}

struct TemporaryFile {
  explicit TemporaryFile(const std::string& name) : path(file_name(name)) { std::filesystem::remove(path); }
  ~TemporaryFile() { std::filesystem::remove(path); }
  const std::string path;
};

/// A frame every tenth step.
void write_to(Simulation& simulation, const std::string& file)
{
  simulation.output.file = file;
  simulation.output.interval = 0.02;
}

/// The numbers after all steps.
std::vector<double> whole_run(const std::string& file)
{
  Simulation simulation(2e-3);
  build_scene(simulation);
  write_to(simulation, file);
  run_steps(simulation, all_steps, {}, coarse);
  EXPECT_GT(simulation.constraints().size(), 10U);
  return all_numbers(simulation.frame());
}

void first_half(const std::string& file)
{
  Simulation simulation(2e-3);
  build_scene(simulation);
  write_to(simulation, file);
  run_steps(simulation, half_steps, {}, coarse);
}

}  // namespace

TEST(Restart, RerunEndsInTheSameBits)
{
  const TemporaryFile a("rerun_a"), b("rerun_b");
  EXPECT_TRUE(same_bits(whole_run(a.path), whole_run(b.path)));
}

TEST(Restart, GoesOnInTheSameBits)
{
  const TemporaryFile whole("whole"), half("half"), copy("copy");
  const std::vector<double> expected = whole_run(whole.path);
  first_half(half.path);
  std::filesystem::copy_file(half.path, copy.path);

  Simulation simulation(2e-3);
  build_scene(simulation);
  write_to(simulation, copy.path);
  simulation.resume();
  EXPECT_EQ(simulation.steps(), half_steps);
  run_steps(simulation, all_steps - half_steps, {}, coarse);
  EXPECT_TRUE(same_bits(all_numbers(simulation.frame()), expected));
}

TEST(Restart, WritesTheFramesOfTheWholeRun)
{
  const TemporaryFile whole("frames_whole"), half("frames_half");
  whole_run(whole.path);
  first_half(half.path);
  {
    Simulation simulation(2e-3);
    build_scene(simulation);
    write_to(simulation, half.path);
    simulation.resume();
    run_steps(simulation, all_steps - half_steps, {}, coarse);
  }
  const ResultReader expected(whole.path), resumed(half.path);
  ASSERT_EQ(resumed.frame_count(), expected.frame_count());
  for (std::size_t i = 0; i < expected.frame_count(); ++i)
    EXPECT_TRUE(same_bits(all_numbers(resumed.read(i)), all_numbers(expected.read(i)))) << "frame " << i;
}
