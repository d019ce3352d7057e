// SPDX-License-Identifier: MIT
// Convex hulls: polygons, orientation, dropped points, silence on failure.
#include "bodies.hpp"

#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/mass_properties.hpp"

#include <limits>
#include <numbers>

namespace corbel::testing {
namespace {

std::vector<double> flat(const std::vector<Vec3>& points)
{
  std::vector<double> result;
  for (const Vec3& x : points)
    result.insert(result.end(), x.begin(), x.end());
  return result;
}

TEST(ConvexHull, BoxHasSixQuadrilateralsWherever)
{
  Random random(1);
  for (const double reach : {0.0, 1.0, 1e4}) {
    for (const double size : {1e-3, 1.0, 1e3}) {
      const Motion motion = random.motion(reach * size);
      const Placed box = placed_box(Vec3::Zero(), Vec3::Constant(size), motion);
      const Convex hull = convex_hull(flat(box.x), 3, 4);
      ASSERT_EQ(hull.face_count(), 6u) << reach << " " << size;
      for (std::size_t f = 0; f < 6; ++f)
        EXPECT_EQ(hull.face(f).size(), 4u);
      EXPECT_EQ(hull.vertices, box.x);
      EXPECT_EQ(hull.face_surface, std::vector<int>(6, 4));
      EXPECT_EQ(hull.face_boundary, std::vector<char>(6, 1));
      EXPECT_EQ(hull.volume_id, 3);
      EXPECT_NEAR(moments(hull).V, size * size * size, 1e-9 * size * size * size);
    }
  }
}

TEST(ConvexHull, DropsPointsInsideOnFacesAndRepeated)
{
  std::vector<Vec3> points;
  for (int i = 0; i < 27; ++i)
    points.emplace_back(i % 3, (i / 3) % 3, i / 9);
  points.emplace_back(2, 2, 2);
  const Convex hull = convex_hull(flat(points), 0, 0);
  EXPECT_EQ(hull.face_count(), 6u);
  EXPECT_EQ(hull.vertices.size(), 8u);
  EXPECT_NEAR(moments(hull).V, 8, 1e-12);
}

TEST(ConvexHull, PrismOfManySidesHasTwoLargePolygons)
{
  std::vector<Vec3> points;
  for (int i = 0; i < 80; ++i) {
    const double angle = 2 * std::numbers::pi * (i / 2) / 40;
    points.emplace_back(std::cos(angle), std::sin(angle), i % 2);
  }
  const Convex hull = convex_hull(flat(points), 0, 0);
  EXPECT_EQ(hull.face_count(), 42u);
  EXPECT_NEAR(moments(hull).V, 20 * std::sin(2 * std::numbers::pi / 40), 1e-12);
  check_closed(hull);
  check_convex(hull);
}

TEST(ConvexHull, RandomHullsAreClosedConvexAndHoldAllPoints)
{
  Random random(2);
  for (const int count : {4, 5, 10, 100, 1000}) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i)
      points.push_back(random.vector(-1, 1));
    const Convex hull = convex_hull(flat(points), 0, 0);
    check_closed(hull);
    check_convex(hull);
    std::vector<Plane> planes(hull.face_count());
    compute_planes(hull, hull.vertices, planes);
    for (const Plane& plane : planes)
      for (const Vec3& x : points)
        EXPECT_LE(plane.distance(x), 1e-12);
  }
}

TEST(ConvexHull, NamesBadPoints)
{
  EXPECT_INPUT_ERROR(convex_hull(std::vector<double>(9, 0.0), 0, 0), "points", "9 numbers");
  EXPECT_INPUT_ERROR(convex_hull(std::vector<double>(16, 0.0), 0, 0), "points", "16 numbers");
  std::vector<double> points = box_corners(Vec3::Zero(), Vec3::Ones());
  points[4] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_INPUT_ERROR(convex_hull(points, 0, 0), "points", "point 1");
}

TEST(ConvexHull, RefusesPointsWithoutVolumeInSilence)
{
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  EXPECT_INPUT_ERROR(convex_hull(std::vector<double>(12, 1.0), 0, 0), "points", "4 points");
  EXPECT_INPUT_ERROR(convex_hull(box_corners(Vec3::Zero(), {1, 1, 0}), 0, 0), "points", "8 points");
  std::vector<Vec3> tilted;
  const Motion motion{exp_map({0.3, 0.4, 0.5}), {1, 2, 3}};
  for (int i = 0; i < 20; ++i)
    tilted.push_back(motion(Vec3(i % 5, i / 5, 0)));
  EXPECT_INPUT_ERROR(convex_hull(flat(tilted), 0, 0), "points", "20 points");
  EXPECT_INPUT_ERROR(convex_hull(std::vector<double>{0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4}, 0, 0),
                     "points", "5 points");
  EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(::testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace corbel::testing
