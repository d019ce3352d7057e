// SPDX-License-Identifier: MIT
// The tree finds what all against all finds, for kind and unkind sets of boxes and any number of threads.
#include "corbel/contact/broad_phase.hpp"

#include "corbel/core/threads.hpp"

#include "../geometry/bodies.hpp"

#include <algorithm>

namespace corbel::testing {
namespace {

struct Boxes {
  std::vector<Aabb> boxes;
  std::vector<std::int32_t> group;

  void add(const Vec3& lo, const Vec3& hi, int of_group)
  {
    boxes.push_back({lo, hi});
    group.push_back(of_group);
  }
  std::int32_t next_group() const { return static_cast<std::int32_t>(boxes.size()); }
};

std::vector<BoxPair> all_against_all(const Boxes& b)
{
  std::vector<BoxPair> pairs;
  for (std::size_t i = 0; i < b.boxes.size(); ++i)
    for (std::size_t j = i + 1; j < b.boxes.size(); ++j)
      if (b.group[i] != b.group[j] && b.boxes[i].overlaps(b.boxes[j]))
        pairs.emplace_back(static_cast<std::int32_t>(i), static_cast<std::int32_t>(j));
  return pairs;
}

/// Finds every pair once, and the same list for each number of threads; gives the number of pairs.
std::size_t expect_all_pairs(const Boxes& b)
{
  std::vector<BoxPair> pairs;
  for (const int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    std::vector<BoxPair> found = overlapping_pairs(b.boxes, b.group);
    if (threads == 1)
      pairs = found;
    else
      EXPECT_EQ(found, pairs) << threads << " threads";
  }
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(pairs, all_against_all(b));
  return pairs.size();
}

Boxes random_boxes(unsigned seed, int count, double reach, double smallest, double largest, int group_size)
{
  Random random(seed);
  Boxes b;
  for (int i = 0; i < count; ++i) {
    const Vec3 lo = random.vector(-reach, reach);
    const double size = smallest * std::pow(largest / smallest, random.uniform(0, 1));
    b.add(lo, lo + size * random.vector(0.2, 1), i / group_size);
  }
  return b;
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

}  // namespace
}  // namespace corbel::testing
