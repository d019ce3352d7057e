// SPDX-License-Identifier: MIT
// Bodies on joints under gravity: a bar on a hinge, a mass on a rod, two masses on rods beside a wall.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

// --- pinned bar -------------------------------------------------------------------------------------

/// The bar when it passes the vertical: angular velocity and angle.
struct BarState {
  double w = 0, angle = 0;
};

/// McLean et al., Schaum's Engineering Mechanics (1978), p. 336: a bar of 1 m, hinged 0.25 m from its centre,
/// is let go at 30° from the vertical.
BarState swing_bar(double h, const GaussSeidel& with)
{
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -9.8});
  ShapePart bar = box({0, 0, 0.5}, {0.1, 0.1, 1});
  rotate(bar, {0, 0, 0.75}, {0, 1, 0}, -30);
  RigidBody& body = add_rigid(simulation, bar);
  simulation.model.add_fixed_point(body, {0, -0.05, 0.75});
  simulation.model.add_fixed_point(body, {0, 0.05, 0.75});
  EXPECT_GT(body.current_center().x(), 0.1);
  BarState state;
  const auto look = [&] {
    const double x = body.current_center().x();
    if (state.w == 0 && x <= 0) state = {omega(body).norm(), std::asin(x / 0.25)};
  };
  run(simulation, 0.5, look, with);
  return state;
}

/// Energy: ½ I ω² = m g d (cos angle − cos 30°) with I = m (k² + d²), k² = (1 + width²)/12, d = 0.25.
double exact_bar_speed(double width, double angle)
{
  const double d = 0.25, k2 = (1 + width * width) / 12;
  return std::sqrt(2 * 9.8 * d * (std::cos(angle) - std::cos(pi / 6)) / (k2 + d * d));
}

// --- mathematical pendulum --------------------------------------------------------------------------

struct Swing {
  double period;  ///< mean of ten [s]
  double energy;  ///< largest |E − E(0)| / E(0)
  double length;  ///< largest | |x| − 1 |
};

/// A mass on a rod of 1 m, let go horizontally; g = π² (Solfec's test math-pendulum).
Swing swing_mass(double h)
{
  Simulation simulation(h);
  set_gravity(simulation, {0, 0, -pi * pi});
  RigidBody& mass = add_particle(simulation, {1, 0, 1});
  simulation.model.add_rigid_link(&mass, nullptr, {1, 0, 1}, {0, 0, 1});
  Swing swing{};
  double t = 0, before = 1, first = 0;
  int crossings = 0;  // of the lowest point, two per period; x'' = 0 there, so a straight line through two
                      // steps is enough
  run(simulation, 24.9, [&] {
    const Vec3 x = mass.current_center();
    if (x.x() * before < 0) {
      const double now = t + simulation.h() * before / (before - x.x());
      if (crossings == 0) first = now;
      if (crossings == 20) swing.period = (now - first) / 10;
      ++crossings;
    }
    t = simulation.time();
    before = x.x();
    const double E = mass.kinetic_energy() + pi * pi * x.z();
    swing.energy = std::max(swing.energy, std::abs(E / (pi * pi) - 1));
    swing.length = std::max(swing.length, std::abs((x - Vec3(0, 0, 1)).norm() - 1));
  });
  EXPECT_EQ(crossings, 21);
  return swing;
}

// --- double pendulum --------------------------------------------------------------------------------

/// Potra et al. 2006, IJNME 66, in the numbers of Solfec's test: two masses on rods swing into a wall (e =
/// 0.1, no friction).
struct DoublePendulum {
  explicit DoublePendulum(double h) : simulation(h)
  {
    set_gravity(simulation, {0, 0, -9.81});
    simulation.model.contact.epsilon = 1e-5;
    set_material(simulation, 0, 0.1);
    const Vec3 pivot(0, 0, 2);
    const Vec3 x1 = pivot + Vec3(std::sin(pi / 3), 0, -std::cos(pi / 3));
    const Vec3 x2 = x1 + Vec3(std::sin(pi / 5), 0, -std::cos(pi / 5));
    one = &add_particle(simulation, x1);
    two = &add_particle(simulation, x2);
    simulation.model.add_rigid_link(one, nullptr, x1, pivot);
    simulation.model.add_rigid_link(two, one, x2, x1);
    add_obstacle(simulation, box({-0.075, 0, 1}, {0.05, 0.4, 2}));
  }
  double energy() const
  {
    double E = 0;
    for (const RigidBody* body : {one, two})
      E += body->kinetic_energy() + 9.81 * body->current_center().z();
    return E;
  }
  bool wall_pushes() const
  {
    for (const ConstraintRecord& c : simulation.constraints())
      if (c.kind == ConstraintKind::contact && c.impulse[2] > 0) return true;
    return false;
  }
  Simulation simulation;
  RigidBody* one;
  RigidBody* two;
};

/// Largest energy error before the wall is hit.
double energy_error_before_impact(double h)
{
  DoublePendulum pendulum(h);
  const double E0 = pendulum.energy();
  double error = 0;
  bool hit = false;
  run(pendulum.simulation, 1.0, [&] {
    hit = hit || pendulum.wall_pushes();
    if (!hit) error = std::max(error, std::abs(pendulum.energy() - E0));
  });
  EXPECT_TRUE(hit);
  return error;
}

}  // namespace

TEST(PinnedBar, HasTheSpeedOfTheTextbook)
{
  EXPECT_NEAR(exact_bar_speed(0, 0), 2.121, 1e-3);  // the textbook's bar is thin
  EXPECT_NEAR(swing_bar(0.001, solver(1e-3, 1000)).w, 2.121, 0.01 * 2.121);
}

TEST(PinnedBar, HasTheSpeedOfTheTrueBar)
{
  const BarState coarse = swing_bar(0.002, tight_solver()), fine = swing_bar(0.001, tight_solver());
  const double e1 = std::abs(coarse.w - exact_bar_speed(0.1, coarse.angle));
  const double e2 = std::abs(fine.w - exact_bar_speed(0.1, fine.angle));
  EXPECT_GT(order(e1, e2), 1.9);
  EXPECT_LT(e2, 1e-5);
}

TEST(MathPendulum, KeepsPeriodEnergyAndLengthOverTenPeriods)
{
  // T = 4 √(l/g) K(sin 45°) = 2π √(l/g) / agm(1, cos 45°)
  const double exact = 2 / agm(1, std::cos(pi / 4));
  EXPECT_NEAR(exact, 2.36, 0.01 * 2.36);
  const Swing coarse = swing_mass(0.002), fine = swing_mass(0.001);
  EXPECT_GT(order(std::abs(coarse.period - exact), std::abs(fine.period - exact)), 1.9);
  EXPECT_NEAR(fine.period, exact, 1e-5 * exact);
  EXPECT_GT(order(coarse.energy, fine.energy), 1.9);
  EXPECT_LT(fine.energy, 1e-5);
  EXPECT_LT(fine.length, 1e-8);
}

TEST(DoublePendulum, KeepsItsEnergyToSecondOrderBeforeTheWall)
{
  const double e1 = energy_error_before_impact(0.002), e2 = energy_error_before_impact(0.001);
  const double e3 = energy_error_before_impact(0.0005);
  EXPECT_GT(order(e1, e2), 1.8);
  EXPECT_GT(order(e2, e3), 1.8);
}

TEST(DoublePendulum, HasTheEnergiesOfSolfec)
{
  // Solfec's test double-pendulum (after Potra et al. 2006, IJNME 66), its numbers and tolerance. It counts
  // from the last value.
  DoublePendulum pendulum(0.001);
  std::vector<double> E = {pendulum.energy()};
  run(
      pendulum.simulation, 2.5, [&] { E.push_back(pendulum.energy()); }, solver(1e-3, 1000));
  for (const auto& [index, expected] :
       {std::pair(0, 11.6766522), {600, 9.0283018}, {1000, 0.8924676}, {1500, 0.6420737}}) {
    const double energy = E[static_cast<std::size_t>(index)] - E[2400];
    EXPECT_NEAR(energy, expected, 1e-3 * std::max(1.0, expected)) << index;
  }
}

TEST(DoublePendulum, LosesEnergyAtTheWallAndNeverGainsIt)
{
  DoublePendulum pendulum(0.001);
  double before = pendulum.energy(), after_impact = before, rise = 0;
  int impacts = 0;
  run(pendulum.simulation, 2.5, [&] {
    const double now = pendulum.energy();
    if (pendulum.wall_pushes()) {
      ++impacts;
      EXPECT_LT(now, before);
      after_impact = now;
    }
    rise = std::max(rise, now - after_impact);
    before = now;
  });
  EXPECT_GE(impacts, 2);
  EXPECT_LT(rise, 1e-4);  // the second-order ripple of the motion between impacts
}
