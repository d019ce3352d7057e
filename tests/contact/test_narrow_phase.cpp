// SPDX-License-Identifier: MIT
// From a pair of objects to a contact: who is slave, who is master, what is left out.
#include "corbel/contact/narrow_phase.hpp"

#include "../model/scenes.hpp"

#include <Eigen/Geometry>

#include <set>

namespace corbel::testing {
namespace {

/// The contacts of two objects.
ContactSet contacts_between(Model& model, PlacedObjects& objects, BoxPair pair)
{
  half_step_and_predict(model, 0);
  objects.update(model, model.epsilon());
  objects.update_planes({{pair}});
  const auto touch = narrow_phase(model, objects, pair, 0);
  if (!touch) return {};
  EXPECT_EQ(touch->pair(), pair);
  ContactSet contacts;
  for (std::size_t k = 0; k < touch->patch.count; ++k)
    contacts.push_back(make_contact(model, objects, *touch, k));
  return contacts;
}

class NarrowPhase : public ::testing::Test {
 protected:
  Model model_;
  PlacedObjects objects_;

  ContactSet contacts_of(std::int32_t first = 0, std::int32_t second = 1)
  {
    return contacts_between(model_, objects_, {first, second});
  }
};

TEST_F(NarrowPhase, ThePointOfAShallowCentroidContactIsThatOfTheOverlapAtTheEndOfTheStep)
{
  // A bar 1 m long, tilted by 1e-5 rad: its lower end is in contact over ε/θ = 0.1 m, with the centroid
  // there. At 0.1 m/s and h = 1e-3 s the overlap at the end of the step would be δ = h v/2 = 5e-5 m deep, of
  // which the other end is short by 1e-5: the centroid of the lower face is in its middle. Gap and area stay.
  add_box(model_, {-5, -5, -1}, {5, 5, 0}, BodyKind::obstacle);
  RigidBody& bar = add_box(model_, {0, 0, 0}, {1, 0.2, 0.2});
  model_.contact.points = ContactPoints::centroid;
  std::vector<double> q = bar.q();
  const Mat3 R = exp_map({0, -1e-5, 0});
  std::copy(R.data(), R.data() + 9, q.begin());
  q[11] = 0.1 + 0.5e-5;  // the lower end at z = 0
  bar.set_q(q);
  const ContactSet still = contacts_of();
  ASSERT_EQ(still.size(), 1u);
  EXPECT_NEAR(still[0].point.x(), 0.05, 0.01);

  bar.set_initial_velocity({0, 0, -0.1}, Vec3::Zero());
  half_step_and_predict(model_, 0);
  const auto touch = narrow_phase(model_, objects_, {0, 1}, 1e-3);
  ASSERT_TRUE(touch);
  EXPECT_NEAR(touch->patch.points[0].point.x(), 0.5, 0.01);
  EXPECT_EQ(touch->patch.points[0].gap, still[0].gap);
  EXPECT_EQ(touch->patch.points[0].area, still[0].area);
  EXPECT_EQ(touch->patch.normal, Vec3(still[0].frame.col(2)));
}

TEST_F(NarrowPhase, TheOlderConvexIsTheSlave)
{
  for (const bool older_below : {true, false}) {
    Model model;
    const double z = older_below ? 0 : 1;
    Body& older = add_box(model, {0, 0, z}, {1, 1, z + 1});
    Body& younger = add_box(model, {0, 0, 1 - z}, {1, 1, 2 - z});
    PlacedObjects objects;
    model.contact.points = ContactPoints::centroid;
    const ContactSet contacts = contacts_between(model, objects, {0, 1});
    ASSERT_EQ(contacts.size(), 1u);
    const Contact& c = contacts[0];
    EXPECT_EQ(c.slave, older.body_id());
    EXPECT_EQ(c.master, younger.body_id());
    expect_near(c.frame.col(2), Vec3(0, 0, older_below ? 1 : -1), 1e-12);
    EXPECT_EQ(c.slave_surface, older_below ? top : bottom);
    EXPECT_EQ(c.master_surface, older_below ? bottom : top);
    EXPECT_EQ(c.key, (ContactKey{older.body_id(), younger.body_id(), 0, 0, 0}));
    EXPECT_LE(c.gap, 0);
    EXPECT_NEAR(c.area, 1, 1e-4);
    EXPECT_TRUE(c.is_new);
    EXPECT_EQ(c.row_before, -1);
    expect_near(c.point, Vec3(0.5, 0.5, 1), 1e-5);
  }
}

TEST_F(NarrowPhase, APatchMakesOneContactPerPoint)
{
  Body& below = add_box(model_, {0, 0, 0}, {1, 1, 1});
  Body& above = add_box(model_, {0, 0, 1}, {1, 1, 2});
  const ContactSet contacts = contacts_of();
  ASSERT_EQ(contacts.size(), 4u);
  std::set<int> features;
  for (const Contact& c : contacts) {
    EXPECT_EQ(c.slave, below.body_id());
    EXPECT_EQ(c.master, above.body_id());
    expect_near(c.frame.col(2), Vec3(0, 0, 1), 1e-12);
    EXPECT_NEAR(c.area, 0.25, 1e-5);
    EXPECT_EQ(c.slave_surface, top);
    EXPECT_EQ(c.master_surface, bottom);
    features.insert(c.key.feature);
  }
  EXPECT_EQ(features.size(), 4u);
}

TEST_F(NarrowPhase, AConvexIsTheSlaveOfASphere)
{
  for (const bool ball_first : {true, false}) {
    Model model;
    Body* ball = ball_first ? &add_ball(model, {0.5, 0.5, 1.49}, 0.5) : nullptr;
    Body& box = add_box(model, {0, 0, 0}, {1, 1, 1});
    if (!ball_first) ball = &add_ball(model, {0.5, 0.5, 1.49}, 0.5);
    PlacedObjects objects;
    const ContactSet contacts = contacts_between(model, objects, {0, 1});
    ASSERT_EQ(contacts.size(), 1u);
    const Contact& c = contacts[0];
    EXPECT_EQ(c.slave, box.body_id());
    EXPECT_EQ(c.master, ball->body_id());
    EXPECT_EQ(c.key.body1, BodyId{1});  // the key does not know the roles
    EXPECT_EQ(c.key.body2, BodyId{2});
    EXPECT_NEAR(c.gap, -0.01, 1e-12);
    expect_near(c.point, Vec3(0.5, 0.5, 0.995), 1e-12);  // one point for both: angular momentum
    expect_near(c.frame.col(2), Vec3(0, 0, 1), 1e-12);
    EXPECT_EQ(c.slave_surface, top);
    EXPECT_EQ(c.master_surface, 21);
  }
}

TEST_F(NarrowPhase, TheOlderSphereIsTheSlave)
{
  Body& older = add_ball(model_, {0, 0, 0.9}, 0.5);
  add_ball(model_, {0, 0, 0}, 0.5);
  const ContactSet contacts = contacts_of();
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].slave, older.body_id());
  expect_near(contacts[0].frame.col(2), Vec3(0, 0, -1), 1e-12);
}

/// Against a box, a ball and another ellipsoid, each older and younger: the upper one touches the ellipsoid
/// of radii (3, 2, 1) about the origin in its top, 0.01 deep.
TEST_F(NarrowPhase, EllipsoidsTouchEveryKind)
{
  const std::vector<ShapePart> upper = {make_box({-1, -1, 0.99}, {1, 1, 2}),
                                        make_sphere({0, 0, 1.49}, 0.5, 0, 7),
                                        make_ellipsoid({0, 0, 1.49}, {1, 1, 0.5}, 0, 7)};
  for (const ShapePart& part : upper)
    for (const bool ellipsoid_first : {true, false}) {
      Model model;
      const ShapePart lower = make_ellipsoid({0, 0, 0}, {3, 2, 1}, 0, 21);
      Body& first = model.add_body(BodyKind::rigid, {ellipsoid_first ? lower : part}, stone, "");
      Body& second = model.add_body(BodyKind::rigid, {ellipsoid_first ? part : lower}, stone, "");
      Body &below = ellipsoid_first ? first : second, &above = ellipsoid_first ? second : first;
      PlacedObjects objects;
      const ContactSet contacts = contacts_between(model, objects, {0, 1});
      ASSERT_EQ(contacts.size(), 1u);
      const Contact& c = contacts[0];
      const bool convex = std::holds_alternative<Convex>(part);
      EXPECT_EQ(c.slave, (convex ? above : first).body_id());  // a convex always, else the older
      expect_near(c.frame.col(2), Vec3(0, 0, c.slave == below.body_id() ? 1 : -1), 1e-9);
      EXPECT_NEAR(c.gap, -0.01, 1e-12);
      expect_near(c.point, Vec3(0, 0, 0.995), 1e-9);
      EXPECT_EQ(c.slave == below.body_id() ? c.slave_surface : c.master_surface, 21);
      EXPECT_EQ(c.slave == below.body_id() ? c.master_surface : c.slave_surface, convex ? int(bottom) : 7);
    }
}

TEST_F(NarrowPhase, EllipsoidsTurnWithTheirBodies)
{
  RigidBody& body = model_.add_body(BodyKind::rigid, {make_ellipsoid({0, 0, 0}, {3, 2, 1}, 0, 0)}, stone, "");
  add_box(model_, {-5, -5, -4}, {5, 5, -2.99});
  EXPECT_TRUE(contacts_of().empty());
  body.set_q(std::vector<double>{0, 0, 1, 0, 1, 0, -1, 0, 0, 0, 0, 0});  // the long axis upright
  const ContactSet contacts = contacts_of();
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, -0.01, 1e-12);
  expect_near(contacts[0].point, Vec3(0, 0, -2.995), 1e-9);
  expect_near(objects_.boxes()[0].hi, Vec3(1, 2, 3), 1e-4);
}

TEST_F(NarrowPhase, FramesAreOrthonormalAndPointsAreMaterial)
{
  Random random(3);
  RigidBody& a = add_box(model_, {-1, -1, -1}, {1, 1, 1});
  RigidBody& b = add_box(model_, {-1, -1, -1}, {1, 1, 1});
  int found = 0;
  for (int i = 0; i < 50; ++i) {
    for (RigidBody* body : {&a, &b}) {
      const Motion motion = random.motion(1);
      std::vector<double> q(motion.R.data(), motion.R.data() + 9);
      q.insert(q.end(), motion.t.data(), motion.t.data() + 3);
      body->set_q(q);
    }
    for (const Contact& c : contacts_of()) {
      ++found;
      expect_near(Mat3(c.frame.transpose() * c.frame), Mat3::Identity(), 1e-12);
      expect_near(model_.bodies()[c.slave].mid_position(c.on_slave), c.point, 1e-12);
      expect_near(model_.bodies()[c.master].mid_position(c.on_master), c.point, 1e-12);
    }
  }
  EXPECT_GT(found, 20);
}

TEST_F(NarrowPhase, ObjectsAreNumberedWithinTheirBodies)
{
  model_.add_body(BodyKind::rigid, {make_sphere({9, 9, 9}, 1, 0, 0), make_box({0, 0, 0}, {1, 1, 1})}, stone,
                  "");
  model_.add_body(BodyKind::rigid, {make_box({5, 5, 5}, {6, 6, 6}), make_sphere({9, 9, 10.9}, 1, 0, 0)},
                  stone, "");
  const ContactSet contacts = contacts_of(1, 3);  // convexes come first
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].slave_object, 1);
  EXPECT_EQ(contacts[0].master_object, 1);
  EXPECT_EQ(contacts[0].key, (ContactKey{BodyId{1}, BodyId{2}, 1, 1, 0}));
  EXPECT_EQ(contacts[0].on_slave.object, 1);
  EXPECT_EQ(contacts[0].on_master.object, 1);
}

TEST_F(NarrowPhase, TwoObstaclesDoNotTouch)
{
  add_box(model_, {0, 0, 0}, {1, 1, 1}, BodyKind::obstacle);
  add_box(model_, {0, 0, 0.9}, {1, 1, 2}, BodyKind::obstacle);
  add_box(model_, {0, 0, 0.9}, {1, 1, 2});
  EXPECT_EQ(contacts_of(0, 1).size(), 0u);
  EXPECT_FALSE(contacts_of(0, 2).empty());
}

TEST_F(NarrowPhase, ExcludedPairsDoNotTouch)
{
  Body& a = add_box(model_, {0, 0, 0}, {1, 1, 1});
  Body& b = add_box(model_, {0, 0, 0.9}, {1, 1, 2});
  EXPECT_FALSE(contacts_of().empty());
  model_.exclude_contact(b, a);
  EXPECT_EQ(contacts_of().size(), 0u);
}

TEST_F(NarrowPhase, ApartIsNoContact)
{
  add_box(model_, {0, 0, 0}, {1, 1, 1});
  add_box(model_, {0, 0, 1.1}, {1, 1, 2});
  EXPECT_EQ(contacts_of().size(), 0u);
}

TEST_F(NarrowPhase, MaterialOfTheSurfacePair)
{
  add_box(model_, {0, 0, 0}, {1, 1, 1});
  add_box(model_, {0, 0, 1}, {1, 1, 2});
  EXPECT_EQ(contacts_of().at(0).material, 0);
  const int material = model_.surface_materials.add({"felt", bottom, top, 0.5, 0});
  EXPECT_EQ(contacts_of().at(0).material, material);
}

TEST_F(NarrowPhase, PlacesFollowTheBodiesOfTheModel)
{
  RigidBody& gone = add_box(model_, {0, 0, 0}, {1, 1, 1});
  add_box(model_, {5, 0, 0}, {6, 1, 1});
  contacts_of();
  EXPECT_EQ(objects_.size(), 2u);
  model_.remove_body(gone);
  add_ball(model_, {5.5, 0.5, 1.9}, 1);
  add_ball(model_, {5.5, 0.5, 9}, 1);
  const ContactSet contacts = contacts_of();
  ASSERT_EQ(objects_.size(), 3u);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].key, (ContactKey{BodyId{2}, BodyId{3}, 0, 0, 0}));
  EXPECT_EQ(std::vector<std::int32_t>(objects_.body_indices().begin(), objects_.body_indices().end()),
            (std::vector<std::int32_t>{0, 1, 2}));
  expect_near(objects_.boxes()[1].lo, Vec3(4.5, -0.5, 0.9), 1e-5);
  EXPECT_LT(objects_.boxes()[1].lo.x(), 4.5 - 0.5 * model_.epsilon());  // a little larger than the ball
}

}  // namespace
}  // namespace corbel::testing
