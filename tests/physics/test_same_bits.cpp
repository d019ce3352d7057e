// SPDX-License-Identifier: MIT
// The same run gives the same bits: with one thread, with several, and again.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

#include <random>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// 7×7×7 boxes and balls, packed loosely and turned at random, fall on the floor; more bodies, contacts and
/// pairs than one task takes.
void build_heap(Simulation& simulation)
{
  set_gravity(simulation, {0, 0, -9.81});
  set_material(simulation, 0.4, 0.1);
  add_floor(simulation);
  std::mt19937 random(1);
  const auto jitter = [&] { return static_cast<double>(random()) / 4294967296.0 - 0.5; };
  for (int i = 0; i < 343; ++i) {
    const Vec3 x(i % 7, i / 7 % 7, 0.5 + i / 49);
    if (i % 3 == 0) {
      add_rigid(simulation, ball(x, 0.49));
    } else {
      ShapePart part = box(x, {0.95, 0.95, 0.95});
      rotate(part, x, {jitter(), jitter(), jitter()}, 20 * jitter());
      add_rigid(simulation, part);
    }
  }
  Bodies& bodies = simulation.model.bodies();
  for (std::size_t i = 1; i < bodies.size(); ++i)
    static_cast<RigidBody&>(*bodies[i])
        .set_initial_velocity({jitter(), jitter(), -2}, {jitter(), jitter(), jitter()});
  simulation.model.add_fixed_point(*bodies[20], bodies[20]->center());
  simulation.model.add_rigid_link(bodies[30].get(), bodies[32].get(), bodies[30]->center(),
                                  bodies[32]->center());
}

/// All numbers every ten steps.
std::vector<std::vector<double>> run_heap(int threads)
{
  Simulation simulation(2e-3);
  simulation.threads = threads;
  build_heap(simulation);
  std::vector<std::vector<double>> frames;
  run_steps(
      simulation, 60,
      [&] {
        if (simulation.steps() % 10 == 0) frames.push_back(all_numbers(simulation.frame()));
      },
      solver(1e-3, 30));
  EXPECT_GT(simulation.constraints().size(), 300U);
  return frames;
}

void expect_same(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b)
{
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(same_bits(a[i], b[i])) << "frame " << i;
}

}  // namespace

TEST(SameBits, OneThreadTwice) { expect_same(run_heap(1), run_heap(1)); }
TEST(SameBits, OneThreadAndTwo) { expect_same(run_heap(1), run_heap(2)); }
TEST(SameBits, OneThreadAndFour) { expect_same(run_heap(1), run_heap(4)); }
TEST(SameBits, TwoThreadsTwice) { expect_same(run_heap(2), run_heap(2)); }

TEST(SameBits, AreToldApart)
{
  // The comparison sees a change of one bit.
  std::vector<std::vector<double>> frames = run_heap(1);
  std::vector<double> other = frames[0];
  other[100] = std::nextafter(other[100], 1e9);
  EXPECT_FALSE(same_bits(frames[0], other));
}
