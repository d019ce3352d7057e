// SPDX-License-Identifier: MIT
// Contacts of spheres with convexes and with each other.
#include "bodies.hpp"

#include <limits>

namespace corbel::testing {
namespace {

constexpr double epsilon = 1e-6;
const double nan = std::numeric_limits<double>::quiet_NaN();

Sphere ball(const Vec3& center, double radius) { return make_sphere(center, radius, 0, 21); }

TEST(ConvexSphere, AboveAFace)
{
  const Placed box = placed_box(Vec3::Zero(), {2, 2, 1});
  const auto contact = touch(box.view(), ball({0.5, 0.7, 1.4}, 0.5), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitZ(), 1e-15);
  expect_near(contact->point, {0.5, 0.7, 0.95}, 1e-15);  // the middle of the overlap
  EXPECT_NEAR(contact->gap, -0.1, 1e-15);
  EXPECT_EQ(contact->area, 1);
  EXPECT_EQ(contact->surface_a, top);
  EXPECT_EQ(contact->surface_b, 21);
}

TEST(ConvexSphere, AtAnEdge)
{
  const Placed box = placed_box(Vec3::Zero(), Vec3::Ones());
  const auto contact = touch(box.view(), ball({1.3, 0.5, 1.4}, 0.6), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, {0.6, 0, 0.8}, 1e-15);
  expect_near(contact->point, {1 - 0.05 * 0.6, 0.5, 1 - 0.05 * 0.8}, 1e-15);
  EXPECT_NEAR(contact->gap, -0.1, 1e-15);
}

TEST(ConvexSphere, AtACorner)
{
  const Placed box = placed_box(Vec3::Zero(), Vec3::Ones());
  const auto contact = touch(box.view(), ball({-0.2, -0.3, -0.6}, 0.8), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3(-2, -3, -6) / 7, 1e-15);
  expect_near(contact->point, 0.05 * Vec3(2, 3, 6) / 7, 1e-15);
  EXPECT_NEAR(contact->gap, -0.1, 1e-15);
}

TEST(ConvexSphere, ContactBeginsAtEpsilonWithGapZero)
{
  const Placed box = placed_box(Vec3::Zero(), Vec3::Ones());
  const auto near = touch(box.view(), ball({0.5, 0.5, 1.5 + 0.9 * epsilon}, 0.5), epsilon);
  ASSERT_TRUE(near);
  EXPECT_EQ(near->gap, 0);
  EXPECT_FALSE(touch(box.view(), ball({0.5, 0.5, 1.5 + 1.1 * epsilon}, 0.5), epsilon));
}

/// Nearer than the radius to every face plane, but not to the edge.
TEST(ConvexSphere, BesideAnEdgeIsApart)
{
  const Placed box = placed_box(Vec3::Zero(), Vec3::Ones());
  EXPECT_FALSE(touch(box.view(), ball({1.4, 0.5, 1.4}, 0.5), epsilon));
}

TEST(ConvexSphere, CentreInsideLeavesThroughTheNearestFaceWithFullDepth)
{
  const Placed box = placed_box(Vec3::Zero(), {2, 2, 2});
  const auto contact = touch(box.view(), ball({1, 1, 1.7}, 0.5), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitZ(), 1e-15);
  EXPECT_NEAR(contact->gap, -0.8, 1e-15);
  expect_near(contact->point, {1, 1, 1.6}, 1e-15);
  EXPECT_EQ(contact->surface_a, top);
}

TEST(ConvexSphere, CentreOnTheSurfaceTakesTheFaceNormal)
{
  const Placed box = placed_box(Vec3::Zero(), {2, 2, 2});
  const auto contact = touch(box.view(), ball({1, 1, 2}, 0.5), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitZ(), 1e-15);
  EXPECT_NEAR(contact->gap, -0.5, 1e-15);
}

TEST(ConvexSphere, InteriorFacesGiveNoDirection)
{
  Placed element = placed_box(Vec3::Zero(), {2, 2, 2});
  element.convex.face_boundary = {0, 1, 0, 0, 0, 0};                   // all but the top are inside a mesh
  for (const Vec3& center : {Vec3(1.9, 1, 1.5), Vec3(2.1, 1, 1.5)}) {  // inside; behind an interior face
    const auto contact = touch(element.view(), ball(center, 0.5), epsilon);
    ASSERT_TRUE(contact);
    expect_near(contact->normal, Vec3::UnitZ(), 1e-15);
    EXPECT_NEAR(contact->gap, -1, 1e-15);
    EXPECT_EQ(contact->surface_a, top);
  }
  element.convex.face_boundary.assign(6, 0);
  EXPECT_FALSE(touch(element.view(), ball({1.9, 1, 1.5}, 0.5), epsilon));
  EXPECT_FALSE(touch(element.view(), ball({1, 1, 2.2}, 0.5), epsilon));
}

/// The nearest point of a random hull must beat every sampled point of it.
TEST(ConvexSphere, ClosestPointBeatsSampledPoints)
{
  Random random(5);
  int contacts = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const Placed hull(random.hull(12, 1), random.motion(0.2));
    const Sphere sphere = ball(random.vector(-1, 1), 0.7);
    double least = std::numeric_limits<double>::infinity();
    for (int sample = 0; sample < 2000; ++sample) {
      Vec3 x = Vec3::Zero();
      double sum = 0;
      for (const Vec3& vertex : hull.x) {
        const double weight = -std::log(random.uniform(1e-9, 1)) * (random.uniform(0, 1) < 0.3 ? 1 : 1e-3);
        x += weight * vertex;
        sum += weight;
      }
      least = std::min(least, (x / sum - sphere.center).norm());
    }
    const auto contact = touch(hull.view(), sphere, epsilon);
    if (!contact) {
      EXPECT_GE(least, sphere.radius + epsilon);
      continue;
    }
    ++contacts;
    EXPECT_NEAR(contact->normal.norm(), 1, 1e-12);
    const double distance = contact->gap + sphere.radius;
    EXPECT_LE(distance, least + 1e-12);
    for (const Plane& plane : hull.planes)
      EXPECT_LE(plane.distance(contact->point - 0.5 * contact->gap * contact->normal), 1e-12);
  }
  EXPECT_GT(contacts, 10);
}

TEST(SphereSphere, MiddlePointNormalFromAToB)
{
  const auto contact = touch(ball({0, 0, 0}, 1), ball({1.5, 0, 0}, 0.7), epsilon);
  ASSERT_TRUE(contact);
  expect_near(contact->normal, Vec3::UnitX(), 1e-15);
  expect_near(contact->point, {0.9, 0, 0}, 1e-15);
  EXPECT_NEAR(contact->gap, -0.2, 1e-15);
  EXPECT_EQ(contact->area, 1);
}

TEST(SphereSphere, ContactBeginsAtEpsilonWithGapZero)
{
  const auto near = touch(ball({0, 0, 0}, 1), ball({0, 2 + 0.9 * epsilon, 0}, 1), epsilon);
  ASSERT_TRUE(near);
  EXPECT_EQ(near->gap, 0);
  EXPECT_FALSE(touch(ball({0, 0, 0}, 1), ball({0, 2 + 1.1 * epsilon, 0}, 1), epsilon));
}

TEST(SphereSphere, CoincidentCentresPartUpwards)
{
  const auto contact = touch(ball({1, 1, 1}, 1), ball({1, 1, 1}, 0.5), epsilon);
  ASSERT_TRUE(contact);
  EXPECT_EQ(contact->normal, Vec3::UnitZ());
  EXPECT_EQ(contact->gap, -1.5);
}

TEST(SphereContact, NanIsNoContact)
{
  const Placed box = placed_box(Vec3::Zero(), Vec3::Ones());
  const Sphere lost{{0.5, nan, 0.5}, 1};
  EXPECT_FALSE(touch(box.view(), lost, epsilon));
  EXPECT_FALSE(touch(lost, ball({0, 0, 0}, 1), epsilon));
}

}  // namespace
}  // namespace corbel::testing
