// SPDX-License-Identifier: MIT
// Cutting convexes: the pieces are convex, together the whole, with the right faces.
#include "corbel/geometry/split.hpp"

#include "geometry/bodies.hpp"

#include "corbel/geometry/convex.hpp"
#include "corbel/geometry/mass_properties.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <map>
#include <numbers>
#include <set>

namespace corbel::testing {
namespace {

constexpr CutSurfaces cut{70, 80};
constexpr double tolerance = 1e-6;

std::map<int, double> area_by_surface(const Convex& convex)
{
  std::map<int, double> sum;
  for (std::size_t f = 0; f < convex.face_count(); ++f) {
    const auto face = convex.face(f);
    const auto x = [&](std::size_t i) -> const Vec3& {
      return convex.vertices[static_cast<std::size_t>(face[i])];
    };
    Vec3 twice = Vec3::Zero();
    for (std::size_t i = 1; i + 1 < face.size(); ++i)
      twice += (x(i) - x(0)).cross(x(i + 1) - x(0));
    sum[convex.face_surface[f]] += 0.5 * twice.norm();
  }
  return sum;
}

/// Cuts, and checks all that must hold.
SplitConvex check_split(const Convex& convex, const Vec3& point, const Vec3& normal)
{
  const CutPlane plane{point, normal.normalized()};
  SplitConvex pieces = split(convex, plane, tolerance, cut);
  Moments sum;
  std::map<int, double> areas;
  for (const auto& [piece, side] : {std::pair(&pieces.below, -1), {&pieces.above, 1}}) {
    if (!*piece) continue;
    check_closed(**piece);
    check_convex(**piece);
    EXPECT_EQ((*piece)->volume_id, convex.volume_id);
    sum += moments(**piece);
    for (const Vec3& x : (*piece)->vertices)
      EXPECT_GE(side * plane.distance(x), -1.001 * tolerance);
    for (const auto& [surface, area] : area_by_surface(**piece))
      areas[surface] += area;
  }
  const Moments whole = moments(convex);
  EXPECT_NEAR(sum.V, whole.V, 1e-12 * whole.V);
  expect_near(sum.center(), whole.center(), 1e-12);
  expect_near(sum.central_euler(), whole.central_euler(), 1e-12 * whole.V);
  EXPECT_NEAR(areas[cut.below], areas[cut.above], 1e-12);
  EXPECT_EQ(areas[cut.below] > 0, pieces.below && pieces.above);
  for (const auto& [surface, area] : area_by_surface(convex))
    EXPECT_NEAR(areas[surface], area, 1e-12);
  return pieces;
}

TEST(SplitConvexes, RandomPlanes)
{
  Random random(1);
  for (int trial = 0; trial < 300; ++trial)
    check_split(random.hull(5 + trial % 40, 1), random.vector(-0.4, 0.4), random.vector(-1, 1));
}

/// Planes through one, two and three vertices: single corners, edges, diagonals, faces.
TEST(SplitConvexes, PlanesThroughVertices)
{
  Random random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const Convex convex = trial % 2 ? random.hull(12, 1) : make_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
    const auto any = [&] {
      return convex.vertices[static_cast<std::size_t>(
          random.uniform(0, static_cast<double>(convex.vertices.size()) - 1e-9))];
    };
    const Vec3 a = any(), b = any(), c = any();
    check_split(convex, a, random.vector(-1, 1));
    if (const Vec3 n = (b - a).cross(random.vector(-1, 1)); n.norm() > 0.01) check_split(convex, a, n);
    if (const Vec3 n = (b - a).cross(c - a); n.norm() > 0.01) check_split(convex, a, n);
    const auto face = convex.face(static_cast<std::size_t>(trial) % convex.face_count());
    const auto x = [&](std::size_t i) -> const Vec3& {
      return convex.vertices[static_cast<std::size_t>(face[i])];
    };
    const SplitConvex at_face = check_split(convex, x(0), (x(1) - x(0)).cross(x(2) - x(0)));
    EXPECT_TRUE(at_face.below && !at_face.above);  // the normal is outward
  }
}

/// The plane x + y + z = 3/2 cuts a unit cube in a regular hexagon of side √½.
TEST(SplitConvexes, CubeInAHexagon)
{
  const SplitConvex pieces =
      check_split(make_box(Vec3::Zero(), Vec3::Ones()), Vec3::Constant(0.5), Vec3::Ones());
  EXPECT_NEAR(moments(*pieces.below).V, 0.5, 1e-15);
  EXPECT_NEAR(area_by_surface(*pieces.below)[cut.below], 3 * std::sqrt(3.0) / 2 * 0.5, 1e-14);
  EXPECT_EQ(pieces.below->face(pieces.below->face_count() - 1).size(), 6u);
  EXPECT_EQ(pieces.above->vertices.size(), 10u);
}

/// Below the tolerance there is no second piece; above it there is.
TEST(SplitConvexes, NoSlivers)
{
  const Convex box = make_box(Vec3::Zero(), Vec3::Ones());
  for (const double depth : {-1e-3, 0.0, 0.9e-6}) {
    const SplitConvex pieces = check_split(box, {0, 0, 1 - depth}, Vec3::UnitZ());
    EXPECT_TRUE(pieces.below && !pieces.above);
    EXPECT_EQ(pieces.below->vertices, box.vertices);
    EXPECT_TRUE(check_split(box, {0, 0, 1 - depth}, -Vec3::UnitZ()).above);
  }
  const SplitConvex pieces = check_split(box, {0, 0, 1 - 1.1e-6}, Vec3::UnitZ());
  ASSERT_TRUE(pieces.above);
  EXPECT_NEAR(moments(*pieces.above).V, 1.1e-6, 1e-14);
}

TEST(SplitConvexes, BoundaryMarksAreKept)
{
  Convex box = make_box(Vec3::Zero(), Vec3::Ones());
  box.face_boundary = {0, 1, 1, 0, 1, 1};  // bottom and right are inside a mesh
  const SplitConvex pieces = check_split(box, {0.5, 0.5, 0.5}, {1, 0.2, 0.3});
  for (const Convex* piece : {&*pieces.below, &*pieces.above})
    for (std::size_t f = 0; f < piece->face_count(); ++f) {
      const int surface = piece->face_surface[f];
      EXPECT_EQ(piece->face_boundary[f] != 0, surface != bottom && surface != right);
    }
}

/// Digits are not lost far from the origin.
TEST(SplitConvexes, FarAway)
{
  const Vec3 far(1e5, -2e5, 3e5);
  Convex box = make_box(Vec3::Zero(), Vec3::Ones());
  for (Vec3& x : box.vertices)
    x += far;
  const SplitConvex pieces = split(box, {far + Vec3::Constant(0.3), Vec3::UnitX()}, tolerance, cut);
  EXPECT_NEAR(moments(*pieces.below).V, 0.3, 1e-9);
  EXPECT_NEAR(moments(*pieces.above).V, 0.7, 1e-9);
}

/// A box with a corner cut off by less than the tolerance: the plane through that corner is refused or cuts
/// soundly, never something in between.
TEST(SplitConvexes, DetailsBelowTheTolerance)
{
  Random random(4);
  int done = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const double d = 1e-7;
    const Convex chipped = *split(make_box(Vec3::Zero(), Vec3::Ones()),
                                  {Vec3(1 - d, 1 - d, 1 - d), random.vector(0.2, 1).normalized()}, 1e-9, {})
                                .below;
    const CutPlane plane{Vec3::Ones(), random.vector(-1, 1).normalized()};
    try {
      const SplitConvex pieces = split(chipped, plane, tolerance, cut);
      Moments sum;
      for (const auto* piece : {&pieces.below, &pieces.above})
        if (*piece) {
          check_closed(**piece);
          sum += moments(**piece);
        }
      EXPECT_NEAR(sum.V, moments(chipped).V, 1e-12);
      ++done;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("Move the plane a little"), std::string::npos);
    }
  }
  EXPECT_GT(done, 50);
}

}  // namespace
}  // namespace corbel::testing
