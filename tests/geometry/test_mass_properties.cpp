// SPDX-License-Identifier: MIT
// Volume, centre and Euler tensor against closed forms, near and far from the origin.
#include "bodies.hpp"

#include "corbel/geometry/mass_properties.hpp"

#include <numbers>

namespace corbel::testing {
namespace {

/// Diagonal of the Euler tensor of a box: V s² / 12.
Mat3 box_euler(const Vec3& size) { return Mat3((size.prod() / 12 * size.cwiseProduct(size)).asDiagonal()); }

TEST(Moments, BoxAtRest)
{
  const Vec3 size(1, 2, 3);
  const Moments m = moments(make_box({-1, 0, 5}, Vec3(-1, 0, 5) + size));
  EXPECT_NEAR(m.V, 6, 1e-14);
  expect_near(m.center(), {-0.5, 1, 6.5}, 1e-14);
  expect_near(m.central_euler(), box_euler(size), 1e-13);
}

TEST(Moments, BoxTurnedAndFarAway)
{
  const Vec3 size(1, 2, 3);
  const Motion motion{exp_map({0.5, -1, 2}), {1e5, -3e5, 2e5}};
  Convex box = make_box(Vec3::Zero(), size);
  for (Vec3& x : box.vertices)
    x = motion(x);
  const Moments m = moments(box);
  EXPECT_NEAR(m.V, 6, 1e-9);
  expect_near(m.center(), motion(0.5 * size), 1e-9);
  expect_near(m.central_euler(), motion.R * box_euler(size) * motion.R.transpose(), 1e-8);
}

/// Corner tetrahedron with legs a: V = a³/6, centre a/4, ∫x² = a⁵/60, ∫xy = a⁵/120 about the corner.
TEST(Moments, Tetrahedron)
{
  const double a = 2;
  const Convex tetrahedron = convex_hull(std::vector<double>{0, 0, 0, a, 0, 0, 0, a, 0, 0, 0, a}, 0, 0);
  const Moments m = moments(tetrahedron);
  EXPECT_NEAR(m.V, 8.0 / 6, 1e-14);
  expect_near(m.center(), Vec3::Constant(0.5), 1e-14);
  const Mat3 about_corner = Mat3::Constant(32.0 / 120) + Mat3(Vec3::Constant(32.0 / 120).asDiagonal());
  expect_near(m.central_euler(), about_corner - m.V * Mat3::Constant(0.25), 1e-14);
}

TEST(Moments, Sphere)
{
  const Moments m = moments(Sphere{{1, 2, 3}, 2});
  EXPECT_NEAR(m.V, 32 * std::numbers::pi / 3, 1e-13);
  expect_near(m.center(), {1, 2, 3}, 0);
  expect_near(m.central_euler(), 4 * std::numbers::pi * 32 / 15 * Mat3::Identity(), 1e-13);
}

TEST(Moments, HullOfManyPointsOnASphereTendsToTheSphere)
{
  Random random(3);
  std::vector<double> points;
  for (int i = 0; i < 4000; ++i) {
    const Vec3 x = random.vector(-1, 1).normalized();
    points.insert(points.end(), x.begin(), x.end());
  }
  const Moments hull = moments(convex_hull(points, 0, 0));
  const Moments ball = moments(Sphere{Vec3::Zero(), 1});
  EXPECT_LT(hull.V, ball.V);
  EXPECT_NEAR(hull.V, ball.V, 0.01 * ball.V);
  expect_near(hull.central_euler(), ball.central_euler(), 0.02 * ball.central_euler()(0, 0));
}

TEST(Moments, HalvesAddUpToTheWhole)
{
  const Vec3 far(1e4, 1e4, -1e4);
  Moments sum;
  sum += moments(make_box(far, far + Vec3(1, 1, 1)));
  sum += moments(make_box(far + Vec3(1, 0, 0), far + Vec3(3, 1, 1)));
  const Moments whole = moments(make_box(far, far + Vec3(3, 1, 1)));
  EXPECT_NEAR(sum.V, whole.V, 1e-11);
  expect_near(sum.center(), whole.center(), 1e-11);
  expect_near(sum.central_euler(), whole.central_euler(), 1e-10);
}

TEST(Moments, NothingAddsNothing)
{
  Moments sum;
  sum += Moments{};
  EXPECT_EQ(sum.V, 0);
  sum += moments(Sphere{{1, 2, 3}, 1});
  sum += Moments{};
  expect_near(sum.center(), {1, 2, 3}, 0);
}

}  // namespace
}  // namespace corbel::testing
