// SPDX-License-Identifier: MIT
// The rocking block of G. W. Housner (Bull. Seism. Soc. Am. 53 (1963) 403–417) as a stiff elastic body: until
// it hits the other edge, and by the impact, it moves as the rigid one. Closed forms:
// physics/test_rocking.cpp (1)–(3), of which p² = 3g/(4R), ω² = 2p² (cos(α − θ₀) − cos α) at θ = 0 and ω⁺ =
// (1 − 3/2 sin²α) ω⁻ are used here.
#include "deformable_helpers.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81, half_width = 0.1, half_height = 0.5, depth = 0.4;
const double alpha = std::atan2(half_width, half_height);
const double p2 = 3 * g / (4 * std::hypot(half_width, half_height));

/// Time of the fall from θ₀ to 0, θ̈ = −p² sin(α − θ), in small steps of the classical Runge–Kutta scheme.
double time_of_fall(double theta)
{
  constexpr double h = 1e-5;
  double omega = 0, time = 0;
  const auto rate = [](double angle) { return -p2 * std::sin(alpha - angle); };
  for (; theta > 0; time += h) {
    const double k1 = rate(theta), k2 = rate(theta + h / 2 * omega),
                 k3 = rate(theta + h / 2 * (omega + h / 2 * k1)), k4 = rate(theta + h * (omega + h / 2 * k2));
    theta += h * (omega + h / 6 * (k1 + k2 + k3));
    omega += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return time;
}

/// Moment of momentum of the block about its mass centre over its moment of inertia.
double spin(const FiniteElementBody& body)
{
  const Vec3 x = body.position(body.locate("centre", body.center())), p = body.linear_momentum();
  const double inertia = body.tensor()(1, 1);
  return (body.angular_momentum() - x.cross(p)).y() / inertia;
}

}  // namespace

TEST(ElasticRocking, FirstImpactIsThatOfTheRigidBlock)
{
  const double theta0 = 0.5 * alpha;
  Simulation simulation(2e-4);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 2);
  add_floor(simulation, 4);
  ShapePart block =
      grid({-half_width, -0.5 * depth, 0}, {half_width, 0.5 * depth, 2 * half_height}, 2, 1, 10);
  rotate(block, {half_width, 0, 0}, Vec3::UnitY(), theta0 * 180 / pi);
  FiniteElementBody& body = add_elastic(simulation, std::get<Mesh>(block),
                                        {.label = "", .young = 3e10, .poisson = 0.2, .density = 2000}, "BC");
  body.set_damping({2e-5, 0});

  double peak = 0, at = 0, after = 0;
  int samples = 0;
  const double expected_time = time_of_fall(theta0);
  run_steps(
      simulation, static_cast<int>((expected_time + 0.03) / simulation.h()),
      [&] {
        const double omega = std::abs(spin(body));
        if (omega > peak && simulation.time() < expected_time + 0.01) {
          peak = omega;
          at = simulation.time();
        }
        if (simulation.time() < expected_time + 0.015) return;  // contacts have settled, gravity did little
        after += omega;
        ++samples;
      },
      solver(1e-10, 1000));
  const double omega = std::sqrt(2 * p2 * (std::cos(alpha - theta0) - std::cos(alpha)));
  const double ratio = 1 - 1.5 * std::sin(alpha) * std::sin(alpha);
  // On its other edge it slows down by p² sin α a second, over 0.0225 s in the mean.
  const double expected_after = ratio * omega - p2 * std::sin(alpha) * 0.0225;
  const EnergyRecord energy = simulation.energy(body);
  std::printf("time %g (%g) omega %g (%g) after %g (%g) numerical %g contact %g friction %g of %g external "
              "%g damping %g\n",
              at, expected_time, peak, omega, after / samples, expected_after, energy.numerical(),
              energy.contact, energy.friction, energy.kinetic, energy.external, energy.damping);
  EXPECT_NEAR(at, expected_time, 0.02 * expected_time);
  EXPECT_NEAR(peak, omega, 0.02 * omega);
  EXPECT_NEAR(after / samples, expected_after, 0.03 * omega);
  EXPECT_LE(energy.contact, 0);
  EXPECT_LE(energy.friction, 0);
}
