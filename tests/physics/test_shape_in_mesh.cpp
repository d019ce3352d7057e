// SPDX-License-Identifier: MIT
// Bodies whose shape is convexes in a coarser mesh: they move with the mesh and touch with the convexes.
#include "corbel/math/rotation.hpp"
#include "physics/scene_helpers.hpp"

#include "body_steps.hpp"
#include <Eigen/Geometry>

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

const BulkMaterial rubber = {.label = "rubber", .young = 1e6, .poisson = 0.3, .density = 1000};

/// Around the shapes below, with room at all sides.
Mesh around(int cells)
{
  const std::vector<double> corners = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0,
                                       -1, -1, 2, 1, -1, 2, 1, 1, 2, -1, 1, 2};
  return make_hex_mesh(corners, cells, cells, cells, 0, std::vector<int>(6, 0), {}, {}, {});
}

const FiniteElementForm forms[] = {FiniteElementForm::tl, FiniteElementForm::bc};

TEST(ShapeInMesh, HasTheMassOfItsShapeAndPlacesItsVerticesWithTheMesh)
{
  for (const FiniteElementForm form : forms) {
    Simulation simulation(1e-3);
    const Convex shape = box({0.1, 0, 1}, {0.6, 0.8, 1});
    FiniteElementBody& body = simulation.model.add_finite_element(Shape{shape}, around(3), rubber, form, "");
    EXPECT_NEAR(body.mass(), 480, 1e-9);
    EXPECT_LT((body.center() - Vec3(0.1, 0, 1)).norm(), 1e-12);
    Mat3 F = exp_map(Vec3(0.3, 0.2, 1));
    F.col(0) *= 1.2;
    std::vector<double> q;
    for (std::size_t i = 0; i < body.node_count(); ++i)
      for (const double x : Vec3(F * body.reference_node(i) + Vec3(1, 2, 3)))
        q.push_back(x);
    body.set_q(q);
    half_step(body, 0);
    std::vector<Vec3> x(8);
    body.place(0, body.surface.convexes[0].vertices, x);
    for (std::size_t v = 0; v < 8; ++v) {
      EXPECT_LT((x[v] - F * shape.vertices[v] - Vec3(1, 2, 3)).norm(), 1e-12);
      const MaterialPoint back = body.locate_mid(x[v], 0);  // where a contact there acts
      EXPECT_LT((back.X - shape.vertices[v]).norm(), 1e-10);
    }
  }
}

/// It falls 0.1 m freely, although the mesh below it reaches into the floor, then lands with its convex.
TEST(ShapeInMesh, FallsOntoAnObstacleAndTouchesWithItsConvexes)
{
  for (const FiniteElementForm form : forms) {
    Simulation simulation(1e-3);
    set_gravity(simulation, {0, 0, -10});
    set_material(simulation, 0.3);
    add_floor(simulation);
    FiniteElementBody& body = simulation.model.add_finite_element(Shape{box({0, 0, 0.6}, {1, 0.8, 1})},
                                                                  around(2), rubber, form, "");
    body.set_damping({.stiffness = 5e-3, .mass = 10});
    double first_touch = -1;
    const auto look = [&] {
      if (first_touch < 0 && !simulation.constraints().empty()) first_touch = simulation.time();
    };
    run(simulation, 2.0, look, solver(1e-10, 1000));
    // z¨ = −10 − 10 z˙ because of the damping: fallen t − (1 − exp(−10 t))/10 = 0.1 at t = 0.1841
    EXPECT_NEAR(first_touch, 0.1841, 3e-3);
    double normal = 0;
    for (const ConstraintRecord& c : simulation.constraints()) {
      normal += spatial_impulse(c).z() / simulation.h() * (c.master == body.id ? 1 : -1);
      EXPECT_NEAR(c.point[2], 0, 2e-3);
    }
    EXPECT_NEAR(normal, body.mass() * 10, 0.01 * body.mass() * 10);
    for (const Vec3& X : body.surface.convexes[0].vertices)
      if (X.z() < 0.5) {
        EXPECT_NEAR(body.position(body.locate("", X)).z(), 0, 1e-3);
      }
    EXPECT_LT(std::abs(body.linear_momentum().z()) / body.mass(), 1e-3);
  }
}

TEST(ShapeInMesh, EqualBodiesShareATemplateAndOtherShapesDoNot)
{
  Simulation simulation(1e-3);
  const auto add = [&](const Convex& shape) {
    simulation.model.add_finite_element(Shape{shape}, around(2), rubber, FiniteElementForm::bc, "");
  };
  add(box({0, 0, 0.6}, {1, 0.8, 1}));
  add(box({0, 0, 0.6}, {1, 0.8, 1}));
  EXPECT_EQ(simulation.model.templates.templates().size(), 1u);
  add(box({0, 0, 0.6}, {1, 0.7, 1}));
  EXPECT_EQ(simulation.model.templates.templates().size(), 2u);
  simulation.model.add_finite_element(around(2), rubber, FiniteElementForm::bc, "");
  EXPECT_EQ(simulation.model.templates.templates().size(), 3u);
}

TEST(ShapeInMesh, AnotherMaterialKeepsTheShape)
{
  Simulation simulation(1e-3);
  FiniteElementBody& body = simulation.model.add_finite_element(Shape{box({0, 0, 0.6}, {1, 0.8, 1})},
                                                                around(2), rubber, FiniteElementForm::tl, "");
  BulkMaterial heavy = rubber;
  heavy.density = 3000;
  simulation.model.set_material(body, 0, heavy);
  EXPECT_NEAR(body.mass(), 0.8 * 3000, 1e-8);
}

TEST(ShapeInMesh, OnlyConvexesCanBeInside)
{
  Model model;
  const auto add = [&](const Shape& shape) {
    model.add_finite_element(shape, around(2), rubber, FiniteElementForm::tl, "");
  };
  EXPECT_THROW(add({ball({0, 0, 1}, 0.5)}), InputError);
  EXPECT_THROW(add({block({0, 0, 1}, {1, 1, 1})}), InputError);
  EXPECT_THROW(add({}), InputError);
  EXPECT_THROW(add({box({0, 0, 1}, {1, 1, 3})}), InputError);
  EXPECT_TRUE(model.bodies().empty());
}

/// Pressure all around the convex, wherever its corners are in the mesh.
TEST(ShapeInMesh, CarriesLoadsOnItsSurface)
{
  Simulation simulation(1e-4);
  FiniteElementBody& body = simulation.model.add_finite_element(Shape{box({0.1, 0.05, 1.1}, {0.6, 0.8, 1})},
                                                                around(3), rubber, FiniteElementForm::tl, "");
  simulation.model.add_surface_load(body, LoadKind::convected, 0, SurfaceAxis::normal, -1e4);
  run_steps(simulation, 1);
  EXPECT_LT(body.linear_momentum().norm(), 1e-11);
  EXPECT_LT(body.angular_momentum().norm(), 1e-11);
  EXPECT_GT(body.kinetic_energy(), 1e-9);
}

}  // namespace
