// SPDX-License-Identifier: MIT
// Two bricks with keyways, as in the core of a graphite reactor, strike each other with the edges beside
// their keyways: line contact along 0.9 m of one element. What comes back must not depend on how deep the
// first overlap happens to be, from nothing to the way of a step.
#include <gtest/gtest.h>

#include "brick_impact.hpp"

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double half_length = 0.22, height = 0.9, keyway = 0.03, slope = 0.02;
constexpr double epsilon =
    1e-6 * height;  // geometric tolerance of its elements, the largest extent of which is the height

/// x = ±0.22 at y = ±0.015, beside the keyways, 0.2 m at its sides y = ±0.1; a keyway of 0.03 × 0.04 in both
/// ends. Six elements along x, three across, `layers` of them in the height.
Mesh brick(double shift, int layers = 1)
{
  const std::vector<double> ends = {-half_length, -half_length + 0.04, -0.07,      0,
                                    0.07,         half_length - 0.04,  half_length};
  const std::vector<double> across = {-0.1, -0.5 * keyway, 0.5 * keyway, 0.1};
  const auto node = [](int i, int j, int k) { return (k * 4 + j) * 7 + i; };
  std::vector<double> nodes;
  for (int k = 0; k <= layers; ++k)
    for (const double y : across)
      for (const double x : ends) {
        const bool side = std::abs(y) > keyway;
        nodes.insert(nodes.end(), {shift + x * (side ? 1 - slope / half_length : 1), y, height * k / layers});
      }
  std::vector<int> elements;
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 6; ++i) {
        if (j == 1 && (i == 0 || i == 5)) continue;  // the keyways
        elements.push_back(8);
        for (const int up : {0, 1})
          for (const auto& [di, dj] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}})
            elements.push_back(node(i + di, j + dj, k + up));
        elements.push_back(0);
      }
  return make_mesh(nodes, elements, std::vector<int>{0});
}

Bricks bricks(double gap, int layers_left = 1, int layers_right = 1)
{
  return {brick(0, layers_left),
          brick(2 * half_length + gap, layers_right),
          {.label = "", .young = 4e9, .poisson = 0.2, .density = 1700},
          gap};
}

std::string name_of(ContactPoints points) { return points == ContactPoints::patch ? "patch" : "centroid"; }

struct Case {
  ContactPoints points;
  const char* form;
};

class BrickImpacts : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Modes, BrickImpacts,
                         ::testing::Values(Case{ContactPoints::centroid, "BC"},
                                           Case{ContactPoints::patch, "BC"},
                                           Case{ContactPoints::centroid, "TL"},
                                           Case{ContactPoints::patch, "TL"}),
                         [](const auto& one) { return name_of(one.param.points) + "_" + one.param.form; });

class FirstOverlaps : public ::testing::TestWithParam<ContactPoints> {
 protected:
  BrickImpact impact_{.points = GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Modes, FirstOverlaps,
                         ::testing::Values(ContactPoints::centroid, ContactPoints::patch),
                         [](const auto& one) { return name_of(one.param); });

/// The gap at t = 0 with which the contact of a run in steps h is found when its objects, grown by epsilon,
/// overlap by `overlap` in the middle of a step.
double gap_of_first_overlap(double h, double speed, double overlap)
{
  return 100.5 * speed * h + epsilon - overlap;
}

}  // namespace

TEST_P(BrickImpacts, RestitutionOfTwentyStepsAgrees)
{
  // In the eighth of them, of the length 0.8e-4 + 7/19 · 0.4e-4, the first overlap is of 5e-8 m.
  const BrickImpact impact{.points = GetParam().points, .form = GetParam().form};
  const double gap = gap_of_first_overlap(twenty_steps()[7], impact.speed, 5e-8);
  EXPECT_LE(spread(restitutions(bricks(gap), impact)), 0.05);
}

TEST_P(FirstOverlaps, DoNotDecideTheRestitution)
{
  // From nothing, over epsilon, to the way of a step, v h.
  std::vector<double> all;
  const double way = impact_.speed * impact_.h;
  for (const double overlap :
       {1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 5e-7, 1e-6, 2e-6, 0.25 * way, 0.5 * way, 0.75 * way})
    all.push_back(
        strike(bricks(gap_of_first_overlap(impact_.h, impact_.speed, overlap)), impact_).restitution);
  EXPECT_LE(spread(all), 0.01);
}

TEST_P(FirstOverlaps, DoNotDecideTheRestitutionOfFastAndSlowImpacts)
{
  for (const double speed : {0.01, 2.0}) {
    impact_.speed = speed;
    std::vector<double> all;
    for (const double overlap : {1e-10, 1e-8, 1e-7, 0.5 * speed * impact_.h})
      all.push_back(strike(bricks(gap_of_first_overlap(impact_.h, speed, overlap)), impact_).restitution);
    EXPECT_LE(spread(all), 0.01) << speed;
  }
}

TEST_P(FirstOverlaps, DoNotDecideTheRestitutionOfBricksOfDifferentMeshes)
{
  // Their edges move against each other by micrometres, across the edge, as they deform: with less depth than
  // that one would come to lie on the sloping face of the other. `gap`: in the middle of the first step in
  // which it is less than that of a step.
  std::vector<double> all;
  const double way = impact_.speed * impact_.h;
  for (const double gap : {-0.75 * way, -0.5 * way, -0.25 * way, -1e-6, -1e-7, 0.0, 1e-7, 2.9e-7, 1e-6})
    all.push_back(strike(bricks(100.5 * way + gap, 2, 3), impact_).restitution);
  EXPECT_LE(spread(all), 0.01);
}

TEST(BrickCradle, ABrickThatOnlyTouchesThePassingOneTakesItsVelocity)
{
  // The second of three equal bricks touches the third, without any depth, when the first strikes it with
  // 1 m/s. Most of the momentum goes to the third, with CENTROID as with PATCH, and as if they overlapped by
  // 0.01 mm. (A single point that jumps along the edge gives 0.67 for 0.92.)
  const auto last_velocity = [](ContactPoints points, double overlap) {
    constexpr double gap = 1e-3;
    Simulation simulation(1e-4);
    simulation.model.contact.points = points;
    set_material(simulation, 0.1);
    const BulkMaterial material = bricks(0).material;
    FiniteElementBody& first = add_elastic(simulation, brick(0), material, "BC");
    add_elastic(simulation, brick(2 * half_length + gap), material, "BC");
    FiniteElementBody& last = add_elastic(simulation, brick(4 * half_length + gap - overlap), material, "BC");
    for (auto& body : simulation.model.bodies())
      static_cast<FiniteElementBody&>(*body).set_damping({1e-7, 0});
    first.set_initial_velocity({1, 0, 0}, Vec3::Zero());
    run_steps(simulation, 200, {}, solver(1e-10, 2000));
    return last.linear_momentum().x() / last.mass();
  };
  const double expected = last_velocity(ContactPoints::patch, 1e-5);
  EXPECT_GT(expected, 0.9);
  EXPECT_NEAR(last_velocity(ContactPoints::patch, 0), expected, 0.01);
  EXPECT_NEAR(last_velocity(ContactPoints::centroid, 1e-5), expected, 0.01);
  EXPECT_NEAR(last_velocity(ContactPoints::centroid, 0), expected, 0.01);
}
