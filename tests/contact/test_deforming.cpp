// SPDX-License-Identifier: MIT
// Contact surfaces of bodies that have deformed: spreads of the place, not of the reference.
#include "corbel/contact/placed_objects.hpp"

#include "corbel/contact/detect.hpp"

#include "../model/scenes.hpp"

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

/// Two slopes of 0.17 meet in a ridge; stretched along z they are five times as steep. Normals half way
/// between them are 40 degrees from either, far beyond what the ridge allowed in the reference.
TEST(Deforming, ASteepenedRidgeAcceptsNormalsOfItsPlace)
{
  Mesh mesh = make_hex_mesh(box_corners({-1, -1, -1}, {1, 1, 0}), 2, 3, 1, 0, six, {}, {}, {});
  for (Vec3& x : mesh.nodes)
    x.z() -= 0.17 * std::abs(x.x());
  const Mat3 F = Vec3(1, 1, 5).asDiagonal();
  for (const double along : {-0.9, -0.5, 0.0, 0.3, 0.9}) {
    Model model;
    PseudoRigidBody& body = model.add_pseudo_rigid({mesh}, stone, "");
    body.set_q(numbers(F, {0, 0, 0}));
    const Vec3 ridge = body.position({{0, 0, 0}});
    const Vec3 n = Vec3(0.85 * along, 0, 1).normalized();
    add_ball(model, ridge + (0.1 - 1e-4) * n, 0.1);
    half_step_and_predict(model, 0);
    const ContactSet contacts = ContactDetector().detect(model, {});
    ASSERT_EQ(contacts.size(), 1u) << along;
    expect_near(contacts[0].frame.col(2), n, 1e-6);
    EXPECT_NEAR(contacts[0].gap, -1e-4, 1e-9);
  }
}

/// Two elements that meet at a small angle: a ball over their common edge, whose normal lies between the
/// faces, is not lost, however small the angle is.
TEST(Deforming, ABallOnASlightRidgeIsFound)
{
  for (const double angle : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-9, 0.0}) {
    Mesh mesh = make_hex_mesh(box_corners({-1, -1, -1}, {1, 1, 0}), 2, 3, 1, 0, six, {}, {}, {});
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

/// Two balls of one body keep their radii while their centres approach.
TEST(Deforming, AffineMotionHasNoSelfContact)
{
  Model model;
  PseudoRigidBody& body = model.add_pseudo_rigid(
      {make_sphere({0, 0, 0}, 0.5, 0, 1), make_sphere({0, 0, 1.1}, 0.5, 0, 1)}, stone, "");
  body.self_contact = true;
  body.set_q(numbers(Vec3(1, 1, 0.8).asDiagonal(), {0, 0, 0}));
  half_step_and_predict(model, 0);
  EXPECT_TRUE(ContactDetector().detect(model, {}).empty());
  const MaterialPoint here = body.locate_mid({0, 0, 0}, 0), there = body.locate_mid({0, 0, 0}, 1);
  EXPECT_EQ(here.X, there.X);  // whichever ball is asked
}

}  // namespace
}  // namespace corbel::testing
