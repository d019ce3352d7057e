// SPDX-License-Identifier: MIT
// Contacts of convexes with ellipsoids.
#include "ellipsoids.hpp"

#include <algorithm>
#include <limits>
#include <numbers>

namespace corbel::testing {
namespace {

constexpr double epsilon = 1e-6;
const double nan = std::numeric_limits<double>::quiet_NaN();

double gap_along(const Placed& a, const PlacedEllipsoid& b, const Vec3& n)
{
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec3& x : a.x)
    most = std::max(most, n.dot(x - b.center));
  return -most - (b.A.transpose() * n).norm();
}

bool holds(const Placed& a, const Vec3& x)
{
  return std::ranges::all_of(a.planes, [&](const Plane& plane) { return plane.distance(x) < 0; });
}

TEST(ConvexEllipsoid, OnAFaceByTheSupportFunction)
{
  const Placed box = placed_box({-9, -9, -1}, {9, 9, 0});
  Random random(1);
  for (const double thin : {0.3, 1e-3})
    for (int trial = 0; trial < 500; ++trial) {
      PlacedEllipsoid e = random_ellipsoid(random, thin, 1);
      const double height = std::sqrt((e.A * e.A.transpose())(2, 2));  // h(ez) = |Aᵀez|
      const double depth = random.uniform(0, 0.5 * rolling_radius(e));
      e.center.z() = height - depth;
      const auto contact = touch(box.view(), e, epsilon);
      ASSERT_TRUE(contact);
      expect_near(contact->normal, Vec3::UnitZ(), 1e-15);
      EXPECT_NEAR(contact->gap, -depth, 1e-14);
      const Vec3 lowest = e.center - e.A * (e.A.transpose() * Vec3::UnitZ()) / height;
      expect_near(contact->point, lowest + Vec3(0, 0, 0.5 * depth), 1e-13);
      EXPECT_EQ(contact->area, 1);
      EXPECT_EQ(contact->surface_a, top);
      EXPECT_EQ(contact->surface_b, 21);
      e.center.z() = height + 1.1 * epsilon;
      EXPECT_FALSE(touch(box.view(), e, epsilon));
    }
}

/// Placed on a chosen point of a unit cube, touching along a chosen normal of its face, edge or corner.
TEST(ConvexEllipsoid, FindsTheContactThatWasMade)
{
  const Placed cube = placed_box({-1, -1, -1}, {0, 0, 0});
  Random random(2);
  for (const double thin : {0.3, 0.05, 1e-3})
    for (int trial = 0; trial < 3000; ++trial) {
      PlacedEllipsoid e = random_ellipsoid(random, thin, 0);
      const Vec3 x(trial % 3 == 0 ? random.uniform(-0.9, -0.1) : 0,
                   trial % 3 <= 1 ? random.uniform(-0.9, -0.1) : 0, 0);
      const Vec3 n = Vec3(trial % 3 == 0 ? 0 : random.uniform(0.1, 1),
                          trial % 3 <= 1 ? 0 : random.uniform(0.1, 1), random.uniform(0.1, 1))
                         .normalized();
      const double depth = random.uniform(0, 0.9) * rolling_radius(e) * (trial % 2);
      e.center = x + e.support(n) - depth * n;
      const auto contact = touch(cube.view(), e, epsilon);
      ASSERT_TRUE(contact) << trial;
      EXPECT_NEAR(contact->gap, -depth, 1e-12) << trial;
      expect_near(contact->normal, n, 1e-5);
      expect_near(contact->point, x - 0.5 * depth * n, 1e-5);
    }
}

TEST(ConvexEllipsoid, EqualRadiiAreSpheres)
{
  Random random(3);
  int contacts = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    const Placed hull(random.hull(10, 1), random.motion(0.3));
    const Sphere ball = make_sphere(random.vector(-0.9, 0.9), random.uniform(0.1, 0.6), 0, 21);
    const PlacedEllipsoid e = ellipsoid(ball.center, Vec3::Constant(ball.radius), random.motion(1).R);
    const auto expected = touch(hull.view(), ball, epsilon), contact = touch(hull.view(), e, epsilon);
    ASSERT_EQ(contact.has_value(), expected.has_value());
    if (!contact) continue;
    ++contacts;
    EXPECT_NEAR(contact->gap, expected->gap, 1e-12);
    // Normals of centres near the surface hang on the last digits of the distance.
    const double distance = std::abs(expected->gap + ball.radius);
    expect_near(contact->normal, expected->normal, 1e-12 + 1e-15 / distance);
    expect_near(contact->point, expected->point, 1e-12 + 1e-15 / distance);
    EXPECT_EQ(contact->surface_a, expected->surface_a);
  }
  EXPECT_GT(contacts, 500);
}

TEST(ConvexEllipsoid, CentreInsideLeavesTheShortestWay)
{
  const Placed box = placed_box(Vec3::Zero(), {2, 2, 2});
  const auto contact = touch(box.view(), ellipsoid({1, 1, 1.7}, {0.5, 0.5, 0.4}), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitZ(), 1e-15);
  EXPECT_NEAR(contact->gap, -0.7, 1e-14);
  EXPECT_EQ(contact->surface_a, top);
  // Thin along x: although the top is nearer to the centre, the side is nearer to the surface.
  const auto disc = touch(box.view(), ellipsoid({1.6, 1, 1.7}, {0.01, 0.5, 0.5}), epsilon);
  ASSERT_TRUE(disc);
  expect_near(disc->normal, Vec3::UnitX(), 1e-15);
  EXPECT_NEAR(disc->gap, -0.41, 1e-14);
  EXPECT_EQ(disc->surface_a, right);
}

/// A disc lies on an edge of a cube at 45°: also when its middle is inside it leaves along its thin axis.
TEST(ConvexEllipsoid, DiscOnAnEdge)
{
  const Placed cube = placed_box({-2, -1, -2}, {0, 1, 0});
  const Mat3 R = exp_map({0, std::numbers::pi / 4, 0});
  const Vec3 n = R * Vec3::UnitZ();
  for (const double height : {0.0099, 0.001, -0.001, -0.0099}) {
    const auto contact = touch(cube.view(), ellipsoid(height * n, {0.5, 0.5, 0.01}, R), epsilon);
    ASSERT_TRUE(contact);
    expect_near(contact->normal, n, 1e-12);
    EXPECT_NEAR(contact->gap, height - 0.01, 1e-13);
  }
}

TEST(ConvexEllipsoid, InteriorFacesGiveNoDirection)
{
  Placed element = placed_box(Vec3::Zero(), {2, 2, 2});
  element.convex.face_boundary = {0, 1, 0, 0, 0, 0};                   // all but the top are inside a mesh
  for (const Vec3& center : {Vec3(1.9, 1, 1.5), Vec3(2.1, 1, 1.5)}) {  // inside; behind an interior face
    const auto contact = touch(element.view(), ellipsoid(center, {0.3, 0.4, 0.5}), epsilon);
    ASSERT_TRUE(contact);
    expect_near(contact->normal, Vec3::UnitZ(), 1e-15);
    EXPECT_NEAR(contact->gap, -1, 1e-14);
    EXPECT_EQ(contact->surface_a, top);
  }
  element.convex.face_boundary.assign(6, 0);
  EXPECT_FALSE(touch(element.view(), ellipsoid({1.9, 1, 1.5}, {0.3, 0.4, 0.5}), epsilon));
  EXPECT_FALSE(touch(element.view(), ellipsoid({1, 1, 2.2}, {0.3, 0.4, 0.5}), epsilon));
}

/// Which faces are inside a mesh changes directions; an element is touched only where the convex is, and
/// always where no inner face lies on the far side of the way out.
TEST(ConvexEllipsoid, ElementsAreTouchedWhereTheConvexIs)
{
  Random random(8);
  int contacts = 0, passed_on = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    Placed box = placed_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}, random.motion(0.2));
    const PlacedEllipsoid e = random_ellipsoid(random, 0.05, 1);
    const bool whole = touch(box.view(), e, epsilon).has_value();
    const std::size_t one = random.engine() % 6;  // inner face
    box.convex.face_boundary[one] = 0;
    const bool element = touch(box.view(), e, epsilon).has_value();
    contacts += whole;
    passed_on += whole && !element;
    EXPECT_TRUE(whole || !element);
    if (!whole || element) continue;
    double through_faces = -1e300;  // nearly out through the inner face, and deeper behind all others
    for (std::size_t f = 0; f < 6; ++f)
      if (f != one) through_faces = std::max(through_faces, gap_along(box, e, box.planes[f].n));
    EXPECT_GT(gap_along(box, e, box.planes[one].n), through_faces);
  }
  EXPECT_GT(contacts, 1000);
  EXPECT_LT(contacts, 4000);
  EXPECT_LT(passed_on, contacts / 10);
}

TEST(ConvexEllipsoid, DepthIsTheLeastTranslationThatSeparates)
{
  Random random(4);
  int overlaps = 0, edges = 0;
  for (int trial = 0; trial < 600; ++trial) {
    const Placed hull(random.hull(8, 2), random.motion(0.2));
    PlacedEllipsoid e = random_ellipsoid(random, 0.15, 0.8);
    const auto contact = touch(hull.view(), e, epsilon);
    if (!contact) {
      for (int i = 0; i < 300; ++i)
        EXPECT_FALSE(holds(hull, e.center + e.A * random_direction(random)));
      continue;
    }
    ++overlaps;
    const double most = sampled_maximum(
        random, [&](const Vec3& n) { return gap_along(hull, e, n); }, 1500);
    EXPECT_LE(most, contact->gap + 1e-12);
    EXPECT_NEAR(gap_along(hull, e, contact->normal), contact->gap, 1e-12);
    edges += std::ranges::none_of(hull.planes,
                                  [&](const Plane& p) { return p.n.dot(contact->normal) > 1 - 1e-9; });
    e.center += (1e-3 - contact->gap) * contact->normal;
    EXPECT_FALSE(touch(hull.view(), e, epsilon));
  }
  EXPECT_GT(overlaps, 300);
  EXPECT_GT(edges, 50);
}

TEST(ConvexEllipsoid, DoesNotDependOnThePlace)
{
  Random random(5);
  for (int trial = 0; trial < 500; ++trial) {
    const Convex convex = random.hull(10, 2);
    const PlacedEllipsoid e = random_ellipsoid(random, 0.2, 1);
    const Motion motion = random.motion(10);
    const auto here = touch(Placed(convex).view(), e, epsilon);
    const auto there = touch(Placed(convex, motion).view(), moved(e, motion), epsilon);
    ASSERT_EQ(here.has_value(), there.has_value());
    if (!here) continue;
    EXPECT_NEAR(here->gap, there->gap, 1e-9);
    expect_near(motion.R * here->normal, there->normal, 1e-7);
    expect_near(motion(here->point), there->point, 1e-7);
  }
}

/// Around a cube over faces, edges and corners: gap and normal move in small steps.
TEST(ConvexEllipsoid, IsContinuousAroundACube)
{
  const Placed cube = placed_box({-1, -1, -1}, {1, 1, 1});
  std::optional<PairGeometry> last;
  for (int i = 0; i < 4000; ++i) {
    const double t = 2 * std::numbers::pi * i / 4000;
    const Vec3 n = Vec3(std::cos(t), std::sin(t), 0.6 * std::sin(2 * t)).normalized();
    PlacedEllipsoid e = ellipsoid({0, 0, 0}, {0.5, 0.4, 0.3}, exp_map({t, std::sin(t), 0}));
    // Slid towards the cube until it is 0.01 deep.
    double lo = 0, hi = 4;
    for (int k = 0; k < 50; ++k) {
      const double reach = 0.5 * (lo + hi);
      e.center = reach * n;
      const auto contact = touch(cube.view(), e, epsilon);
      (contact && contact->gap < -0.01 ? lo : hi) = reach;
    }
    const auto contact = touch(cube.view(), e, epsilon);
    ASSERT_TRUE(contact);
    EXPECT_NEAR(contact->gap, -0.01, 1e-9);
    if (last) {
      EXPECT_LT((contact->normal - last->normal).norm(), 0.03) << t;
      EXPECT_LT((contact->point - last->point).norm(), 0.03) << t;
    }
    last = contact;
  }
}

TEST(ConvexEllipsoid, NanIsNoContact)
{
  const Placed box = placed_box(Vec3::Zero(), Vec3::Ones());
  EXPECT_FALSE(touch(box.view(), ellipsoid({0.5, nan, 0.5}, {1, 1, 1}), epsilon));
  EXPECT_FALSE(touch(box.view(), ellipsoid({0.5, 0.5, 0.5}, {1, nan, 1}), epsilon));
}

TEST(ConvexEllipsoid, FuzzedPairsGiveSoundContacts)
{
  Random random(7);
  const Placed box = placed_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}), hull(random.hull(12, 1));
  int contacts = 0;
  for (int trial = 0; trial < 50'000; ++trial) {
    const Placed& placed = trial % 2 ? box : hull;
    PlacedEllipsoid e = random_ellipsoid(random, std::pow(10, -3.0 * (trial % 4) / 3), 1.2);
    if (trial % 10 == 3) e.center = placed.x[static_cast<std::size_t>(trial) % placed.x.size()];
    if (trial % 10 == 5) e.center = Vec3(0.5, random.uniform(-1, 1), trial % 3 ? 0.5 : 0);
    if (trial % 10 == 7) e.A.col(0) *= -1;
    const auto contact = touch(placed.view(), e, epsilon);
    if (!contact) continue;
    ++contacts;
    ASSERT_TRUE(all_finite(contact->point) && all_finite(contact->normal));
    ASSERT_NEAR(contact->normal.norm(), 1, 1e-12);
    ASSERT_LE(contact->gap, 0);
    ASSERT_GE(contact->gap, -2 - e.A.norm());
  }
  EXPECT_GT(contacts, 10'000);
}

}  // namespace
}  // namespace corbel::testing
