// SPDX-License-Identifier: MIT
// The rocking block of G. W. Housner (Bull. Seism. Soc. Am. 53 (1963) 403–417) as a stiff elastic body: until
// it hits the other edge, and by the impact, it moves as the rigid one. Closed forms as in
// physics/test_rocking.cpp (1)–(3), with the moment of inertia I about the mass centre of the body as it is,
// of lumped masses (4 % above m R²/3 of the solid block):
//
//   p² = m g R / (I + m R²) ,   ω² = 2 p² (cos(α − θ₀) − cos α) at θ = 0 ,
//   ω⁺ / ω⁻ = 1 − 2 m b² / (I + m R²)         moment of momentum about the other edge, b half the width
#include "deformable_helpers.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81, half_width = 0.1, half_height = 0.5, depth = 0.4;
const double alpha = std::atan2(half_width, half_height);

/// Time of the fall from θ₀ to 0, θ̈ = −p² sin(α − θ), in small steps of the classical Runge–Kutta scheme.
double time_of_fall(double theta, double p2)
{
  constexpr double h = 1e-5;
  double omega = 0, time = 0;
  const auto rate = [&](double angle) { return -p2 * std::sin(alpha - angle); };
  for (; theta > 0; time += h) {
    const double k1 = rate(theta), k2 = rate(theta + h / 2 * omega),
                 k3 = rate(theta + h / 2 * (omega + h / 2 * k1)), k4 = rate(theta + h * (omega + h / 2 * k2));
    theta += h * (omega + h / 6 * (k1 + k2 + k3));
    omega += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return time;
}

/// Moment of inertia of the lumped masses about the y axis through the mass centre [kg m²].
double inertia(const FiniteElementBody& body)
{
  double sum = 0;
  for (std::size_t n = 0; n < body.node_count(); ++n) {
    const Vec3 r = body.reference_node(n) - body.center();
    sum += body.body_template().mass()[static_cast<Eigen::Index>(3 * n)] * (r.x() * r.x() + r.z() * r.z());
  }
  return sum;
}

/// Moment of momentum about the mass centre over the moment of inertia [rad/s].
double spin(const FiniteElementBody& body)
{
  const Vec3 x = body.position(body.locate("centre", body.center()));
  return (body.angular_momentum() - x.cross(body.linear_momentum())).y() / inertia(body);
}

/// The edge it did not stand on gets an impulse.
bool touches_on_the_left(const Simulation& simulation)
{
  for (const ConstraintRecord& contact : simulation.constraints())
    if (contact.point[0] < 0 && contact.impulse[2] != 0) return true;
  return false;
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

  const double about_edge =
      inertia(body) + body.mass() * (half_width * half_width + half_height * half_height);
  const double p2 = body.mass() * g * std::hypot(half_width, half_height) / about_edge;
  double before = 0, impact = 0, after = 0;
  int samples = 0;
  const double expected_time = time_of_fall(theta0, p2);
  run_steps(
      simulation, static_cast<int>((expected_time + 0.03) / simulation.h()),
      [&] {
        if (impact == 0 && touches_on_the_left(simulation)) impact = simulation.time();
        if (impact == 0) before = std::abs(spin(body));
        if (simulation.time() < expected_time + 0.015) return;  // until contacts have settled
        after += std::abs(spin(body));
        ++samples;
      },
      solver(1e-10, 1000));
  const double omega = std::sqrt(2 * p2 * (std::cos(alpha - theta0) - std::cos(alpha)));
  const double ratio = 1 - 2 * body.mass() * half_width * half_width / about_edge;
  // On its other edge it slows down by p² sin α a second, over 0.0225 s in the mean.
  const double right_after = after / samples + p2 * std::sin(alpha) * 0.0225;
  const EnergyRecord energy = simulation.energy(body);
  EXPECT_NEAR(impact, expected_time, 2 * simulation.h());
  EXPECT_NEAR(before, omega, 2e-3 * omega);
  EXPECT_NEAR(right_after / before, ratio, 5e-3);  // 0.9429; a part of it is in vibrations
  // Of the energy that gravity brought by then the scheme changed little.
  EXPECT_LT(std::abs(energy.numerical()), 1e-3 * energy.external);
  EXPECT_LE(energy.contact, 0);
  EXPECT_LE(energy.friction, 0);
}
