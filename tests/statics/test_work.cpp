// SPDX-License-Identifier: MIT
// Work of static loads in closed form.
#include "statics/static_scene.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

/// A bar, ν = 0, pulled by F: external work F²L/2EA, all of it strain energy; in one step or many. TL:
/// strains of 1e-5 are not infinitesimal.
TEST(StaticWork, ABarTakesHalfOfForceTimesDisplacement)
{
  const double E = 1e9, L = 2, A = 0.02, F = 200;
  for (const std::string_view form : {"BC", "TL"})
    for (const int steps : {1, 4}) {
      StaticCase c(straight_brick({0, 0, 0}, {L, 0.2, 0.1}, 4, 2, 1), {E, 0}, form);
      c.fix(plane(0, 0), "x");
      c.fix(plane(1, 0), "y");
      c.fix(plane(2, 0), "z");
      c.simulation.model.add_surface_load(c.body, LoadKind::spatial, right, Vec3(1, 0, 0),
                                          series({0, 1.0 * steps}, {0, F / A}));
      EXPECT_EQ(c.solve(steps).unconverged_steps, 0);
      EXPECT_NEAR(c.displacement({L, 0, 0}).x(), F * L / (E * A), 3e-5 * F * L / (E * A));
      const EnergyRecord energy = c.simulation.energy(c.body);
      const double work = F * F * L / (2 * E * A);
      EXPECT_NEAR(energy.external, work, (form == "BC" ? 1e-8 : 3e-5) * work) << form << " " << steps;
      EXPECT_NEAR(energy.internal, energy.external, 1e-5 * work) << form << " " << steps;
    }
}

}  // namespace
}  // namespace corbel::testing
