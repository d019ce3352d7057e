// SPDX-License-Identifier: MIT
// What time integration makes of the energy is of its order, and the three schemes are the same in the limit
// of small steps.
#include "deformable_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double soft = 2e6;  // [Pa]; the longest of the bar's lengthwise periods is 1/8 s

/// Greatest |numerical energy| in 1/4 s (twice its longest period) of the rotating bar, as part of its
/// energy.
double numerical_energy(const std::string& form, const std::string& scheme, double young, double eta,
                        int log_steps)
{
  Simulation simulation(std::ldexp(1, -log_steps));
  FiniteElementBody& bar = add_rotating_bar(simulation, form, young, eta);
  bar.set_scheme(scheme);
  const double energy = bar.kinetic_energy();
  double greatest = 0;
  fly(simulation, instrumented ? 0.125 : 0.25,
      [&] { greatest = std::max(greatest, std::abs(simulation.energy(bar).numerical()) / energy); });
  return greatest;
}

Eigen::VectorXd end_places(const std::string& scheme, int log_steps)
{
  Simulation simulation(std::ldexp(1, -log_steps));
  FiniteElementBody& bar = add_rotating_bar(simulation, "TL", soft, 0);
  bar.set_scheme(scheme);
  fly(simulation, 1.0 / 16);
  return vector(bar.q());
}

}  // namespace

TEST(EnergyAudit, NumericalEnergyIsOfSecondOrder)
{
  for (const std::string scheme : {"DEF_LIM", "DEF_IMP"})
    for (const double eta : instrumented ? std::vector{0.0} : std::vector{0.0, 0.005}) {
      const double coarse = numerical_energy("TL", scheme, soft, eta, 9),
                   fine = numerical_energy("TL", scheme, soft, eta, 10);
      EXPECT_LT(coarse, 4e-6);
      EXPECT_GE(order(coarse, fine), 1.9) << scheme << " " << eta;
    }
}

TEST(EnergyAudit, CorotatedForceIsAGradientUpToStrain)
{
  // The force of BC leaves out the derivative of Λ. Its work differs from the change of ½ dᵀK₀d by a part of
  // it that is of the order of strain, whatever the step: internal energy ~ strain² E, and strain ~ 1/E here.
  // Together a part of the kinetic energy that goes with 1/E².
  const double coarse = numerical_energy("BC", "DEF_LIM", soft, 0, 11),
               fine = numerical_energy("BC", "DEF_LIM", soft, 0, 12),
               stiffer = numerical_energy("BC", "DEF_LIM", 4 * soft, 0, 13);
  EXPECT_NEAR(fine, coarse, 0.02 * coarse);
  EXPECT_LT(fine, 2e-6);
  EXPECT_NEAR(fine / stiffer, 16, 1.6);
}

TEST(EnergyAudit, SchemesAgreeInTheLimitOfSmallSteps)
{
  const auto difference = [](const std::string& scheme, int log_steps) {
    return (end_places(scheme, log_steps) - end_places("DEF_IMP", log_steps)).norm();
  };
  const double coarse = difference("DEF_EXP", 11), fine = difference("DEF_EXP", 12);
  EXPECT_GE(order(coarse, fine), 1.9);
  EXPECT_LT(fine, 1e-6);
  // One Newton step misses what is quadratic in the velocity's change: much less, and seen in larger steps
  // only.
  for (int i = 5; i < 8; ++i)
    EXPECT_GE(order(difference("DEF_LIM", i), difference("DEF_LIM", i + 1)), 1.9) << i;
  EXPECT_LT(difference("DEF_LIM", 8), 1e-8);
}
