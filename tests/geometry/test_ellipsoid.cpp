// SPDX-License-Identifier: MIT
// Ellipsoids: construction, moments, images, bounds.
#include "corbel/geometry/mass_properties.hpp"

#include "ellipsoids.hpp"

#include <limits>
#include <numbers>

namespace corbel::testing {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

Ellipsoid turned(const Vec3& center, const Vec3& radii, const Mat3& R)
{
  Ellipsoid e = make_ellipsoid(center, radii, 3, 4);
  e.rotation = R;
  return e;
}

TEST(Ellipsoid, IsAlongTheAxes)
{
  const Ellipsoid e = make_ellipsoid({1, 2, 3}, {0.1, 0.2, 0.3}, 5, 6);
  EXPECT_EQ(e.center, Vec3(1, 2, 3));
  EXPECT_EQ(e.radii, Vec3(0.1, 0.2, 0.3));
  EXPECT_EQ(e.rotation, Mat3::Identity());
  EXPECT_EQ(e.volume_id, 5);
  EXPECT_EQ(e.surface_id, 6);
}

TEST(Ellipsoid, NamesBadArguments)
{
  EXPECT_INPUT_ERROR(make_ellipsoid({0, nan, 0}, {1, 1, 1}, 0, 0), "center", "nan");
  EXPECT_INPUT_ERROR(make_ellipsoid({0, 0, 0}, {1, 0, 1}, 0, 0), "radii", "(1, 0, 1)");
  EXPECT_INPUT_ERROR(make_ellipsoid({0, 0, 0}, {1, 1, -2}, 0, 0), "radii", "three finite numbers > 0");
  EXPECT_INPUT_ERROR(make_ellipsoid({0, 0, 0}, {1, nan, 1}, 0, 0), "radii", "nan");
}

TEST(Ellipsoid, MomentsInClosedForm)
{
  const Vec3 r(0.5, 2, 3), c(10, -4, 2);
  const double V = 4 * std::numbers::pi / 3 * 0.5 * 2 * 3;
  const Moments m = moments(make_ellipsoid(c, r, 0, 0));
  EXPECT_NEAR(m.V, V, 1e-14 * V);
  expect_near(m.center(), c, 0);
  expect_near(m.central_euler(), Mat3((V / 5 * r.cwiseAbs2()).asDiagonal()), 1e-13 * V);

  // A quarter turn about z exchanges x and y; any turn keeps the eigenvalues.
  Mat3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const Moments n = moments(turned(c, r, quarter));
  expect_near(n.central_euler(), Mat3((V / 5 * Vec3(4, 0.25, 9)).asDiagonal()), 1e-13 * V);
  const Mat3 R = exp_map({0.3, -1, 2});
  expect_near(moments(turned(c, r, R)).central_euler(), R * m.central_euler() * R.transpose(), 1e-13 * V);
}

TEST(Ellipsoid, EqualRadiiHaveTheMomentsOfASphere)
{
  const Moments ball = moments(make_sphere({1, 2, 3}, 0.7, 0, 0));
  const Moments m = moments(turned({1, 2, 3}, {0.7, 0.7, 0.7}, exp_map({1, 2, 3})));
  EXPECT_NEAR(m.V, ball.V, 1e-15);
  expect_near(m.central_euler(), ball.central_euler(), 1e-15);
}

/// The image of a point of the surface is on the surface of the image, and the volume grows by the
/// determinant.
TEST(Ellipsoid, ScaledIsTheTrueImage)
{
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Ellipsoid e = turned(random.vector(-2, 2), random.vector(-3, 0).array().exp(), random.motion(1).R);
    const Vec3 k = random.vector(0.2, 4);
    const Ellipsoid image = scaled(e, k);
    EXPECT_TRUE(is_rotation(image.rotation, 1e-13));
    EXPECT_EQ(image.center, Vec3(e.center.cwiseProduct(k)));
    EXPECT_NEAR(image.radii.prod(), e.radii.prod() * k.prod(), 1e-13 * image.radii.prod());
    for (int i = 0; i < 10; ++i) {
      const Vec3 x = e.center + placed(e).A * random_direction(random);
      const Vec3 z = image.rotation.transpose() * (x.cwiseProduct(k) - image.center);
      EXPECT_NEAR(z.cwiseQuotient(image.radii).norm(), 1, 1e-12);
    }
  }
}

TEST(Ellipsoid, ScalingKeepsAxesThatStayOrthogonal)
{
  const Ellipsoid e = make_ellipsoid({1, 1, 1}, {3, 2, 1}, 0, 0);
  const Ellipsoid stretched = scaled(e, {1, 2, 10});
  EXPECT_EQ(stretched.radii, Vec3(3, 4, 10));
  EXPECT_EQ(stretched.rotation, Mat3::Identity());
  const Mat3 R = exp_map({1, -0.5, 2});
  const Ellipsoid larger = scaled(turned({1, 1, 1}, {3, 2, 1}, R), {2, 2, 2});
  expect_near(larger.radii, {6, 4, 2}, 1e-14);
  expect_near(larger.rotation, R, 1e-14);
}

TEST(Ellipsoid, BoundsTouchTheSurface)
{
  Random random(4);
  const PlacedEllipsoid e = random_ellipsoid(random, 0.1, 3);
  const Aabb box = bounds(e);
  Aabb sampled;
  for (int i = 0; i < 200000; ++i)
    sampled.extend(Vec3(e.center + e.A * random_direction(random)));
  expect_near(box.lo, sampled.lo, 1e-3);
  expect_near(box.hi, sampled.hi, 1e-3);
  EXPECT_TRUE((box.lo.array() <= sampled.lo.array() + 1e-14).all());
  EXPECT_TRUE((box.hi.array() >= sampled.hi.array() - 1e-14).all());
}

TEST(Ellipsoid, DistanceIsExactNearTheSurface)
{
  Random random(5);
  for (int trial = 0; trial < 200; ++trial) {
    const PlacedEllipsoid e = random_ellipsoid(random, 0.2, 1);
    const Vec3 n = random_direction(random), x = e.center + e.support(n);
    EXPECT_NEAR(distance_to(e, x), 0, 1e-14);
    for (const double height : {1e-5, -1e-5})
      EXPECT_NEAR(distance_to(e, x + height * n), height, 1e-8);
    EXPECT_LT(distance_to(e, e.center), -0.199);
  }
  EXPECT_NEAR(distance_to(ellipsoid({1, 1, 1}, {3, 2, 5}), {1, 1, 1}), -2, 1e-14);
  EXPECT_GT(distance_to(ellipsoid({1, 1, 1}, {3, 2, 5}), {9, 1, 1}), 0);
}

TEST(Ellipsoid, PrincipalAxesOfDeformedOnesToo)
{
  const Mat3 R = exp_map({0.4, 1, -2}), V = exp_map({-1, 0.2, 0.7});
  const PrincipalAxes axes = principal_axes({Vec3::Zero(), R * Vec3(2, 0.5, 1).asDiagonal() * V});
  expect_near(axes.lengths, {0.5, 1, 2}, 1e-14);
  EXPECT_NEAR(std::abs(axes.directions.col(0).dot(R.col(1))), 1, 1e-14);
  EXPECT_NEAR(axes.rolling_radius(), 0.125, 1e-14);
}

}  // namespace
}  // namespace corbel::testing
