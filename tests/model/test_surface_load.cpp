// SPDX-License-Identifier: MIT
// Loads on surfaces: which faces and points they take, which directions they have, what is refused.
#include "corbel/model/model.hpp"

#include "fem/meshes.hpp"
#include "scenes.hpp"

#include <Eigen/Geometry>

#include <limits>

namespace corbel::testing {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

TEST(SurfaceAxis, SteepestDescentOrXAndARightHandedSystem)
{
  const double a = 0.3;
  const Vec3 n(std::sin(a), 0, std::cos(a));
  expect_near(axis_direction(SurfaceAxis::normal, n), n, 0);
  expect_near(axis_direction(SurfaceAxis::tangent1, n), {std::cos(a), 0, -std::sin(a)}, 1e-15);
  expect_near(axis_direction(SurfaceAxis::tangent2, n), {0, 1, 0}, 1e-15);
  for (const double up : {1.0, -1.0}) {
    expect_near(axis_direction(SurfaceAxis::tangent1, {0, 0, up}), {1, 0, 0}, 0);
    expect_near(axis_direction(SurfaceAxis::tangent2, {0, 0, up}), {0, up, 0}, 0);
  }
  expect_near(axis_direction(SurfaceAxis::tangent1, {0, 1, 0}), {0, 0, -1}, 0);  // a wall
  Random random(3);
  for (int i = 0; i < 20; ++i) {
    const Vec3 m = random.vector(-1, 1).normalized();
    const Vec3 t1 = axis_direction(SurfaceAxis::tangent1, m), t2 = axis_direction(SurfaceAxis::tangent2, m);
    expect_near(Vec3(t1.cross(t2)), m, 1e-14);
    EXPECT_LT(t1.z(), 0);
  }
}

TEST(SurfaceFaces, OfMeshesAreTheirBoundaryFacesWholeAlsoWhenWarped)
{
  for (const Kind kind : all_kinds) {
    const Mesh mesh = distorted_block(kind);
    Model model;
    const RigidBody& body = model.add_body(BodyKind::rigid, {mesh}, stone, "");
    const std::vector<BodyFace> faces = faces_of(body, 1);
    ASSERT_EQ(faces.size(), mesh.boundary.size()) << name(kind);
    for (std::size_t f = 0; f < faces.size(); ++f) {
      ASSERT_EQ(faces[f].kind, mesh.boundary[f].kind);
      for (std::size_t i = 0; i < faces[f].node_span().size(); ++i)
        EXPECT_EQ(faces[f].nodes[i].X, mesh.nodes[static_cast<std::size_t>(mesh.boundary[f].nodes[i])]);
    }
  }
}

TEST(SurfaceFaces, PolygonsAreFansOfTriangles)
{
  std::vector<double> prism;  // a regular hexagon
  for (const double z : {0.0, 1.0})
    for (int i = 0; i < 6; ++i)
      prism.insert(prism.end(), {std::cos(i * M_PI / 3), std::sin(i * M_PI / 3), z});
  Model model;
  const RigidBody& body = model.add_body(BodyKind::rigid, {convex_hull(prism, 0, 4)}, stone, "");
  const std::vector<BodyFace> faces = faces_of(body, 4);
  Vec3 sum = Vec3::Zero();
  double area = 0;
  for (const BodyFace& face : faces) {
    const auto& c = face.nodes;
    const Vec3 a = face.kind == &triangle3() ? Vec3(0.5 * (c[1].X - c[0].X).cross(c[2].X - c[0].X))
                                             : Vec3(0.5 * (c[2].X - c[0].X).cross(c[3].X - c[1].X));
    sum += a;
    area += a.norm();
  }
  EXPECT_EQ(faces.size(), 2u * 4 + 6);
  EXPECT_NEAR(area, 2 * 1.5 * std::sqrt(3) + 6, 1e-14);
  EXPECT_LT(sum.norm(), 1e-14);
}

class SurfaceLoadModel : public ::testing::Test {
 protected:
  Model model_;
  RigidBody& box_ = add_box(model_, {0, 0, 0}, {1, 1, 1});
  RigidBody& floor_ = add_box(model_, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  RigidBody& ball_ = add_ball(model_, {5, 5, 5}, 1);
};

TEST_F(SurfaceLoadModel, MistakesAreNamed)
{
  const auto add = [&](Body& body, int surface, const SurfaceDirection& d, double value) {
    model_.add_surface_load(body, LoadKind::spatial, surface, d, value);
  };
  EXPECT_INPUT_ERROR(add(box_, 77, SurfaceAxis::normal, 1), "surface",
                     "got 77, expected a surface identifier of a face of body 1. Its surface identifiers are "
                     "10, 11, 12, 13, 14, 15.");
  EXPECT_INPUT_ERROR(add(ball_, 21, SurfaceAxis::normal, 1), "surface", "21 of a sphere of body 3");
  EXPECT_INPUT_ERROR(add(ball_, 20, SurfaceAxis::normal, 1), "surface", "It has no faces");
  EXPECT_INPUT_ERROR(add(floor_, 10, SurfaceAxis::normal, 1), "body", "OBSTACLE");
  EXPECT_INPUT_ERROR(add(box_, top, SurfaceAxis::normal, nan), "value", "nan");
  EXPECT_INPUT_ERROR(add(box_, top, Vec3(0, 0, 0), 1), "direction", "(0, 0, 0)");
  EXPECT_INPUT_ERROR(surface_axis("UP"), "direction", "'UP'");
  EXPECT_INPUT_ERROR(model_.fix_surface(box_, 77), "surface", "Its surface identifiers are");
  EXPECT_TRUE(model_.surface_loads.empty());
  EXPECT_TRUE(model_.joints().empty());
}

TEST_F(SurfaceLoadModel, GoesWithItsBody)
{
  RigidBody& other = add_box(model_, {2, 0, 0}, {3, 1, 1});
  model_.add_surface_load(box_, LoadKind::convected, top, SurfaceAxis::normal, 1);
  model_.add_surface_load(other, LoadKind::spatial, top, Vec3(0, 0, 2), 1);
  model_.remove_body(box_);
  ASSERT_EQ(model_.surface_loads.size(), 1u);
  EXPECT_EQ(model_.surface_loads[0].body, other.body_id());
  expect_near(std::get<Vec3>(model_.surface_loads[0].direction), {0, 0, 1}, 0);
}

TEST_F(SurfaceLoadModel, RigidSurfacesAreHeldByThreePointsFarApart)
{
  const std::vector<Joint*> joints = model_.fix_surface(box_, top);
  ASSERT_EQ(joints.size(), 3u);
  const auto X = [&](std::size_t i) { return joints[i]->master.point.X; };
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(X(i).z(), 1);
  EXPECT_NEAR((X(1) - X(0)).cross(X(2) - X(0)).norm(), 1, 1e-14);
  EXPECT_EQ(joints[0]->master.point.object, 0);
}

TEST(FixSurface, TakesEachNodeOfAMeshOnce)
{
  const std::vector<int> surfaces = {1, 2, 3, 4, 5, 6};
  const Mesh mesh = make_hex_mesh(box_corners({0, 0, 0}, {3, 2, 1}), 3, 2, 1, 0, surfaces, {}, {}, {});
  Model model;
  FiniteElementBody& body = model.add_finite_element(mesh, stone, FiniteElementForm::tl, "");
  EXPECT_EQ(model.fix_surface(body, 6).size(), 12u);  // z = 1
  const std::vector<Joint*> along = model.fix_surface(body, 2, SurfaceAxis::normal);
  ASSERT_EQ(along.size(), 6u);  // x = 0
  for (const Joint* joint : along) {
    EXPECT_EQ(joint->master.point.X.x(), 0);
    expect_near(Mat3(joint->rows(model.bodies(), {0, StepRule::midpoint(0.1)})[0].frame).col(2),
                Vec3(-1, 0, 0), 1e-15);
  }
  EXPECT_EQ(model.joints().size(), 18u);
}

}  // namespace
}  // namespace corbel::testing
