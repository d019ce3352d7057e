// SPDX-License-Identifier: MIT
// Shapes: contact surface and neighbours, moments, finding objects, moving parts.
#include "corbel/bodies/shape.hpp"

#include "geometry/bodies.hpp"

#include "corbel/geometry/convex.hpp"

#include <limits>
#include <numbers>

namespace corbel::testing {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

Mesh bar(int cells, const Vec3& corner = Vec3::Zero())
{
  return make_hex_mesh(box_corners(corner, corner + Vec3(cells, 1, 1)), cells, 1, 1, 2,
                       std::vector<int>(6, 3), {}, {}, {});
}

TEST(ContactSurface, NumbersConvexesFirstThenSpheres)
{
  const Shape shape = {make_sphere({9, 9, 9}, 1, 0, 0), make_box(Vec3::Zero(), Vec3::Ones()),
                       bar(2, {5, 0, 0})};
  const ContactSurface surface = contact_surface(shape);
  ASSERT_EQ(surface.convexes.size(), 3u);
  ASSERT_EQ(surface.spheres.size(), 1u);
  ASSERT_EQ(surface.neighbours.size(), surface.object_count());
  EXPECT_EQ(surface.convexes[0].volume_id, 1);
  EXPECT_EQ(surface.convexes[1].volume_id, 2);
  EXPECT_EQ(surface.neighbours[0], std::vector<int>{});
  EXPECT_EQ(surface.neighbours[1], std::vector<int>{2});
  EXPECT_EQ(surface.neighbours[2], std::vector<int>{1});
  EXPECT_EQ(surface.neighbours[3], std::vector<int>{});
}

TEST(ContactSurface, EllipsoidsComeLast)
{
  const ContactSurface surface =
      contact_surface({make_ellipsoid({5, 0, 0}, {1, 2, 3}, 0, 0), make_sphere({9, 9, 9}, 1, 0, 0),
                       make_box(Vec3::Zero(), Vec3::Ones())});
  ASSERT_EQ(surface.ellipsoids.size(), 1u);
  ASSERT_EQ(surface.object_count(), 3u);
  EXPECT_EQ(surface.neighbours.size(), 3u);
  EXPECT_EQ(find_object(surface, {0.5, 0.5, 0.5}, 1e-6), 0);
  EXPECT_EQ(find_object(surface, {9, 9, 9}, 1e-6), 1);
  EXPECT_EQ(find_object(surface, {5, 1.9, 0}, 1e-6), 2);
  EXPECT_EQ(find_object(surface, {5, 2 + 1e-7, 0}, 1e-6), 2);
  EXPECT_EQ(find_object(surface, {5, 2 + 1e-5, 0}, 1e-6), -1);
  EXPECT_EQ(find_object(surface, {6.1, 0, 0}, 1e-6), -1);
}

TEST(ContactSurface, MeshElementsThatShareANodeAreNeighbours)
{
  const ContactSurface surface = contact_surface({bar(4)});
  EXPECT_EQ(surface.neighbours, (std::vector<std::vector<int>>{{1}, {0, 2}, {1, 3}, {2}}));
}

TEST(ContactSurface, ConvexesWithACommonVertexAreNeighbours)
{
  const Shape shape = {
      make_box({0, 0, 0}, {1, 1, 1}), make_box({1, 1, 1}, {2, 2, 2}), make_box({2, 1, 1}, {3, 2, 2}),
      make_box({0.2, 0.2, 1}, {0.8, 0.8, 2})};  // the last touches the first without a common vertex
  const ContactSurface surface = contact_surface(shape);
  EXPECT_EQ(surface.neighbours, (std::vector<std::vector<int>>{{1}, {0, 2}, {1}, {}}));
}

TEST(ContactSurface, CommonVerticesMayDifferByRoundOff)
{
  const Vec3 far(1000, -2000, 500);
  const auto boxes = [&](double shift) {
    return Shape{make_box(far, far + Vec3::Ones()),
                 make_box(far + Vec3(1 + shift, 0, 0), far + Vec3(2, 1, 1))};
  };
  EXPECT_EQ(contact_surface(boxes(1e-9)).neighbours[0], std::vector<int>{1});
  EXPECT_EQ(contact_surface(boxes(-1e-9)).neighbours[0], std::vector<int>{1});
  EXPECT_EQ(contact_surface(boxes(1e-7)).neighbours[0], std::vector<int>{});
}

TEST(ShapeMoments, PartsAddUp)
{
  const Moments m = moments(
      Shape{make_box({0, 0, 0}, {1, 1, 1}), bar(2, {1, 0, 0}), make_sphere({1.5, 0.5, 0.5}, 1, 0, 0)});
  const double ball = 4 * std::numbers::pi / 3;
  EXPECT_NEAR(m.V, 3 + ball, 1e-14);
  expect_near(m.center(), {1.5, 0.5, 0.5}, 1e-14);
  expect_near(m.central_euler(), Mat3(Vec3(27.0 / 12, 0.25, 0.25).asDiagonal()) + ball / 5 * Mat3::Identity(),
              1e-13);
}

TEST(FindObject, DeepestWithinTolerance)
{
  const ContactSurface surface = contact_surface({bar(2), make_sphere({5, 0, 0}, 1, 0, 0)});
  EXPECT_EQ(find_object(surface, {0.3, 0.5, 0.5}, 1e-6), 0);
  EXPECT_EQ(find_object(surface, {1.3, 0.5, 0.5}, 1e-6), 1);
  EXPECT_EQ(find_object(surface, {1, 0.5, 0.5}, 1e-6), 0);  // on the common face: the first
  EXPECT_EQ(find_object(surface, {2 + 1e-7, 0.5, 0.5}, 1e-6), 1);
  EXPECT_EQ(find_object(surface, {2 + 1e-5, 0.5, 0.5}, 1e-6), -1);
  EXPECT_EQ(find_object(surface, {5, 0.9, 0}, 1e-6), 2);
  EXPECT_EQ(find_object(surface, {5, 1.1, 0}, 1e-6), -1);
}

// ------------------------------------------------------------------ motion

std::vector<ShapePart> one_of_each()
{
  return {make_sphere({1, 2, 3}, 0.5, 0, 0), make_ellipsoid({2, 1, 0}, {1, 0.5, 0.25}, 0, 0),
          make_box({1, 0, 0}, {2, 1, 1}), bar(2)};
}

Vec3 center_of(const ShapePart& part) { return moments(Shape{part}).center(); }

TEST(MoveShape, Translate)
{
  for (ShapePart part : one_of_each()) {
    const Vec3 before = center_of(part);
    translate(part, {1, -2, 3});
    expect_near(center_of(part), before + Vec3(1, -2, 3), 1e-14);
  }
}

TEST(MoveShape, RotateByTheRightHandRuleInDegrees)
{
  for (ShapePart part : one_of_each()) {
    const Moments before = moments(Shape{part});
    rotate(part, {1, 0, 0}, {0, 0, 2}, 90);
    const Vec3 r = before.center() - Vec3(1, 0, 0);
    const Moments after = moments(Shape{part});
    expect_near(after.center(), {1 - r.y(), r.x(), r.z()}, 1e-14);
    EXPECT_NEAR(after.V, before.V, 1e-14);
    const Mat3 E = before.central_euler();
    EXPECT_NEAR(after.central_euler()(0, 0), E(1, 1), 1e-13);  // x and y are exchanged
    EXPECT_NEAR(after.central_euler()(1, 1), E(0, 0), 1e-13);
    EXPECT_NEAR(after.central_euler()(2, 2), E(2, 2), 1e-13);
  }
}

TEST(MoveShape, ManyTurnsLeaveAnEllipsoidOrthogonal)
{
  ShapePart part = make_ellipsoid({1, 0, 0}, {3, 2, 1}, 0, 0);
  for (int i = 0; i < 3600; ++i)
    rotate(part, Vec3::Zero(), {1, 2, 3}, 0.1 * 3);
  const auto& e = std::get<Ellipsoid>(part);
  expect_near(e.rotation, Mat3::Identity(), 1e-11);  // three whole turns
  expect_near(e.center, {1, 0, 0}, 1e-11);
  expect_near(Mat3(e.rotation.transpose() * e.rotation), Mat3::Identity(), 1e-15);
}

TEST(MoveShape, ScaleAboutTheOrigin)
{
  ShapePart box = make_box({1, 0, 0}, {2, 1, 1});
  scale(box, {2, 3, 4});
  const Moments m = moments(Shape{box});
  EXPECT_NEAR(m.V, 24, 1e-13);
  expect_near(m.center(), {3, 1.5, 2}, 1e-14);
  check_convex(std::get<Convex>(box));

  ShapePart sphere = make_sphere({1, 2, 3}, 0.5, 0, 0);
  scale(sphere, {2, 3, 4});
  EXPECT_EQ(std::get<Sphere>(sphere).radius, 1);
  EXPECT_EQ(std::get<Sphere>(sphere).center, Vec3(1, 2, 3));

  ShapePart ellipsoid = make_ellipsoid({1, 2, 3}, {0.5, 1, 2}, 0, 0);
  scale(ellipsoid, {2, 3, 4});
  EXPECT_EQ(std::get<Ellipsoid>(ellipsoid).radii, Vec3(1, 3, 8));
  EXPECT_EQ(std::get<Ellipsoid>(ellipsoid).center, Vec3(2, 6, 12));
}

TEST(MoveShape, NamesBadArguments)
{
  ShapePart part = make_box({1, 0, 0}, {2, 1, 1});
  EXPECT_INPUT_ERROR(translate(part, {1, nan, 0}), "vector", "nan");
  EXPECT_INPUT_ERROR(rotate(part, {nan, 0, 0}, {0, 0, 1}, 90), "point", "nan");
  EXPECT_INPUT_ERROR(rotate(part, Vec3::Zero(), {nan, 0, 1}, 90), "vector", "nan");
  EXPECT_INPUT_ERROR(rotate(part, Vec3::Zero(), Vec3::Zero(), 90), "vector", "zero");
  EXPECT_INPUT_ERROR(rotate(part, Vec3::Zero(), {0, 0, 1}, nan), "angle", "nan");
  EXPECT_INPUT_ERROR(scale(part, {1, 0, 1}), "coefs", "got 0");
  EXPECT_INPUT_ERROR(scale(part, {1, 1, -1}), "coefs", "got -1");
  EXPECT_INPUT_ERROR(scale(part, {nan, 1, 1}), "coefs", "nan");
  expect_near(center_of(part), {1.5, 0.5, 0.5}, 1e-15);  // nothing was moved
}

}  // namespace
}  // namespace corbel::testing
