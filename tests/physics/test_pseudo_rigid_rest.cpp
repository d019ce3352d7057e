// SPDX-License-Identifier: MIT
// Pseudo-rigid boxes on a floor: the static compression, rest, and the energy of a fall.
//
// Gravity acts on x̄ alone, the reactions m g at the bottom, L/2 below the centre, on F33, too. So
//
//   V0 P33 = −m g L/2 ,   without friction P11 = P22 = 0 ,
//
// and with Saint Venant–Kirchhoff P33 = s E ½(s² − 1) of the stretch s = F33, lateral strain −ν times that
// along z.
#include "physics/scene_helpers.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;
constexpr std::array schemes = {DeformableScheme::def_exp, DeformableScheme::def_lim,
                                DeformableScheme::def_imp};
const BulkMaterial soft = {.label = "", .young = 1e6, .poisson = 0.25, .density = 2000};
const Vec3 sides(1, 1.2, 0.8);

Mesh plate()
{
  std::vector<double> corners;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : {std::pair(-0.5, -0.5), {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})
      for (const double a : {x * sides.x(), y * sides.y(), z * sides.z()})
        corners.push_back(a);
  return make_hex_mesh(corners, 3, 3, 1, 0, std::vector<int>(6, 0), {}, {}, {});
}

const std::array<ShapePart, 2> parts = {box({0, 0, 0.5 * sides.z()}, sides), plate()};

struct Rest {
  double along, across;  ///< F33; F11 = F22
};

Rest closed_form()
{
  double s = 1;
  const double P = -0.5 * soft.density * g * sides.z();
  for (int i = 0; i < 30; ++i)
    s -= (0.5 * soft.young * s * (s * s - 1) - P) / (0.5 * soft.young * (3 * s * s - 1));
  return {s, std::sqrt(1 - soft.poisson * (s * s - 1))};
}

std::vector<double> at_rest()
{
  const Rest r = closed_form();
  return {r.across, 0, 0, 0, r.across, 0, 0, 0, r.along, 0, 0, 0.5 * sides.z() * r.along};
}

std::vector<std::array<int, 5>> names(const Simulation& simulation)
{
  std::vector<std::array<int, 5>> all;
  for (const ConstraintRecord& c : simulation.constraints())
    all.push_back({c.slave, c.master, c.slave_object, c.master_object, c.feature});
  return all;
}

double off(const PseudoRigidBody& body)
{
  const std::vector<double> now = body.q(), expected = at_rest();
  double most = 0;
  for (std::size_t i = 0; i < 12; ++i)
    most = std::max(most, std::abs(now[i] - expected[i]));
  return most;
}

double energy(const PseudoRigidBody& body) { return body.kinetic_energy() + body.internal_energy(); }

}  // namespace

TEST(PseudoRigidRest, WhatIsCompressedByItsWeightStands)
{
  for (const ShapePart& part : parts)
    for (const DeformableScheme scheme : schemes)
      for (const bool floor_first : {true, false}) {
        Simulation simulation(1e-3);
        set_gravity(simulation, {0, 0, -g});
        set_material(simulation, 0.5);
        if (floor_first) add_floor(simulation);
        PseudoRigidBody& body = simulation.model.add_pseudo_rigid({part}, soft, "");
        if (!floor_first) add_floor(simulation);
        body.scheme = scheme;
        body.set_q(at_rest());
        std::vector<std::array<int, 5>> first;
        int changes = 0;
        double worst = 0;
        run_steps(
            simulation, 2000,
            [&] {
              if (first.empty()) first = names(simulation);
              changes += names(simulation) != first;
              worst = std::max(worst, off(body));
            },
            solver(1e-10, 2000));
        EXPECT_GE(first.size(), 4U);
        EXPECT_EQ(changes, 0) << to_string(scheme) << " " << first.size();
        EXPECT_LT(worst, 1e-8) << to_string(scheme) << " " << first.size();
      }
}

TEST(PseudoRigidRest, DampingLeadsToTheStaticCompression)
{
  for (const ShapePart& part : parts) {
    Simulation simulation(1e-3);
    set_gravity(simulation, {0, 0, -g});
    set_material(simulation, 0);
    add_floor(simulation);
    PseudoRigidBody& body = simulation.model.add_pseudo_rigid({part}, soft, "");
    body.scheme = DeformableScheme::def_lim;
    body.set_damping({0.01, 0});
    run_steps(simulation, 3000, {}, solver(1e-10, 2000));
    EXPECT_GT(std::abs(closed_form().along - 1), 0.005);
    EXPECT_LT(off(body), 1e-7);
    const Mat3 cauchy = *body.stress({});
    EXPECT_NEAR(cauchy(2, 2), -0.5 * soft.density * g * sides.z() / std::pow(closed_form().across, 2), 1);
  }
}

// Falls on an edge, tips over and comes to rest. What loads, contacts and damping did is what the body has:
// up to the second order in h that energy is known by in free flight.
TEST(PseudoRigidRest, EnergyOfAFall)
{
  for (const DeformableScheme scheme : schemes) {
    std::array<double, 2> gone;
    for (std::size_t k = 0; k < 2; ++k) {
      Simulation simulation(k == 0 ? 1e-3 : 5e-4);
      set_gravity(simulation, {0, 0, -g});
      set_material(simulation, 0.4);
      add_floor(simulation);
      ShapePart part = plate();
      rotate(part, Vec3::Zero(), {1, 0.4, 0}, 25);
      translate(part, {0, 0, 0.7});
      PseudoRigidBody& body = simulation.model.add_pseudo_rigid({part}, soft, "");
      body.scheme = scheme;
      body.set_damping({1e-3, 0});
      const double start = energy(body), fall = body.mass() * g * body.center().z();
      double error = 0;
      run(
          simulation, 1.5, [&] { error = std::max(error, std::abs(energy(body) - start - body.work.sum())); },
          solver(1e-8, 500));
      gone[k] = error / fall;
      EXPECT_LT(body.work.damping, 0);
      EXPECT_LT(body.work.contact, -0.1 * fall);
      EXPECT_LT(body.work.friction, 0);
      EXPECT_LT(body.kinetic_energy(), 1e-3 * fall);
    }
    // Explicit steps take the force of damping at t, not in the middle.
    EXPECT_LT(gone[0], scheme == DeformableScheme::def_exp ? 1e-3 : 1e-4) << to_string(scheme);
    EXPECT_GT(order(gone[0], gone[1]), scheme == DeformableScheme::def_exp ? 0.9 : 1.8) << to_string(scheme);
  }
}
