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

/// x = ±0.22 at y = ±0.015, beside the keyways, 0.2 ± 0.02 m at its sides y = ±0.1; a keyway of 0.03 × 0.04
/// in both ends. Six layers of elements along x, three across, one of the whole height.
Mesh brick(double shift)
{
  const std::vector<double> ends = {-half_length, -half_length + 0.04, -0.07,      0,
                                    0.07,         half_length - 0.04,  half_length};
  const std::vector<double> across = {-0.1, -0.5 * keyway, 0.5 * keyway, 0.1};
  const auto node = [](int i, int j, int k) { return (k * 4 + j) * 7 + i; };
  std::vector<double> nodes;
  for (const double z : {0.0, height})
    for (const double y : across)
      for (const double x : ends) {
        const bool side = std::abs(y) > keyway;
        nodes.insert(nodes.end(), {shift + x * (side ? 1 - slope / half_length : 1), y, z});
      }
  std::vector<int> elements;
  for (int j = 0; j < 3; ++j)
    for (int i = 0; i < 6; ++i) {
      if (j == 1 && (i == 0 || i == 5)) continue;  // the keyways
      elements.push_back(8);
      for (const int k : {0, 1})
        for (const auto& [di, dj] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}})
          elements.push_back(node(i + di, j + dj, k));
      elements.push_back(0);
    }
  return make_mesh(nodes, elements, std::vector<int>{0});
}

Bricks bricks(double gap)
{
  return {brick(0),
          brick(2 * half_length + gap),
          {.label = "", .young = 4e9, .poisson = 0.2, .density = 1700},
          gap};
}

struct Case {
  ContactPoints points;
  const char* form;
};

class BrickImpacts : public ::testing::TestWithParam<Case> {
 protected:
  BrickImpact impact_{.points = GetParam().points, .form = GetParam().form};
};
INSTANTIATE_TEST_SUITE_P(
    Modes, BrickImpacts,
    ::testing::Values(Case{ContactPoints::centroid, "BC"}, Case{ContactPoints::patch, "BC"},
                      Case{ContactPoints::centroid, "TL"}, Case{ContactPoints::patch, "TL"}),
    [](const auto& one) {
      return std::string(one.param.points == ContactPoints::patch ? "patch_" : "centroid_") + one.param.form;
    });

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
  const double gap = gap_of_first_overlap(twenty_steps()[7], impact_.speed, 5e-8);
  EXPECT_LE(spread(restitutions(bricks(gap), impact_)), 0.05);
}

TEST_P(BrickImpacts, RestitutionDoesNotDependOnTheFirstOverlap)
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

TEST_P(BrickImpacts, NorDoesThatOfFastAndSlowOnes)
{
  for (const double speed : {0.01, 2.0}) {
    impact_.speed = speed;
    std::vector<double> all;
    for (const double overlap : {1e-10, 1e-8, 1e-7, 0.5 * speed * impact_.h})
      all.push_back(strike(bricks(gap_of_first_overlap(impact_.h, speed, overlap)), impact_).restitution);
    EXPECT_LE(spread(all), 0.01) << speed;
  }
}
