// SPDX-License-Identifier: MIT
// A broad phase that remembers finds in every step what all against all finds, and what one without memory
// finds, in the same order.
#include "boxes.hpp"

#include "corbel/core/threads.hpp"

#include <functional>
#include <limits>

namespace corbel::testing {
namespace {

using Change = std::function<void(Boxes&, int step, Random&)>;

/// Steps through a scene with one long-lived object per number of threads; gives the mean number of pairs.
double expect_all_pairs_in_every_step(Boxes b, int steps, const Change& change)
{
  Random random(99);
  std::array<BroadPhase, 3> long_lived;
  std::size_t pairs = 0;
  for (int step = 0; step < steps; ++step) {
    const std::vector<BoxPair> expected = all_against_all(b);
    pairs += expected.size();
    EXPECT_EQ(BroadPhase().update(b.boxes, b.group), expected) << "fresh, step " << step;
    for (std::size_t t = 0; t < long_lived.size(); ++t) {
      const ThreadLimit limit(1 << t);
      EXPECT_EQ(long_lived[t].update(b.boxes, b.group), expected)
          << "step " << step << ", threads " << (1 << t);
    }
    if (::testing::Test::HasFailure()) return 0;
    change(b, step, random);
  }
  return static_cast<double>(pairs) / steps;
}

void shift(Aabb& box, const Vec3& by)
{
  box.lo += by;
  box.hi += by;
}

/// A random walk of all boxes.
Change walk(double length)
{
  return [length](Boxes& b, int, Random& random) {
    for (Aabb& box : b.boxes)
      shift(box, random.vector(-length, length));
  };
}

TEST(BroadPhaseMotion, AtRest)
{
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(1, 800, 3, 0.3, 1, 1), 3, [](auto&&...) {}), 100);
}

TEST(BroadPhaseMotion, SlowWalk)
{
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(2, 800, 3, 0.5, 1, 1), 100, walk(0.01)), 100);
}

TEST(BroadPhaseMotion, FastWalk)
{
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(3, 800, 3, 0.5, 1, 2), 30, walk(0.3)), 100);
}

TEST(BroadPhaseMotion, MixedSizes)
{
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(4, 800, 3, 0.01, 5, 1), 60, walk(0.01)), 100);
}

/// A straight flight, so that boxes leave their fat ones at different times.
TEST(BroadPhaseMotion, Flight)
{
  Random random(5);
  std::vector<Vec3> velocity;
  for (int i = 0; i < 800; ++i)
    velocity.push_back(random.uniform(0, 0.05) * random.vector(-1, 1));
  const Change fly = [&](Boxes& b, int, Random&) {
    for (std::size_t i = 0; i < b.boxes.size(); ++i)
      shift(b.boxes[i], velocity[i]);
  };
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(6, 800, 3, 0.5, 1, 1), 100, fly), 100);
}

/// Few move in a scene at rest: only those are renewed, for longer than there are boxes.
TEST(BroadPhaseMotion, FewBulletsAmongManyAtRest)
{
  const Change shoot = [](Boxes& b, int step, Random&) {
    for (std::size_t i = 0; i < 10; ++i)
      shift(b.boxes[i], Vec3(step % 60 < 30 ? 0.2 : -0.2, 0.03, 0.01 * static_cast<double>(i)));
  };
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(7, 500, 3, 0.3, 1, 1), 120, shoot), 100);
}

TEST(BroadPhaseMotion, BoxesGrowAndShrink)
{
  const Change breathe = [](Boxes& b, int step, Random&) {
    for (std::size_t i = 0; i < b.boxes.size(); ++i)
      b.boxes[i].inflate((step % 40 < 20 ? 1e-4 : -1e-4) * static_cast<double>(i % 200));
  };
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(8, 600, 3, 0.6, 1, 1), 80, breathe), 100);
}

/// Two dense clusters a million sizes apart, and an obstacle under both.
TEST(BroadPhaseMotion, ClustersAndALargeObstacle)
{
  Boxes b = random_boxes(9, 400, 2, 0.3, 0.6, 1);
  Boxes other = random_boxes(10, 400, 2, 0.3, 0.6, 1);
  for (Aabb& box : other.boxes) {
    shift(box, {1e6, 0, 0});
    b.add(box.lo, box.hi, b.next_group());
  }
  b.add({-1e3, -1e3, -10}, {1e7, 1e3, -1.5}, b.next_group());
  EXPECT_GT(expect_all_pairs_in_every_step(b, 40, walk(0.02)), 200);
}

/// Some fall off the table, faster and faster.
TEST(BroadPhaseMotion, BodiesFallAway)
{
  const Change fall = [](Boxes& b, int step, Random& random) {
    for (std::size_t i = 0; i < b.boxes.size(); ++i)
      shift(b.boxes[i],
            i % 10 == 0 ? Vec3(0, 0.01, -0.01 * std::pow(1.5, step)) : random.vector(-0.01, 0.01));
  };
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(11, 800, 3, 0.5, 1, 1), 60, fall), 100);
}

TEST(BroadPhaseMotion, BoxesComeAndGoAndChangeGroups)
{
  const Change change = [](Boxes& b, int step, Random& random) {
    walk(0.02)(b, step, random);
    if (step % 7 == 3) {
      const Vec3 lo = random.vector(-2, 2);
      b.add(lo, lo + Vec3::Ones(), b.next_group());
    }
    if (step % 7 == 5) {
      b.boxes.erase(b.boxes.begin() + step);
      b.group.erase(b.group.begin() + step);
    }
    if (step % 7 == 6) std::swap(b.group[0], b.group[50]);
    if (step == 38) b = {};  // and empty at step 39
    if (step == 39) b = random_boxes(12, 200, 2, 0.5, 1, 1);
  };
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(13, 500, 2, 0.5, 1, 3), 60, change), 100);
}

TEST(BroadPhaseMotion, BoxesGetLostAndComeBack)
{
  const Aabb lost{Vec3::Constant(std::numeric_limits<double>::quiet_NaN()), Vec3::Zero()};
  Aabb old;
  const Change lose = [&](Boxes& b, int step, Random& random) {
    walk(0.01)(b, step, random);
    if (step % 6 == 2) std::swap(old = lost, b.boxes[17]);
    if (step % 6 == 5) b.boxes[17] = old;
  };
  EXPECT_GT(expect_all_pairs_in_every_step(random_boxes(14, 300, 2, 0.5, 1, 1), 30, lose), 100);
}

}  // namespace
}  // namespace corbel::testing
