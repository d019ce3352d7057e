// SPDX-License-Identifier: MIT
// A bar strikes a wall, lengthwise (ν = 0, so it is in one dimension; S. P. Timoshenko, J. N. Goodier, Theory
// of elasticity, ch. 14): a wave of the stress ρcv, c = √(E/ρ), runs to the other end and back, the bar
// leaves after 2L/c with the velocity it came with. Two equal bars exchange their velocities.
#include "deformable_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double young = 2e11, density = 8000, c = 5000, length = 0.2, speed = 1;
const BulkMaterial metal = {.label = "", .young = young, .poisson = 0, .density = density};

/// Square bar of N cubes standing at the height z, moving with v.
FiniteElementBody& add_bar(Simulation& simulation, const std::string& form, const std::string& scheme, int N,
                           double z, double v)
{
  const double side = length / N;
  FiniteElementBody& bar =
      add_elastic(simulation, grid({0, 0, z}, {side, side, z + length}, 1, 1, N), metal, form);
  bar.set_scheme(scheme);
  bar.set_initial_velocity({0, 0, v}, Vec3::Zero());
  return bar;
}

double mean_velocity(const FiniteElementBody& bar) { return bar.linear_momentum().z() / bar.mass(); }

/// Momentum that contacts give in the last step, upwards [N s].
double contact_impulse(const Simulation& simulation)
{
  double sum = 0;
  for (const ConstraintRecord& contact : simulation.constraints())
    sum += std::abs(spatial_impulse(contact).z());
  return sum;
}

struct Strike {
  double contact_time = 0;  ///< between the first and the last impulse [s]
  double stress = 0;        ///< −σ_zz in the middle, mean over the plateau [Pa]
  double rebound = 0;       ///< mean velocity at the end [m/s]
  double contact_work = 0, friction_work = 0, numerical = 0;  ///< parts of the kinetic energy at the start
};

/// Steps of a fifth of the time a wave needs for an element, for 1.5 times the contact time.
Strike strike(const std::string& form, const std::string& scheme, int N)
{
  const double h = 0.2 * length / N / c;
  Simulation simulation(h);
  set_material(simulation, 0);
  add_floor(simulation, 1);
  FiniteElementBody& bar = add_bar(simulation, form, scheme, N, 0, -speed);
  const double energy = bar.kinetic_energy();
  const MaterialPoint middle = bar.locate("middle", {0, 0, length / 2});
  Strike result;
  int samples = 0;
  run_steps(simulation, static_cast<int>(std::lround(1.5 * 2 * length / c / h)), [&] {
    const double t = simulation.time() * c / length;
    if (contact_impulse(simulation) > 0) result.contact_time = simulation.time();
    if (t > 0.7 && t < 1.3) {  // the plateau lasts from ½ to 3/2
      result.stress -= (*bar.stress(middle))(2, 2);
      ++samples;
    }
    result.numerical = std::max(result.numerical, std::abs(simulation.energy(bar).numerical()) / energy);
  });
  result.stress /= samples;
  result.rebound = mean_velocity(bar);
  result.contact_work = simulation.energy(bar).contact / energy;
  result.friction_work = simulation.energy(bar).friction / energy;
  return result;
}

struct Case {
  const char *form, *scheme;
};

class BarImpact : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Schemes, BarImpact,
                         ::testing::Values(Case{"TL", "DEF_EXP"}, Case{"TL", "DEF_LIM"},
                                           Case{"BC", "DEF_LIM"}),
                         [](const auto& one) {
                           return std::string(one.param.form) + "_" + one.param.scheme;
                         });

}  // namespace

TEST_P(BarImpact, LastsTwoTravelTimesUnderTheStressOfTheWave)
{
  // A step of waves spreads over a chain of springs and masses: after n of them its front is as wide as
  // n^{1/3} (Airy's integral; L. Brillouin, Wave propagation in periodic structures). So the contact time is
  // late by the part N^{−2/3}, not 1/N, of itself. What is lost at once is the energy of the mass that the
  // wall stops: the lumped mass of the lowest layer, m/(2N).
  constexpr double time = 2 * length / c, stress = density * c * speed;
  const bool is_explicit = std::string(GetParam().scheme) == "DEF_EXP";
  std::vector<double> late, slow;
  for (const int N : {10, 20, 40}) {
    SCOPED_TRACE(N);
    const Strike s = strike(GetParam().form, GetParam().scheme, N);
    late.push_back(s.contact_time / time - 1);
    slow.push_back(1 - s.rebound / speed);
    EXPECT_LT(std::abs(s.stress / stress - 1), 0.25 / N);
    EXPECT_NEAR(s.contact_work, -1.0 / (2 * N),
                (is_explicit ? 1e-4 : 0.03) / (2 * N));  // implicit: a bit of springs
    EXPECT_LE(s.friction_work, 0);
    EXPECT_LT(s.numerical, is_explicit ? 0.02 / N : 1e-6);  // half of it is h times the power of the wall
  }
  EXPECT_LT(late[2], 0.015);
  EXPECT_LT(slow[2], 0.03);
  EXPECT_GE(order(late[0], late[2], 4), 0.6);
  EXPECT_GE(order(slow[0], slow[2], 4), 2.0 / 3);
}

TEST_P(BarImpact, EqualBarsExchangeVelocities)
{
  constexpr int N = 40;
  const double h = 0.2 * length / N / c;
  Simulation simulation(h);
  set_material(simulation, 0);
  FiniteElementBody& first = add_bar(simulation, GetParam().form, GetParam().scheme, N, 0, speed);
  FiniteElementBody& second = add_bar(simulation, GetParam().form, GetParam().scheme, N, length, 0);
  run_steps(simulation, static_cast<int>(std::lround(1.5 * 2 * length / c / h)));
  EXPECT_NEAR(mean_velocity(first), 0, 0.02 * speed);
  EXPECT_NEAR(mean_velocity(second), speed, 0.02 * speed);
  EXPECT_NEAR(mean_velocity(first) + mean_velocity(second), speed, 1e-9 * speed);
}

TEST(BarImpact, FastBarOfBM23)
{
  // Solfec-1.0, test BM23: 1 × 1 × 20 hexahedra, 0.02 × 0.02 × 0.2 m, falls with 100 m/s from z = 2 mm, h =
  // 2e-6, TL, DEF_EXP. Contact from 2e-5 s on, for 2L/c = 8e-5 s; the wave is slower by v/c-parts in what is
  // strained.
  constexpr double h = 2e-6;
  Simulation simulation(h);
  set_material(simulation, 0);
  add_obstacle(simulation, box({0, 0, -0.005}, {0.04, 0.04, 0.01}));
  FiniteElementBody& bar =
      add_elastic(simulation, grid({-0.01, -0.01, 0.002}, {0.01, 0.01, 0.202}, 1, 1, 20), metal, "TL");
  bar.set_scheme("DEF_EXP");
  bar.set_initial_velocity({0, 0, -100}, Vec3::Zero());
  double first = 0, last = 0, motion = 0;
  const MaterialPoint end = bar.locate("end", {0, 0, 0.002});
  run(simulation, 1.4e-4, [&] {
    if (simulation.time() > 3e-5 && simulation.time() < 9e-5)
      motion = std::max(motion, std::abs(bar.velocity(end).z()));
    if (contact_impulse(simulation) == 0) return;
    if (first == 0) first = simulation.time();
    last = simulation.time();
  });
  EXPECT_NEAR(first, 2e-5, 2 * h);
  EXPECT_NEAR(last - first + h, 8e-5, 0.05 * 8e-5);
  EXPECT_LT(motion, 1);  // it rests on the wall
  EXPECT_NEAR(mean_velocity(bar), 100, 6);
  const EnergyRecord energy = simulation.energy(bar);
  EXPECT_NEAR(energy.contact, -energy.start / 40, 0.05 * energy.start / 40);  // of the lowest half of a cell
  EXPECT_LT(std::abs(energy.numerical()), 0.01 * energy.start);
}
