// SPDX-License-Identifier: MIT
// The masonry arch between standing and falling. Minimum thickness of a semicircular arch: 0.1075 of the
// radius for a continuum (Milankovitch, Heyman), 0.1095 for 27 voussoirs in Solfec's test, whose solver,
// steps and limits are used here.
#include "physics/scene_helpers.hpp"
#include "scenes/arch.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// After 750 steps of 1 ms.
double kinetic_energy(double thickness_ratio)
{
  Simulation simulation(1e-3);
  scenes::build_arch(simulation, {.thickness_ratio = thickness_ratio});
  run_steps(simulation, 750, {}, solver(1e-4, 10000));
  double E = 0;
  for (const auto& body : simulation.model.bodies())
    E += body->kinetic_energy();
  return E;
}

}  // namespace

TEST(Arch, StandsWhenThick) { EXPECT_LT(kinetic_energy(0.1100), 1e-4); }

TEST(Arch, FallsWhenThin) { EXPECT_GT(kinetic_energy(0.1085), 1e-3); }

TEST(Arch, StandsAtTheLimitOfSolfec) { EXPECT_LT(kinetic_energy(0.1095), 1e-4); }

TEST(Arch, FallsBelowTheLimitOfSolfec) { EXPECT_GT(kinetic_energy(0.1094), 1e-3); }
