// SPDX-License-Identifier: MIT
// Elastic bodies that touch: the same bits with one, two and four threads, and from a restart.
#include "deformable_helpers.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <unistd.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr int all_steps = instrumented ? 20 : 40, half_steps = all_steps / 2;

/// Bricks of two templates, one of them too large for a dense inverse, TL and BC, fall on the floor and on
/// each other.
void build(Simulation& simulation)
{
  const BulkMaterial rubber = {.label = "", .young = 2e6, .poisson = 0.3, .density = 1100};
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.4);
  add_floor(simulation, 4);
  for (int i = 0; i < 8; ++i) {
    const double x = 0.25 * (i % 4), z = 0.001 + 0.402 * (i / 4);
    const bool tall = i >= 2 && i < 4;  // 1056 unknowns; the others have 81, two on top of each other
    const double height = tall ? 0.4 : 0.1;
    const Vec3 corner(x, 0.01 * i, tall || i < 4 ? 0.001 : i < 6 ? 0.102 : z);
    ShapePart part = grid(corner, corner + Vec3(0.2, 0.2, height), tall ? 3 : 2, tall ? 3 : 2, tall ? 21 : 2);
    rotate(part, corner + Vec3(0.1, 0.1, 0), Vec3::UnitZ(), 2.0 * i);
    FiniteElementBody& body = add_elastic(simulation, std::get<Mesh>(part), rubber, i % 3 == 0 ? "TL" : "BC");
    body.set_initial_velocity({0.1 * i, 0, -1}, {0.2, 0.1 * i, 0});
    body.set_damping({1e-4, 0});
  }
}

const GaussSeidel coarse = solver(1e-3, 20);  // not converged: the warm start matters

std::vector<std::vector<double>> run_bricks(int threads)
{
  Simulation simulation(1e-3);
  simulation.threads = threads;
  build(simulation);
  std::vector<std::vector<double>> frames;
  std::size_t most = 0;
  run_steps(
      simulation, all_steps,
      [&] {
        most = std::max(most, simulation.constraints().size());
        if (simulation.steps() % 10 == 0) frames.push_back(all_numbers(simulation.frame()));
      },
      coarse);
  EXPECT_GT(most, 50U);
  return frames;
}

void expect_same(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b)
{
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(same_bits(a[i], b[i])) << "frame " << i;
}

}  // namespace

TEST(ElasticSameBits, OneTwoAndFourThreads)
{
  const auto one = run_bricks(1);
  expect_same(one, run_bricks(2));
  expect_same(one, run_bricks(4));
}

/// All frames of a file, and what a run in two parts writes.
TEST(ElasticSameBits, Restart)
{
  const std::string name = ::testing::TempDir() + "corbel_elastic_" + std::to_string(::getpid());
  const std::string whole = name + "_whole.h5", parts = name + "_parts.h5";
  const auto run_part = [&](const std::string& file, bool resume, int steps) {
    Simulation simulation(1e-3);
    build(simulation);
    simulation.output.file = file;
    simulation.output.interval = 0.01;
    if (resume) simulation.resume();
    run_steps(simulation, steps, {}, coarse);
  };
  run_part(whole, false, all_steps);
  run_part(parts, false, half_steps);
  run_part(parts, true, all_steps - half_steps);
  {
    const ResultReader expected(whole), found(parts);
    ASSERT_EQ(found.frame_count(), expected.frame_count());
    for (std::size_t i = 0; i < found.frame_count(); ++i)
      EXPECT_TRUE(same_bits(all_numbers(found.read(i)), all_numbers(expected.read(i)))) << "frame " << i;
    // The bodies are damped, and moved from the start: both energies are there to be lost.
    const EnergyRecord energy = found.read(found.frame_count() - 1).bodies.back().energy;
    EXPECT_LT(energy.damping, 0);
    EXPECT_GT(energy.start, 0);
  }
  std::filesystem::remove(whole);
  std::filesystem::remove(parts);
}
