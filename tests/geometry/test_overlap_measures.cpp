// SPDX-License-Identifier: MIT
// Volume, centroid and area of overlaps against Qhull's intersection of half-spaces; what `touch` says of the
// same overlaps; its invariance and continuity.
#include "corbel/geometry/overlap_measures.hpp"

#include "bodies.hpp"
#include "half_spaces.hpp"

#include <cmath>
#include <functional>

namespace corbel::testing {
namespace {

// ------------------------------------------------------------------ random pairs

struct RandomPair {
  Placed a, b;
  double size;  ///< of the smaller one

  std::vector<Plane> planes() const
  {
    std::vector<Plane> all = a.planes;
    all.insert(all.end(), b.planes.begin(), b.planes.end());
    return all;
  }
};

/// A box, a tetrahedron or a hull of extents `size` along the axes, of any aspect ratio up to 10.
Convex random_convex(Random& random, double size)
{
  const Vec3 extents = size * (random.vector(-1, 0) * std::log(10.0)).array().exp().matrix();
  Convex convex;
  switch (random.engine() % 3) {
  case 0:
    return make_box(-0.5 * extents, 0.5 * extents);
  case 1:
    convex = random.hull(4, 1);
    break;
  default:
    convex = random.hull(5 + static_cast<int>(random.engine() % 20), 1);
  }
  std::vector<double> points;
  for (const Vec3& x : convex.vertices)
    for (int k = 0; k < 3; ++k)
      points.push_back(extents[k] * x[k]);
  return convex_hull(points, 0, 0);
}

/// A random point of a placed convex.
Vec3 random_inside(Random& random, const Placed& p)
{
  Vec3 sum = Vec3::Zero();
  double weights = 0;
  for (const Vec3& x : p.x) {
    const double weight = random.uniform(0, 1);
    sum += weight * x;
    weights += weight;
  }
  return sum / weights;
}

/// Sizes from 1e-3 to 1e3, at most ten times different; they share a point.
RandomPair random_pair(Random& random)
{
  const double size_a = std::pow(10, random.uniform(-3, 3));
  const double size_b = size_a * std::pow(10, random.uniform(-1, 1));
  const Placed a(random_convex(random, size_a), random.motion(size_a));
  Placed b(random_convex(random, size_b), random.motion(size_b));
  const Vec3 shift = random_inside(random, a) - random_inside(random, b);
  for (Vec3& x : b.x)
    x += shift;
  compute_planes(b.convex, b.x, b.planes);
  return {a, b, std::min(size_a, size_b)};
}

/// Calls check(pair, ball) for overlaps that are no slivers: the largest ball inside has a radius of at least
/// `thickness` times the size of the smaller one. The others, which must be few, have lost too many digits.
void for_each_overlap(unsigned seed, int count, double thickness,
                      const std::function<void(const RandomPair&, const InscribedBall&)>& check)
{
  Random random(seed);
  int slivers = 0;
  for (int trial = 0; trial < count && !::testing::Test::HasFailure(); ++trial) {
    const RandomPair pair = random_pair(random);
    const InscribedBall ball = inscribed_ball(pair.planes(), pair.b.x[0], pair.size);
    if (ball.radius < thickness * pair.size)
      ++slivers;
    else
      check(pair, ball);
  }
  EXPECT_LT(slivers, count / 20) << "slivers";
  ::testing::Test::RecordProperty("slivers", slivers);
}

TEST(OverlapMeasures, AgreeWithQhull)
{
  for_each_overlap(1, 3000, 1e-3, [](const RandomPair& pair, const InscribedBall& ball) {
    const Polyhedron expected = intersection(pair.planes(), ball.center);
    const Overlap found = overlap(pair.a.view(), pair.b.view());
    EXPECT_NEAR(found.volume, expected.volume, 1e-9 * expected.volume);
    EXPECT_NEAR(found.area, expected.area, 1e-9 * expected.area);
    expect_near(found.centroid, expected.centroid, 1e-9 * pair.size);
    const Overlap swapped = overlap(pair.b.view(), pair.a.view());
    EXPECT_NEAR(swapped.volume, expected.volume, 1e-9 * expected.volume);
    EXPECT_NEAR(swapped.area, expected.area, 1e-9 * expected.area);
  });
}

TEST(OverlapMeasures, TouchHasTheCentroidAndHalfTheAreaOfTheSurface)
{
  for_each_overlap(2, 3000, 1e-3, [](const RandomPair& pair, const InscribedBall& ball) {
    const Polyhedron expected = intersection(pair.planes(), ball.center);
    const auto contact = touch(pair.a.view(), pair.b.view(), 1e-13 * pair.size);
    ASSERT_TRUE(contact);
    EXPECT_NEAR(contact->area, 0.5 * expected.area, 1e-9 * expected.area);
    expect_near(contact->point, expected.surface_centroid, 1e-9 * pair.size);
  });
}

// ------------------------------------------------------------------ closed forms

void expect_box_overlap(const Overlap& found, const Vec3& lo, const Vec3& hi, const Motion& motion)
{
  const Vec3 s = hi - lo;
  EXPECT_NEAR(found.volume, s.prod(), 1e-12);
  EXPECT_NEAR(found.area, 2 * (s.x() * s.y() + s.y() * s.z() + s.z() * s.x()), 1e-12);
  expect_near(found.centroid, motion(0.5 * (lo + hi)), 1e-12);
}

/// Faces that lie in one plane and look the same way belong to the surface once, however they are turned.
TEST(OverlapMeasures, BoxesWithCommonFacePlanes)
{
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Motion motion = trial == 0 ? Motion{} : random.motion(1);
    const auto measure = [&](const Vec3& lo, const Vec3& hi, const Vec3& other_lo, const Vec3& other_hi) {
      return overlap(placed_box(lo, hi, motion).view(), placed_box(other_lo, other_hi, motion).view());
    };
    expect_box_overlap(measure({0, 0, 0}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}), {0, 0, 0}, {1, 1, 1}, motion);
    expect_box_overlap(measure({0, 0, 0}, {1, 1, 1}, {0.5, 0, 0}, {2, 1, 1}), {0.5, 0, 0}, {1, 1, 1}, motion);
    expect_box_overlap(measure({0, 0, 0}, {1, 1, 1}, {0.2, 0.3, 0}, {0.7, 0.6, 1}), {0.2, 0.3, 0},
                       {0.7, 0.6, 1}, motion);
    expect_box_overlap(measure({0.2, 0.3, 0}, {0.7, 0.6, 1}, {0, 0, 0}, {1, 1, 1}), {0.2, 0.3, 0},
                       {0.7, 0.6, 1}, motion);
  }
}

TEST(OverlapMeasures, ApartIsZero)
{
  const Overlap none =
      overlap(placed_box({0, 0, 0}, {1, 1, 1}).view(), placed_box({2, 0, 0}, {3, 1, 1}).view());
  EXPECT_EQ(none.volume, 0);
  EXPECT_EQ(none.area, 0);
  const Overlap touching =
      overlap(placed_box({0, 0, 0}, {1, 1, 1}).view(), placed_box({1, 0, 0}, {2, 1, 1}).view());
  EXPECT_EQ(touching.volume, 0);
  EXPECT_EQ(touching.area, 0);
}

// ------------------------------------------------------------------ invariance of touch

TEST(OverlapMeasures, TouchMovesAlongWithBothBodies)
{
  Random random(4);
  for_each_overlap(5, 2000, 1e-3, [&](const RandomPair& pair, const InscribedBall&) {
    const double epsilon = 1e-9 * pair.size;
    const Motion motion = random.motion(pair.size);
    const auto moved = [&](Placed p) {
      for (Vec3& x : p.x)
        x = motion(x);
      compute_planes(p.convex, p.x, p.planes);
      return p;
    };
    const auto here = touch(pair.a.view(), pair.b.view(), epsilon);
    const auto there = touch(moved(pair.a).view(), moved(pair.b).view(), epsilon);
    const auto swapped = touch(pair.b.view(), pair.a.view(), epsilon);
    ASSERT_TRUE(here && there && swapped);
    expect_near(there->point, motion(here->point), 1e-9 * pair.size);
    expect_near(there->normal, motion.R * here->normal, 1e-9);
    EXPECT_NEAR(there->gap, here->gap, 1e-9 * pair.size);
    EXPECT_NEAR(there->area, here->area, 1e-9 * here->area);
    expect_near(swapped->point, here->point, 1e-12 * pair.size);
    expect_near(swapped->normal, -here->normal, 1e-12);
    EXPECT_NEAR(swapped->gap, here->gap, 1e-12 * pair.size);
    EXPECT_NEAR(swapped->area, here->area, 1e-12 * here->area);
  });
}

// ------------------------------------------------------------------ continuity of touch

using Path = std::function<Motion(double)>;  ///< of b, for s in [0, 1]

struct Jumps {
  double point = 0, normal = 0;  ///< largest between neighbour samples
};

Jumps largest_jumps(const Path& path, int samples)
{
  const Placed a = placed_box({-1, -1, -1}, {1, 1, 0});
  const Convex box = make_box({-0.5, -0.4, 0}, {0.5, 0.4, 1});
  std::optional<PairGeometry> previous;
  Jumps jumps;
  for (int i = 0; i <= samples; ++i) {
    const auto contact = touch(a.view(), Placed(box, path(static_cast<double>(i) / samples)).view(), 1e-10);
    if (!contact) {
      ADD_FAILURE() << "no contact at sample " << i;
      return {};
    }
    if (previous) {
      jumps.point = std::max(jumps.point, (contact->point - previous->point).norm());
      jumps.normal = std::max(jumps.normal, (contact->normal - previous->normal).norm());
    }
    previous = contact;
  }
  return jumps;
}

/// Half the step, half the largest increment: no jump, for a jump would stay.
void expect_continuous(const Path& path)
{
  Jumps coarse = largest_jumps(path, 2000);
  for (const int samples : {4000, 8000, 16000}) {
    const Jumps fine = largest_jumps(path, samples);
    EXPECT_NEAR(fine.point / coarse.point, 0.5, 0.05) << samples;
    if (coarse.normal > 1e-9) {
      EXPECT_NEAR(fine.normal / coarse.normal, 0.5, 0.05) << samples;
    }
    coarse = fine;
  }
}

TEST(OverlapMeasures, TouchIsContinuousAlongASlide)
{
  // over the top face, across its edge and off at a corner, 0.05 deep
  expect_continuous([](double s) { return Motion{exp_map({0, 0, 0.3}), {1.2 * s, 1.0 * s, -0.05}}; });
  // past an edge with all faces parallel, and almost off
  expect_continuous([](double s) { return Motion{Mat3::Identity(), {0.5001 + 0.98 * s, 0.1 * s, -0.05}}; });
}

/// Where two parallel faces pass each other, d deep, the piece of surface between changes its owner, and with
/// it the sign in the sum of A² n: the normal jumps by (d / w)² for a patch of width w. The point does not.
TEST(OverlapMeasures, TouchJumpsWhereParallelFacesPass)
{
  const double d = 0.05, w = 1;
  const auto path = [&](double s) { return Motion{Mat3::Identity(), {0.5 + 1e-6 * (s - 0.5), 0, -d}}; };
  const Jumps jumps = largest_jumps(path, 9);  // odd: none with the faces in one plane, where both count
  EXPECT_NEAR(jumps.normal, d * d / (w * w), 1e-5);
  EXPECT_LT(jumps.point, 1e-6);
}

TEST(OverlapMeasures, TouchIsContinuousAlongATilt)
{
  // from one lower edge over the flat face to the other
  expect_continuous([](double s) { return Motion{exp_map({0, 0.6 * (s - 0.5), 0}), {0, 0, -0.02}}; });
  expect_continuous([](double s) {
    return Motion{exp_map({0.4 * (s - 0.5), 0.6 * (s - 0.5), 0}), {0, 0, -0.02}};
  });
}

}  // namespace
}  // namespace corbel::testing
