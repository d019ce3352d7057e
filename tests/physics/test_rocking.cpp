// SPDX-License-Identifier: MIT
// Housner's rocking block: G. W. Housner, The behavior of inverted pendulum structures during earthquakes,
// Bull. Seism. Soc. Am. 53 (1963) 403–417. A block of half width b and half height a, R = √(a² + b²), α =
// atan(b / a), that rocks about its lower edges without slip obeys
//
//   θ̈ = −p² sin(α − θ) ,  p² = 3 g / (4 R) ,  0 ≤ θ                                                (1)
//   ω² = 2 p² (cos(α − θm) − cos(α − θ))          energy, θm the angle at rest                       (2)
//   ω⁺ = (1 − 3/2 sin²α) ω⁻                        impact on the other edge: moment of momentum       (3)
//
// so that quarter periods are the integral of dθ / ω, and impacts follow one another in closed form.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;
constexpr double half_width = 0.1, half_height = 0.5;
const double alpha = std::atan2(half_width, half_height);
const double p2 = 3 * g / (4 * std::hypot(half_width, half_height));
const double ratio = 1 - 1.5 * std::sin(alpha) * std::sin(alpha);

/// (2) at θ = 0.
double impact_speed(double theta_max)
{
  return std::sqrt(2 * p2 * (std::cos(alpha - theta_max) - std::cos(alpha)));
}

/// Angle at which a block stops that leaves θ = 0 with ω.
double greatest_angle(double omega) { return alpha - std::acos(std::cos(alpha) + omega * omega / (2 * p2)); }

/// Time from θm to 0: ∫ dθ / ω with θ = θm (1 − s²), which takes the root at θm away; Simpson's rule.
double quarter_period(double theta_max)
{
  const auto integrand = [&](double s) {
    const double theta = theta_max * (1 - s * s);
    const double d = theta_max * s * s;  // θm − θ
    // cos(α − θm) − cos(α − θ) = 2 sin(α − (θm + θ)/2) sin(d/2), without cancellation
    const double omega2 = 4 * p2 * std::sin(alpha - 0.5 * (theta_max + theta)) * std::sin(0.5 * d);
    return s == 0 ? 2 * std::sqrt(theta_max) / std::sqrt(2 * p2 * std::sin(alpha - theta_max))
                  : 2 * theta_max * s / std::sqrt(omega2);
  };
  constexpr int n = 2000;
  double sum = integrand(0) + integrand(1);
  for (int i = 1; i < n; ++i)
    sum += (i % 2 ? 4 : 2) * integrand(static_cast<double>(i) / n);
  return sum / (3 * n);
}

struct Impact {
  double time, before, after;  // [s], [rad/s]
};

std::vector<Impact> closed_form(double theta0, std::size_t count)
{
  std::vector<Impact> impacts;
  double theta = theta0, time = 0, quarter = quarter_period(theta0);
  while (impacts.size() < count) {
    time += quarter + (impacts.empty() ? 0 : quarter);
    const double omega = impact_speed(theta);
    impacts.push_back({time, omega, ratio * omega});
    theta = greatest_angle(ratio * omega);
    quarter = quarter_period(theta);
  }
  return impacts;
}

struct Rocking {
  std::vector<Impact> impacts;
  std::size_t most_contacts = 0;
};

/// The block is released at θ0; an impact is a step in which |ω| falls by more than 1 % while it is large.
Rocking rock(double theta0, double h, double duration)
{
  Simulation simulation(h);
  simulation.model.gravity[2] = -g;
  simulation.model.surface_materials.add({.label = "", .surface1 = {}, .surface2 = {}, .friction = 2});
  add_obstacle(simulation, box({0, 0, -0.5}, {4, 4, 1}));
  ShapePart block = box({0, 0, half_height}, {2 * half_width, 0.4, 2 * half_height});
  rotate(block, {half_width, 0, 0}, Vec3::UnitY(), theta0 * 180 / pi);
  RigidBody& body = add_rigid(simulation, block, 2000);

  Rocking result;
  double last = 0;
  run_steps(
      simulation, static_cast<int>(std::lround(duration / h)),
      [&] {
        const double omega = std::abs(body.u()[1]);
        if (omega < 0.99 * last && last > 0.05) result.impacts.push_back({simulation.time(), last, omega});
        last = omega;
        result.most_contacts = std::max(result.most_contacts, simulation.constraints().size());
      },
      solver(1e-10, 1000));
  return result;
}

}  // namespace

TEST(RockingBlock, ClosedFormIsThePublishedOne)
{
  const Impact first = closed_form(0.5 * alpha, 1)[0];
  EXPECT_NEAR(first.time, 0.347094, 1e-6);
  EXPECT_NEAR(first.before, 0.648049, 1e-6);
  EXPECT_NEAR(ratio, 0.9423, 5e-5);
}

TEST(RockingBlock, TenImpactsFollowHousner)
{
  const auto expected = closed_form(0.5 * alpha, 10);
  const Rocking run = rock(0.5 * alpha, 1e-4, expected.back().time + 0.02);
  ASSERT_EQ(run.impacts.size(), 10U);
  EXPECT_EQ(run.most_contacts, 4U);  // all corners when it is upright, never more
  for (std::size_t i = 0; i < 10; ++i) {
    EXPECT_NEAR(run.impacts[i].time, expected[i].time, 0.005 * expected[i].time) << "impact " << i;
    EXPECT_NEAR(run.impacts[i].before, expected[i].before, 0.005 * expected[i].before) << "impact " << i;
    EXPECT_NEAR(run.impacts[i].after / run.impacts[i].before, ratio, 0.01 * ratio) << "impact " << i;
  }
}
