// SPDX-License-Identifier: MIT
// Two equal bricks of finite elements fly at each other along x.
#pragma once

#include "deformable_helpers.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace corbel::testing {

struct Bricks {
  Mesh left, right;  ///< as they are at t = 0
  BulkMaterial material;
  double gap = 0;  ///< between them at t = 0 [m]
};

struct BrickImpact {
  double speed = 0.15;  ///< of approach [m/s]
  double h = 1e-4;      ///< [s]
  ContactPoints points = ContactPoints::centroid;
  std::string form = "BC";
  double duration = 0.02;  ///< after the gap has closed [s]
};

struct Rebound {
  double restitution = 0;      ///< relative velocity of the mass centres after / before
  double momentum_change = 0;  ///< largest, of both together, relative to that of one
  double most_energy_won =
      0;                    ///< largest rise over a step of the energy of both, relative to that at the start
  double contact_work = 0;  ///< of both, relative to the energy at the start
  int steps_in_contact = 0;
};

/// Finite elements with stiffness damping η = 1e-7 s, friction 0.1, restitution 0.
inline Rebound strike(const Bricks& bricks, const BrickImpact& impact)
{
  Simulation simulation(impact.h);
  simulation.model.contact.points = impact.points;
  set_material(simulation, 0.1);
  FiniteElementBody& left = add_elastic(simulation, bricks.left, bricks.material, impact.form);
  FiniteElementBody& right = add_elastic(simulation, bricks.right, bricks.material, impact.form);
  for (FiniteElementBody* brick : {&left, &right})
    brick->set_damping({1e-7, 0});
  left.set_initial_velocity({0.5 * impact.speed, 0, 0}, Vec3::Zero());
  right.set_initial_velocity({-0.5 * impact.speed, 0, 0}, Vec3::Zero());

  const auto energy = [&] {
    return left.kinetic_energy() + left.internal_energy() + right.kinetic_energy() + right.internal_energy();
  };
  const Vec3 momentum = left.linear_momentum() + right.linear_momentum();
  const double start = energy(), one = left.linear_momentum().norm();
  double before = start;
  Rebound rebound;
  run_steps(
      simulation, static_cast<int>(std::lround((bricks.gap / impact.speed + impact.duration) / impact.h)),
      [&] {
        const Vec3 now = left.linear_momentum() + right.linear_momentum();
        rebound.momentum_change = std::max(rebound.momentum_change, (now - momentum).norm() / one);
        rebound.most_energy_won = std::max(rebound.most_energy_won, (energy() - before) / start);
        before = energy();
        const auto presses = [](const ConstraintRecord& contact) { return contact.impulse[2] > 0; };
        const auto contacts = simulation.constraints();
        rebound.steps_in_contact += std::any_of(contacts.begin(), contacts.end(), presses);
      },
      solver(1e-10, 2000));
  rebound.restitution =
      (right.linear_momentum().x() / right.mass() - left.linear_momentum().x() / left.mass()) / impact.speed;
  rebound.contact_work = (simulation.energy(left).contact + simulation.energy(left).friction +
                          simulation.energy(right).contact + simulation.energy(right).friction) /
                         start;
  return rebound;
}

/// Largest minus smallest, over the mean.
inline double spread(const std::vector<double>& values)
{
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return (*most - *least) /
         (std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()));
}

/// Twenty step lengths evenly from 0.8e-4 to 1.2e-4 s.
inline std::vector<double> twenty_steps()
{
  std::vector<double> steps;
  for (int i = 0; i < 20; ++i)
    steps.push_back(0.8e-4 + 0.4e-4 * i / 19);
  return steps;
}

/// Restitution for all of them. Momentum stays and energy does not rise in any.
inline std::vector<double> restitutions(const Bricks& bricks, BrickImpact impact)
{
  std::vector<double> all;
  for (const double h : twenty_steps()) {
    impact.h = h;
    const Rebound rebound = strike(bricks, impact);
    EXPECT_LE(rebound.momentum_change, 1e-11) << h;
    EXPECT_LE(rebound.most_energy_won, 1e-7) << h;
    EXPECT_LE(rebound.contact_work, 0) << h;
    EXPECT_GE(rebound.steps_in_contact, 5) << h;
    all.push_back(rebound.restitution);
  }
  return all;
}

}  // namespace corbel::testing
