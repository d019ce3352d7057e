// SPDX-License-Identifier: MIT
// The tree finds what all against all finds, for kind and unkind sets of boxes and any number of threads.
#include "boxes.hpp"

#include "corbel/core/threads.hpp"

#include <limits>

namespace corbel::testing {
namespace {

/// Finds every pair once, in ascending order, for each number of threads; gives the number of pairs.
std::size_t expect_all_pairs(const Boxes& b)
{
  const std::vector<BoxPair> expected = all_against_all(b);
  for (const int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    BroadPhase broad_phase;
    EXPECT_EQ(broad_phase.update(b.boxes, b.group), expected) << threads << " threads";
    EXPECT_EQ(broad_phase.update(b.boxes, b.group), expected) << threads << " threads, again";
  }
  return expected.size();
}

TEST(BroadPhase, NoneAndOne)
{
  Boxes b;
  EXPECT_EQ(expect_all_pairs(b), 0u);
  b.add({0, 0, 0}, {1, 1, 1}, 0);
  EXPECT_EQ(expect_all_pairs(b), 0u);
}

TEST(BroadPhase, TouchingCounts)
{
  Boxes b;
  b.add({0, 0, 0}, {1, 1, 1}, 0);
  b.add({1, 1, 1}, {2, 2, 2}, 1);        // a corner
  b.add({0, 0, -1}, {1, 1, -1e-12}, 2);  // a hair away, less than single precision sees
  b.add({0.5, 1, 0}, {0.6, 2, 1}, 3);    // a face
  EXPECT_EQ(expect_all_pairs(b), 2u);
}

TEST(BroadPhase, BoxesOfSimilarSize)
{
  EXPECT_GT(expect_all_pairs(random_boxes(1, 3000, 5, 0.5, 1, 1)), 2000u);
}

TEST(BroadPhase, BoxesOfMixedSizes)
{
  EXPECT_GT(expect_all_pairs(random_boxes(2, 3000, 5, 0.001, 10, 1)), 3000u);
}

TEST(BroadPhase, GroupsDoNotMeetThemselves)
{
  EXPECT_GT(expect_all_pairs(random_boxes(3, 3000, 3, 0.3, 1, 7)), 1000u);
  Boxes one_group = random_boxes(4, 500, 1, 0.5, 1, 500);
  EXPECT_EQ(expect_all_pairs(one_group), 0u);
}

TEST(BroadPhase, IdenticalBoxes)
{
  Boxes b;
  for (int i = 0; i < 100; ++i)
    b.add({1, 2, 3}, {2, 3, 4}, i);
  EXPECT_EQ(expect_all_pairs(b), 100u * 99u / 2);
}

TEST(BroadPhase, Duplicates)
{
  Boxes b = random_boxes(5, 500, 3, 0.2, 1, 1);
  for (std::size_t i = 0; i < 500; i += 2)
    b.add(b.boxes[i].lo, b.boxes[i].hi, b.next_group());
  EXPECT_GT(expect_all_pairs(b), 250u);
}

TEST(BroadPhase, Points)
{
  Boxes b;
  for (int i = 0; i < 10; ++i)
    for (int copy = 0; copy < 2; ++copy)
      b.add(Vec3::Constant(i), Vec3::Constant(i), b.next_group());
  EXPECT_EQ(expect_all_pairs(b), 10u);
}

TEST(BroadPhase, OneHugeObstacle)
{
  Boxes b = random_boxes(6, 2000, 5, 0.1, 0.3, 1);
  b.add({-1e6, -1e6, -1e6}, {1e6, 1e6, 0}, b.next_group());
  EXPECT_GT(expect_all_pairs(b), 900u);
}

TEST(BroadPhase, ManyHugeObstacles)
{
  Boxes b = random_boxes(7, 1000, 5, 0.1, 0.3, 1);
  for (int i = 0; i < 12; ++i)
    b.add({-100, -100, i - 6.0}, {100, 100, i - 4.9}, b.next_group());
  EXPECT_GT(expect_all_pairs(b), 1000u);
}

TEST(BroadPhase, FlatBoxes)
{
  Random random(8);
  Boxes b;
  for (int i = 0; i < 1000; ++i) {
    const Vec3 lo(random.uniform(-5, 5), random.uniform(-5, 5), 0);
    b.add(lo, lo + Vec3(random.uniform(0, 0.5), random.uniform(0, 0.5), 0), i);
  }
  EXPECT_GT(expect_all_pairs(b), 1000u);
}

TEST(BroadPhase, FarFromTheOrigin)
{
  Boxes b = random_boxes(9, 2000, 3, 0.1, 1, 1);
  for (Aabb& box : b.boxes)
    box = {box.lo + Vec3(1e6, -1e6, 1e6), box.hi + Vec3(1e6, -1e6, 1e6)};
  EXPECT_GT(expect_all_pairs(b), 500u);
}

TEST(BroadPhase, FarApart) { expect_all_pairs(random_boxes(10, 1000, 1e6, 1e-3, 3e5, 1)); }

/// A body that fell off the table must not spoil the order of the others.
TEST(BroadPhase, OneFarAway)
{
  Boxes b = random_boxes(11, 2000, 3, 0.1, 0.3, 1);
  b.add({1e6, 1e6, -1e6}, {1e6 + 1, 1e6 + 1, -1e6 + 1}, b.next_group());
  EXPECT_GT(expect_all_pairs(b), 100u);
}

/// Single precision about the origin of coordinates would see these boxes as large as their distances.
TEST(BroadPhase, SmallBoxesVeryFarFromTheOrigin)
{
  Boxes b = random_boxes(12, 2000, 0.2, 0.01, 0.05, 1);
  for (Aabb& box : b.boxes)
    box = {box.lo + Vec3(4e6, -5e6, 1e6), box.hi + Vec3(4e6, -5e6, 1e6)};
  EXPECT_GT(expect_all_pairs(b), 500u);
}

TEST(BroadPhase, BoxesWithoutAFinitePointOverlapNothing)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Boxes b = random_boxes(13, 300, 1, 0.1, 0.5, 1);
  const std::size_t pairs = expect_all_pairs(b);
  EXPECT_GT(pairs, 100u);
  b.add({0, nan, 0}, {1, 1, 1}, b.next_group());
  b.add(Vec3::Constant(nan), Vec3::Constant(nan), b.next_group());
  b.add({0, 0, 0}, {1, 1, nan}, b.next_group());
  b.add({infinity, 0, 0}, {infinity, 1, 1}, b.next_group());
  b.add(Vec3::Constant(-infinity), Vec3::Constant(-infinity), b.next_group());
  BroadPhase broad_phase;
  EXPECT_EQ(broad_phase.update(b.boxes, b.group).size(), pairs);
  b.add({0.6, 0.6, 0.6}, {0.4, 0.4, 0.4}, b.next_group());  // inverted, inside of others
  b.boxes.push_back({});                                    // empty
  b.group.push_back(b.next_group());
  EXPECT_EQ(broad_phase.update(b.boxes, b.group).size(), pairs);
}

TEST(BroadPhase, BoxesWithoutEnd)
{
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Boxes b = random_boxes(14, 300, 1, 0.1, 0.5, 1);
  b.add({-infinity, -infinity, -infinity}, {infinity, infinity, 0}, b.next_group());
  b.add({0, -infinity, 0}, {infinity, infinity, infinity}, b.next_group());
  b.add({-1e300, -1e300, -1e300}, {1e300, 1e300, 1e300}, b.next_group());
  EXPECT_GT(expect_all_pairs(b), 600u);
  Boxes all;  // nothing but such
  for (int i = 0; i < 20; ++i)
    all.add({-infinity, -infinity, 1.0 * i}, {infinity, infinity, i + 1.0}, i);
  EXPECT_EQ(expect_all_pairs(all), 19u);
}

/// Sizes over 600 decades: no more trees than log₂ n, so this ends.
TEST(BroadPhase, AllSizes)
{
  Random random(15);
  Boxes b;
  for (int i = 0; i < 1000; ++i) {
    const double size = std::pow(10.0, random.uniform(-300, 300));
    const Vec3 lo = std::pow(10.0, random.uniform(-300, 300)) * random.vector(-1, 1);
    b.add(lo, lo + size * random.vector(0.2, 1), i);
  }
  EXPECT_GT(expect_all_pairs(b), 1000u);
}

}  // namespace
}  // namespace corbel::testing
