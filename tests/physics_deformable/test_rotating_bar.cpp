// SPDX-License-Identifier: MIT
// The rotating bar of TR1 §8.1: Figures 2 to 5, and the extension it comes to rest at.
#include "deformable_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double soft = 2e6, stiff = 2e11;  // Young's moduli [Pa]

/// Columns of the reference program's tables.
enum Column : std::size_t { time_column, elongation_column, kinetic_column, internal_column };

/// Greatest difference from the reference program's history, relative to its peak.
void compare_with_reference(const std::string& form, int steps_per_second, const std::string& eta)
{
  const auto table =
      read_table("rotating_bar/" + form + "_h" + std::to_string(steps_per_second) + "_eta" + eta + ".csv");
  ASSERT_EQ(table.size(), static_cast<std::size_t>(steps_per_second));
  Simulation simulation(1.0 / steps_per_second);
  FiniteElementBody& bar = add_rotating_bar(simulation, form, soft, std::stod(eta));
  double peak = 0, peak_energy = 0, difference = 0, kinetic = 0, internal = 0;
  std::size_t row = 0;
  fly(simulation, 1 - simulation.h(), [&] {
    const std::vector<double>& expected = table[++row];
    ASSERT_NEAR(simulation.time(), expected[time_column], 1e-12);
    peak = std::max(peak, std::abs(expected[elongation_column]));
    peak_energy = std::max(peak_energy, expected[internal_column]);
    difference = std::max(difference, std::abs(elongation(bar) - expected[elongation_column]));
    kinetic = std::max(kinetic, std::abs(bar.kinetic_energy() / expected[kinetic_column] - 1));
    internal = std::max(internal, std::abs(bar.internal_energy() - expected[internal_column]));
  });
  ASSERT_EQ(row + 1, table.size());
  EXPECT_LT(difference, 1e-6 * peak);
  EXPECT_LT(kinetic, 1e-6);
  EXPECT_LT(internal, 1e-6 * peak_energy);
}

/// Nodes at t = 1/16 s.
Eigen::VectorXd end_places(const std::string& form, double young, double eta, int log_steps)
{
  Simulation simulation(std::ldexp(1, -log_steps));
  FiniteElementBody& bar = add_rotating_bar(simulation, form, young, eta);
  fly(simulation, 1.0 / 16);
  return vector(bar.q());
}

/// Orders of convergence between steps 2^-from … 2^-to against 2^-reference, the least of them.
double least_order(const std::string& form, double young, double eta, int from, int to, int reference)
{
  const Eigen::VectorXd exact = end_places(form, young, eta, reference);
  double least = 1e9, last = 0;
  for (int i = from; i <= to; ++i) {
    const double error = (end_places(form, young, eta, i) - exact).norm();
    if (i > from) least = std::min(least, order(last, error));
    last = error;
  }
  return least;
}

class RotatingBar : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Forms, RotatingBar, ::testing::Values("TL", "BC"),
                         [](const auto& form) { return std::string(form.param); });

}  // namespace

TEST_P(RotatingBar, ElongatesAsTheReferenceProgramSays)
{
  for (const int steps : {64, 256})
    for (const std::string eta : {"0", "0.01", "0.05"}) {
      SCOPED_TRACE("h = 1/" + std::to_string(steps) + ", eta = " + eta);
      compare_with_reference(GetParam(), steps, eta);
    }
}

TEST_P(RotatingBar, EnergyStaysInItsBandForAHundredSeconds)
{
  // Figure 4, h = 1/64: the total energy oscillates and does not drift. The band is that of the first 10 s;
  // what passes it later on is less than a tenth of its width.
  Simulation simulation(1.0 / 64);
  FiniteElementBody& bar = add_rotating_bar(simulation, GetParam(), soft, 0);
  double lo = 1e9, hi = -1e9, below = 0, above = 0;
  const double end = instrumented ? 15 : 100, start = bar.kinetic_energy();
  fly(simulation, end, [&] {
    const double energy = bar.kinetic_energy() + bar.internal_energy();
    if (simulation.time() <= 10) {
      lo = std::min(lo, energy);
      hi = std::max(hi, energy);
    }
    below = std::max(below, lo - energy);
    above = std::max(above, energy - hi);
  });
  EXPECT_LT(hi - lo, 1e-3 * start);
  EXPECT_LT(below, 0.1 * (hi - lo));
  EXPECT_LT(above, 0.1 * (hi - lo));
}

TEST_P(RotatingBar, ConvergesWithOrderTwo)
{
  // Figure 5: displacements at t = 2⁻⁴ s against h = 2⁻¹⁶ s, soft and undamped, stiff and damped.
  const int reference = instrumented ? 14 : 16;
  // Coarser steps do not resolve the highest modes (ωh ≈ 2): there errors are small but irregular.
  EXPECT_GE(least_order(GetParam(), soft, 0, 10, 12, reference), 1.9);
  EXPECT_GE(least_order(GetParam(), stiff, 1e-6, 10, 12, reference), 1.9);
}

TEST_P(RotatingBar, ComesToRestAtTheExtensionOfRotation)
{
  // About its centre, with r measured from there and stress σ(L/2) = 0:
  //   σ' = −ρω²r ,  σ = ½ρω²(L²/4 − r²) ,  elongation = 2 ∫₀^{L/2} σ/E dr = ρω²L³/(12 E) .
  // The half step along the tangent adds the chord error, a stretch of (hω)²/8.
  //
  // In TL damping acts on rotation: f_int = Mω²x is not zero, and K u is its rate Ω × f_int, so that
  // −ηK u has the moment −ηω³ I:  ω' = −ηω³ ,  ω² = 1/(1 + 2ηt) from 1 rad/s. In BC K₀ does not see rotation.
  constexpr double h = 1.0 / 512, density = 7800, eta = 0.005, end = 2;
  Simulation simulation(h);
  FiniteElementBody& bar = add_rotating_bar(simulation, GetParam(), soft, eta, 0);
  const double spin = bar.angular_momentum().x();
  fly(simulation, end);
  const double omega = bar.angular_momentum().x() / spin;
  EXPECT_NEAR(omega * omega, bar.form() == "TL" ? 1 / (1 + 2 * eta * end) : 1, 3e-3);
  const double closed_form = density * omega * omega / (12 * soft), chord = h * h / 8;
  EXPECT_NEAR(elongation(bar), closed_form + chord, 0.01 * closed_form);
}
