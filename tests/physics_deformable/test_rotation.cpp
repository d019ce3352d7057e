// SPDX-License-Identifier: MIT
// Rotation does not strain: imposed ones give no stress, integrated ones no more than the step's chord error.
#include "deformable_helpers.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double young = 1e9;
const BulkMaterial material = {.label = "", .young = young, .poisson = 0.3, .density = 1000};
const Vec3 axis = Vec3(1, 2, -2) / 3;

Mat3 turned_by(double degrees) { return Eigen::AngleAxisd(degrees * pi / 180, axis).toRotationMatrix(); }

/// Places of the nodes turned about the mass centre.
Eigen::VectorXd turned(const FiniteElementBody& body, const Mat3& R)
{
  Eigen::VectorXd x(3 * static_cast<Eigen::Index>(body.node_count()));
  for (std::size_t n = 0; n < body.node_count(); ++n)
    x.segment<3>(3 * static_cast<Eigen::Index>(n)) =
        body.center() + R * (body.reference_node(n) - body.center());
  return x;
}

double greatest_stress(const FiniteElementBody& body)
{
  double greatest = 0;
  for (const Mat3& sigma : body.nodal_stress())
    greatest = std::max(greatest, sigma.cwiseAbs().maxCoeff());
  return greatest;
}

class Rotation : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Forms, Rotation, ::testing::Values("TL", "BC"),
                         [](const auto& form) { return std::string(form.param); });

}  // namespace

TEST_P(Rotation, ImposedGivesNoStress)
{
  Simulation simulation(1);
  FiniteElementBody& body =
      add_elastic(simulation, grid({0, 0, 0}, {0.2, 0.3, 1}, 2, 3, 8), material, GetParam());
  for (const double degrees : {90.0, 180.0, 271.0, 720.0}) {
    body.set_q(flat(turned(body, turned_by(degrees))));
    EXPECT_LT(greatest_stress(body), 1e-13 * young) << degrees;
    EXPECT_LT(body.internal_energy(), 1e-26 * young * body.volume()) << degrees;
  }
  // A stretch of 1e-6 is seen, along the axis it is turned to.
  const Mat3 R = turned_by(90);
  const Vec3 along = R * Vec3::UnitZ();
  body.set_q(flat(turned(body, R * Vec3(1, 1, 1 + 1e-6).asDiagonal())));
  const double lambda_2mu = young * 0.7 / (1.3 * 0.4);  // E (1 − ν) / ((1 + ν)(1 − 2ν))
  EXPECT_NEAR(along.dot(*body.stress(body.locate("X", {0.1, 0.1, 0.4})) * along), 1e-6 * lambda_2mu,
              1e-5 * 1e-6 * lambda_2mu);
}

TEST_P(Rotation, ADistantBodyIsUnstrained)
{
  // 1 km away places are rounded to 1e-13 m, a strain of 1e-12 in elements of 0.1 m: E strain² V = 1e-16 J.
  Simulation simulation(1);
  FiniteElementBody& body =
      add_elastic(simulation, grid({0, 0, 0}, {0.2, 0.3, 1}, 2, 3, 8), material, GetParam());
  Eigen::VectorXd x = turned(body, turned_by(90));
  for (Eigen::Index i = 0; i < x.size(); i += 3)
    x.segment<3>(i) += Vec3(600, -800, 123);
  body.set_q(flat(x));
  EXPECT_LT(body.internal_energy(), 1e-14);
  EXPECT_LT(greatest_stress(body), 1e-10 * young);
}

namespace {

constexpr int steps = 1000;
constexpr double h_omega = 4 * pi / steps, omega = 4 * pi;  // two turns in a second

FiniteElementBody& add_spinning(Simulation& simulation, const std::string& form,
                                const BulkMaterial& of = material)
{
  FiniteElementBody& body = add_elastic(simulation, grid({0, 0, 0}, {0.2, 0.2, 1}, 1, 1, 5), of, form);
  body.set_initial_velocity(Vec3::Zero(), omega * Vec3::UnitX());
  return body;
}

/// Of the long axis about x.
double angle(const FiniteElementBody& body)
{
  const Vec3 along =
      body.position(body.locate("top", {0.1, 0.1, 1})) - body.position(body.locate("bottom", {0.1, 0.1, 0}));
  return std::atan2(-along.y(), along.z());
}

}  // namespace

TEST_P(Rotation, TwoTurnsInSmallStepsKeepTheShape)
{
  // The chord error is a stretch of (hω)²/8 = 2e-5, about which the body oscillates (its lowest period is 2
  // h); centrifugal strain is ρω²L²/(12 E) = 1e-5. All of it is of the order (hω)², and so is the delay.
  Simulation simulation(1.0 / steps);
  const FiniteElementBody& body = add_spinning(simulation, GetParam());
  double greatest = 0, quarter = 0;
  run_steps(simulation, steps, [&] {
    greatest = std::max(greatest, greatest_stress(body));
    if (simulation.steps() == steps / 8) quarter = angle(body);
  });
  EXPECT_LT(greatest, young * h_omega * h_omega);
  EXPECT_NEAR(quarter, pi / 2, h_omega * h_omega * pi / 2);
  EXPECT_NEAR(angle(body), 0, h_omega * h_omega * 4 * pi);
  EXPECT_LT((body.position(body.locate("X", body.center())) - body.center()).norm(), 1e-12);
}

TEST(SteadyRotation, DelayOfADampedBodyIsThatOfTheChord)
{
  // Steady rotation by θ a step, a point at the radius r with the speed s: x⁺ = x + h/2 (u + u⁺) says
  // r tan(θ/2) = h s/2; forces act in the middle of the chord, r cos(θ/2) = R; moment of momentum is kept,
  // r s = R · ωR. Together θ = hω (1 − (hω)²/3). Centrifugal extension would add ρω²L²/(5 E): 3e-7 here.
  Simulation simulation(1.0 / steps);
  FiniteElementBody& body =
      add_spinning(simulation, "BC", {.label = "", .young = 1e11, .poisson = 0.3, .density = 1000});
  body.set_damping({2e-4, 0});
  run_steps(simulation, steps);
  const double delay = h_omega * h_omega / 3 * 4 * pi;
  EXPECT_NEAR(angle(body), -delay, 0.05 * delay);
}
