// SPDX-License-Identifier: MIT
// Contacts of ellipsoids with each other and with spheres.
#include "ellipsoids.hpp"

#include <limits>

namespace corbel::testing {
namespace {

constexpr double epsilon = 1e-6;
const double nan = std::numeric_limits<double>::quiet_NaN();

/// The gap along n by its definition.
double gap_along(const PlacedEllipsoid& a, const PlacedEllipsoid& b, const Vec3& n)
{
  return n.dot(b.center - a.center) - (a.A.transpose() * n).norm() - (b.A.transpose() * n).norm();
}

void expect_same(const std::optional<PairGeometry>& a, const std::optional<PairGeometry>& b, double tolerance)
{
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  expect_near(a->normal, b->normal, tolerance);
  expect_near(a->point, b->point, tolerance);
  EXPECT_NEAR(a->gap, b->gap, tolerance);
}

TEST(EllipsoidEllipsoid, AlongTheAxes)
{
  const auto contact = touch(ellipsoid({0, 0, 0}, {1, 2, 3}), ellipsoid({0, 0, 3.4}, {2, 2, 0.5}), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitZ(), 1e-15);
  EXPECT_NEAR(contact->gap, -0.1, 1e-14);
  expect_near(contact->point, {0, 0, 2.95}, 1e-14);
  EXPECT_EQ(contact->area, 1);
  EXPECT_EQ(contact->surface_a, 21);

  const auto side = touch(ellipsoid({5, 0, 0}, {1, 2, 3}), ellipsoid({7.9, 0, 0}, {2, 0.3, 0.5}), epsilon);
  ASSERT_TRUE(side);
  EXPECT_NEAR(side->gap, -0.1, 1e-14);
}

TEST(EllipsoidEllipsoid, ContactBeginsAtEpsilonWithGapZero)
{
  const PlacedEllipsoid a = ellipsoid({0, 0, 0}, {1, 2, 3});
  const auto near = touch(a, ellipsoid({0, 2.5 + 0.9 * epsilon, 0}, {1, 0.5, 1}), epsilon);
  ASSERT_TRUE(near);
  EXPECT_EQ(near->gap, 0);
  EXPECT_FALSE(touch(a, ellipsoid({0, 2.5 + 1.1 * epsilon, 0}, {1, 0.5, 1}), epsilon));
}

TEST(EllipsoidEllipsoid, EqualRadiiAreSpheres)
{
  Random random(1);
  int contacts = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const Sphere a = make_sphere(random.vector(-1, 1), random.uniform(0.2, 1), 0, 21);
    const Sphere b = make_sphere(random.vector(-1, 1), random.uniform(0.2, 1), 0, 21);
    const auto expected = touch(a, b, epsilon);
    expect_same(touch(placed(a), placed(b), epsilon), expected, 1e-14);
    const PlacedEllipsoid turned = ellipsoid(b.center, Vec3::Constant(b.radius), random.motion(1).R);
    expect_same(touch(placed(a), turned, epsilon), expected, 1e-13);
    contacts += expected.has_value();
  }
  EXPECT_GT(contacts, 500);
  const Sphere ball = make_sphere({1, 2, 3}, 0.5, 0, 21);
  expect_same(touch(placed(ball), placed(ball), epsilon), touch(ball, ball, epsilon), 1e-15);
}

/// Placed so that they touch along a chosen normal with a chosen depth.
TEST(EllipsoidEllipsoid, FindsTheContactThatWasMade)
{
  Random random(2);
  for (const double thin : {0.3, 0.05, 1e-3})
    for (int trial = 0; trial < 3000; ++trial) {
      const PlacedEllipsoid a = random_ellipsoid(random, thin, 5);
      PlacedEllipsoid b = random_ellipsoid(random, thin, 5);
      const Vec3 n = random_direction(random);
      const double depth = random.uniform(0, 0.9) * (rolling_radius(a) + rolling_radius(b));
      const Vec3 top = a.center + a.support(n);
      b.center = top + b.support(n) - depth * n;
      const auto contact = touch(a, b, epsilon);
      ASSERT_TRUE(contact);
      EXPECT_NEAR(contact->gap, -depth, 1e-13);
      expect_near(contact->normal, n, 1e-6);  // so flat may the top of the gap be
      expect_near(contact->point, top - 0.5 * depth * n, 1e-6);
      EXPECT_NEAR(gap_along(a, b, contact->normal), contact->gap, 1e-15);
    }
}

TEST(EllipsoidEllipsoid, DistanceOfSeparatedPairsByProjections)
{
  Random random(3);
  int checked = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const PlacedEllipsoid a = random_ellipsoid(random, 0.2, 2), b = random_ellipsoid(random, 0.2, 2);
    const auto [x, y] = nearest_points(a, b);
    const double distance = (y - x).norm();
    if (distance < 0.01) continue;
    ++checked;
    EXPECT_FALSE(touch(a, b, distance - 1e-8));
    const auto contact = touch(a, b, distance + 1e-8);
    ASSERT_TRUE(contact);
    expect_near(contact->normal, (y - x) / distance, 1e-6);
    expect_near(contact->point, 0.5 * (x + y), 1e-6);
  }
  EXPECT_GT(checked, 100);
}

/// Moved by its depth along the normal the pair is separated, and no direction does it with less.
TEST(EllipsoidEllipsoid, DepthIsTheLeastTranslationThatSeparates)
{
  Random random(4);
  int overlaps = 0;
  for (int trial = 0; trial < 250; ++trial) {
    const PlacedEllipsoid a = random_ellipsoid(random, 0.15, 0.4);
    PlacedEllipsoid b = random_ellipsoid(random, 0.15, 0.4);
    const auto contact = touch(a, b, epsilon);
    if (!contact || contact->gap == 0) continue;
    ++overlaps;
    const double most = sampled_maximum(
        random, [&](const Vec3& n) { return gap_along(a, b, n); }, 1500);
    EXPECT_LE(most, contact->gap + 1e-12);
    b.center += (0.05 - contact->gap) * contact->normal;
    const auto [x, y] = nearest_points(a, b);
    EXPECT_NEAR((y - x).norm(), 0.05, 1e-8);
  }
  EXPECT_GT(overlaps, 100);
}

TEST(EllipsoidEllipsoid, CoincidentCentresPartTheShortestWay)
{
  const Vec3 c(1, 2, 3);
  const auto contact = touch(ellipsoid(c, {3, 0.5, 2}), ellipsoid(c, {1, 0.2, 4}), epsilon);
  ASSERT_TRUE(contact);
  EXPECT_NEAR(contact->gap, -0.7, 1e-14);
  EXPECT_NEAR(std::abs(contact->normal.y()), 1, 1e-14);
  expect_near(contact->point, c + 0.15 * contact->normal, 1e-14);  // middle of 0.5 and −0.2

  // Crossed discs: along each other's thin axis it is far, so the way out lies between or along the third
  // axis.
  const PlacedEllipsoid a = ellipsoid(c, {0.1, 1, 1}), b = ellipsoid(c, {1, 0.1, 1});
  const auto crossed = touch(a, b, epsilon);
  ASSERT_TRUE(crossed);
  EXPECT_NEAR(crossed->gap, -1.1, 1e-14);  // along x or y: 0.1 + 1
  Random random(1);
  EXPECT_LE(sampled_maximum(
                random, [&](const Vec3& n) { return gap_along(a, b, n); }, 5000),
            -1.1 + 1e-12);
}

TEST(EllipsoidEllipsoid, DoesNotDependOnThePlaceOrTheOrder)
{
  Random random(6);
  for (int trial = 0; trial < 1000; ++trial) {
    const PlacedEllipsoid a = random_ellipsoid(random, 0.2, 1);
    PlacedEllipsoid b = random_ellipsoid(random, 0.2, 1);
    const Vec3 n = random_direction(random);
    b.center = a.center + a.support(n) + b.support(n) - 0.02 * n;
    const auto contact = touch(a, b, epsilon);
    ASSERT_TRUE(contact);

    const auto swapped = touch(b, a, epsilon);
    ASSERT_TRUE(swapped);
    expect_near(swapped->normal, -contact->normal, 1e-9);
    expect_near(swapped->point, contact->point, 1e-9);
    EXPECT_NEAR(swapped->gap, contact->gap, 1e-12);

    const Motion motion = random.motion(10);
    const auto far = touch(moved(a, motion), moved(b, motion), epsilon);
    ASSERT_TRUE(far);
    expect_near(far->normal, motion.R * contact->normal, 1e-9);
    expect_near(far->point, motion(contact->point), 1e-9);
    EXPECT_NEAR(far->gap, contact->gap, 1e-12);
  }
}

/// Rolling on a fixed ellipsoid at a small depth: all that contact gives moves in small steps.
TEST(EllipsoidEllipsoid, IsContinuousAlongAPath)
{
  const PlacedEllipsoid a = ellipsoid({0, 0, 0}, {1, 0.6, 0.3}, exp_map({0.3, 0.2, 0.1}));
  std::optional<PairGeometry> last;
  for (int i = 0; i < 4000; ++i) {
    const double t = 2 * std::numbers::pi * i / 4000;
    const Vec3 n = Vec3(std::cos(t), std::sin(t), 0.5 * std::sin(3 * t)).normalized();
    PlacedEllipsoid b = ellipsoid({0, 0, 0}, {0.5, 0.2, 0.3}, exp_map({std::sin(t), t, -t}));
    b.center = a.center + a.support(n) + b.support(n) - 0.01 * n;
    const auto contact = touch(a, b, epsilon);
    ASSERT_TRUE(contact);
    if (last) {
      expect_near(contact->normal, last->normal, 0.01);
      expect_near(contact->point, last->point, 0.01);
      EXPECT_NEAR(contact->gap, last->gap, 1e-12);
    }
    last = contact;
  }
}

TEST(EllipsoidEllipsoid, NanIsNoContact)
{
  const PlacedEllipsoid a = ellipsoid({0, 0, 0}, {1, 2, 3});
  EXPECT_FALSE(touch(a, ellipsoid({0, nan, 0}, {1, 1, 1}), epsilon));
  EXPECT_FALSE(touch(ellipsoid({0, 0, 0}, {1, nan, 1}), a, epsilon));
}

TEST(EllipsoidEllipsoid, FuzzedPairsGiveSoundContacts)
{
  Random random(7);
  int contacts = 0;
  for (int trial = 0; trial < 150'000; ++trial) {
    const double thin = std::pow(10, -3.0 * (trial % 4) / 3);
    PlacedEllipsoid a = random_ellipsoid(random, thin, 1), b = random_ellipsoid(random, thin, 1);
    if (trial % 5 == 1) b.A = a.A;
    if (trial % 7 == 1) b.center = a.center;
    if (trial % 11 == 1) b.center = a.center + 1e-13 * random.vector(-1, 1);
    const double size = std::pow(10, random.uniform(-5, 3));
    a = {size * a.center, size * a.A}, b = {size * b.center, size * b.A};
    const auto contact = touch(a, b, 1e-6 * size);
    if (!contact) continue;
    ++contacts;
    ASSERT_TRUE(all_finite(contact->point) && all_finite(contact->normal));
    ASSERT_NEAR(contact->normal.norm(), 1, 1e-12);
    ASSERT_LE(contact->gap, 0);
    ASSERT_GE(contact->gap, -(a.A.norm() + b.A.norm()));
  }
  EXPECT_GT(contacts, 30'000);
}

}  // namespace
}  // namespace corbel::testing
