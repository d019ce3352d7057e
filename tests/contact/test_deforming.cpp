// SPDX-License-Identifier: MIT
// Contact surfaces of bodies that have deformed: spreads of the place, not of the reference.
#include "corbel/contact/placed_objects.hpp"

#include "corbel/contact/detect.hpp"

#include "../model/scenes.hpp"

#include <numbers>

namespace corbel::testing {
namespace {

const std::vector<int> six(6, 1);

Mesh plate(int i, int j, int k)
{
  return make_hex_mesh(box_corners({0, 0, 0}, {3, 2, 1}), i, j, k, 0, six, {}, {}, {});
}

std::vector<double> numbers(const Mat3& F, const Vec3& x)
{
  std::vector<double> q(F.data(), F.data() + 9);
  q.insert(q.end(), x.data(), x.data() + 3);
  return q;
}

/// The spreads of a mesh that is made in the deformed place are the reference of that mesh.
TEST(Deforming, FansGiveTheSpreadsOfADeformedMesh)
{
  Random random(2);
  Mesh mesh = plate(4, 3, 2);
  const ContactSurface surface = contact_surface({mesh});
  ASSERT_EQ(surface.node_count, 5 * 4 * 3);
  for (Vec3& x : mesh.nodes)  // quadrilaterals stay flat to 1e-3: bent about one axis
    x = Vec3(x.x(), x.y(), x.z() + 0.1 * std::sin(x.x())) + 1e-5 * random.vector(-1, 1);
  const ContactSurface bent = contact_surface({mesh});
  std::vector<std::vector<Plane>> planes;
  for (const Convex& convex : bent.convexes)
    compute_planes(convex, convex.vertices, planes.emplace_back(convex.face_count()));
  const SurfaceFans fans(surface);
  std::vector<Vec3> scratch;
  int flat = 0, edges = 0;
  for (std::size_t c = 0; c < surface.convexes.size(); ++c)
    for (std::size_t v = 0; v < 8; ++v) {
      const float spread = spread_at(
          fans, surface.node_of[c][v],
          [&](int convex, int face) {
            return planes[static_cast<std::size_t>(convex)][static_cast<std::size_t>(face)].n;
          },
          scratch);
      EXPECT_EQ(spread, bent.convexes[c].vertex_spread[v]);
      flat += spread == 1;
      edges += spread < 0.5F;
    }
  EXPECT_EQ(flat, 0);
  EXPECT_GT(edges, 50);
}

TEST(Deforming, ShearedBodiesShowTheSpreadsOfTheirPlace)
{
  Mat3 F;
  F << 1, 0.5, 0.1, 0.2, 1.1, 0, -0.3, 0.1, 0.9;
  Model model;
  PseudoRigidBody& body = model.add_pseudo_rigid({plate(3, 2, 1)}, stone, "");
  RigidBody& rigid = model.add_body(BodyKind::rigid, {plate(3, 2, 1)}, stone, "");
  body.set_q(numbers(F, {1, 2, 3}));
  half_step_and_predict(model, 0);
  PlacedObjects objects;
  objects.update(model, 1e-6);
  Mesh mesh = plate(3, 2, 1);
  for (Vec3& x : mesh.nodes)
    x = body.mid_position({x});
  const std::vector<Convex> expected = contact_surface({mesh}).convexes;
  const int n = static_cast<int>(expected.size());
  std::vector<BoxPair> pairs;
  for (int i = 0; i < n; i += 2)  // neighbours come along by themselves
    pairs.push_back({i, n + i});
  objects.update_planes(pairs);
  for (std::size_t i = 0; i < expected.size(); i += 2) {
    const PlacedConvex placed = objects.convex(i);
    EXPECT_EQ(std::vector(placed.spread.begin(), placed.spread.end()), expected[i].vertex_spread);
    EXPECT_NE(placed.convex.vertex_spread, expected[i].vertex_spread);
    const PlacedConvex still = objects.convex(expected.size() + i);
    EXPECT_EQ(still.spread.data(), still.convex.vertex_spread.data());
  }
  EXPECT_EQ(rigid.surface.node_of[0].size(), 8u);
}

/// An edge of 90 degrees sheared to 35: a normal that half of the sharp edge lets through was beyond the
/// reference.
TEST(Deforming, ASharpenedEdgeAcceptsNormalsOfItsPlace)
{
  Mat3 F = Mat3::Identity();
  F(0, 2) = 1.4;  // x += 1.4 z: the edge at x = max, z = max has atan(1/1.4) = 35 degrees
  Model model;
  PseudoRigidBody& body = model.add_pseudo_rigid({plate(3, 2, 1)}, stone, "");
  body.set_q(numbers(F, {0, 0, 0}));
  half_step_and_predict(model, 0);
  const Vec3 edge = body.mid_position({{3, 1, 1}});
  const double a = std::atan(1 / 1.4);
  const double first = 0.5 * std::numbers::pi,
               last = a - 0.5 * std::numbers::pi;  // angles of the two normals in the x-z plane
  for (int k = 1; k < 10; ++k) {
    const double angle = first + (last - first) * k / 10;
    const Vec3 n(std::cos(angle), 0, std::sin(angle));
    Model pair;
    PseudoRigidBody& soft = pair.add_pseudo_rigid({plate(3, 2, 1)}, stone, "");
    soft.set_q(numbers(F, {0, 0, 0}));
    add_ball(pair, edge + 0.0999 * n + Vec3(0, 0.2, 0), 0.1);
    half_step_and_predict(pair, 0);
    const ContactSet contacts = ContactDetector().detect(pair, {});
    ASSERT_EQ(contacts.size(), 1u) << k;
    expect_near(contacts[0].frame.col(2), n, 1e-6);
    EXPECT_NEAR(contacts[0].gap, -1e-4, 1e-9);
  }
}

/// Two elements that meet at a small angle: a ball over their common edge, whose normal lies between the
/// faces, is not lost, however small the angle is.
TEST(Deforming, ABallOnASlightRidgeIsFound)
{
  for (const double angle : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-9, 0.0}) {
    Mesh mesh = make_hex_mesh(box_corners({-1, -1, -1}, {1, 1, 0}), 2, 1, 1, 0, six, {}, {}, {});
    for (Vec3& x : mesh.nodes)
      x.z() -= 0.5 * angle * std::abs(x.x());
    for (const double along : {-0.3, 0.0, 0.2, 0.49}) {
      Model model;
      model.add_body(BodyKind::obstacle, {mesh}, stone, "");
      const Vec3 n = Vec3(along * angle, 0, 1).normalized();
      add_ball(model, (0.1 - 1e-5) * n, 0.1);
      half_step_and_predict(model, 0);
      const ContactSet contacts = ContactDetector().detect(model, {});
      ASSERT_GE(contacts.size(), 1u) << angle << " " << along;
      expect_near(contacts[0].frame.col(2), n, 1e-8 + 0.5 * angle);
      EXPECT_NEAR(contacts[0].gap, -1e-5, 1e-7 * (1 + 100 * angle));
    }
  }
}

}  // namespace
}  // namespace corbel::testing
