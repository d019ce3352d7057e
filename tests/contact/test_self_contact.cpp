// SPDX-License-Identifier: MIT
// Filters in detection: objects, surfaces, a body that touches itself; tolerances of large and small objects.
#include "corbel/contact/detect.hpp"

#include "../model/scenes.hpp"

namespace corbel::testing {
namespace {

ContactSet detect(Model& model)
{
  half_step_and_predict(model, 0);
  return ContactDetector().detect(model, {});
}

/// Three boxes: the second shares edges with both others, the third overlaps the first by 0.1.
Shape hook()
{
  return {make_box({0, 0, 0}, {1, 1, 1}), make_box({-1, 0, 1}, {0, 1, 2}), make_box({0, 0, 0.9}, {1, 1, 2})};
}

TEST(SelfContact, NonAdjacentObjectsOfOneBody)
{
  Model model;
  RigidBody& body = model.add_body(BodyKind::rigid, hook(), stone, "");
  EXPECT_TRUE(detect(model).empty());
  body.self_contact = true;
  const ContactSet contacts = detect(model);
  ASSERT_EQ(contacts.size(), 4u);  // 0 with 2; 1 is a neighbour of both
  const Contact& c = contacts[0];
  EXPECT_EQ(c.slave, body.body_id());
  EXPECT_EQ(c.master, body.body_id());
  EXPECT_EQ(c.key, (ContactKey{BodyId{1}, BodyId{1}, 0, 2, c.key.feature}));
  EXPECT_NEAR(c.gap, -0.1, 1e-5);
  expect_near(c.frame.col(2), Vec3(0, 0, 1), 1e-5);
  EXPECT_EQ(c.slave_object, 0);
  EXPECT_EQ(c.master_object, 2);
}

TEST(SelfContact, ConvexesAndBallsKeepTheOrderOfKeys)  // the ball is always master, whatever its number
{
  Model model;
  RigidBody& body =
      model.add_body(BodyKind::rigid,
                     {make_sphere({0.5, 0.5, 1.4}, 0.5, 0, 1), make_sphere({0.5, 0.5, 2.3}, 0.5, 0, 1),
                      make_box({0, 0, 0}, {1, 1, 1}), make_box({0, 0, 2.7}, {1, 1, 4})},
                     stone, "");
  body.self_contact = true;
  RigidBody& other = add_ball(model, {0.5, 0.5, -0.4}, 0.5);
  const ContactSet contacts = detect(model);
  ASSERT_EQ(contacts.size(), 4u);
  const BodyId one{1};
  std::vector<ContactKey> keys;
  for (const Contact& c : contacts)
    keys.push_back(c.key);
  // objects: boxes 0 and 1, balls 2 and 3
  EXPECT_EQ(keys,
            (std::vector<ContactKey>{
                {one, one, 0, 2, 0}, {one, one, 1, 3, 0}, {one, one, 2, 3, 0}, {one, BodyId{2}, 0, 0, 0}}));
  EXPECT_EQ(contacts[3].master, other.body_id());

  ContactDetector detector;
  const ContactSet again = detector.detect(model, contacts);
  for (const Contact& c : again)
    EXPECT_FALSE(c.is_new);
}

TEST(SelfContact, TheFlagMayChangeAtAnyTime)
{
  Model model;
  RigidBody& body = model.add_body(BodyKind::rigid, hook(), stone, "");
  half_step_and_predict(model, 0);
  ContactDetector detector;
  EXPECT_EQ(detector.detect(model, {}).size(), 0u);
  body.self_contact = true;
  EXPECT_EQ(detector.detect(model, {}).size(), 4u);
  body.self_contact = false;
  EXPECT_EQ(detector.detect(model, {}).size(), 0u);
}

TEST(Filters, ObjectPairsAreLeftOut)
{
  Model model;
  RigidBody& bar = add_mesh(model, {0, 0, 0}, {3, 1, 1}, 3, 1, 1);
  RigidBody& one = add_ball(model, {0.5, 0.5, 1.4}, 0.5);
  RigidBody& two = add_ball(model, {2.5, 0.5, 1.4}, 0.5);
  EXPECT_EQ(detect(model).size(), 2u);
  model.exclude_objects(one, one.center(), bar, {2.5, 0.5, 0.5});  // not where that ball is
  EXPECT_EQ(detect(model).size(), 2u);
  model.exclude_objects(one, one.center(), bar, {0.5, 0.5, 0.5});
  const ContactSet contacts = detect(model);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].master, two.body_id());
}

TEST(Filters, SurfacePairsAreLeftOut)
{
  Model model;
  add_box(model, {0, 0, 0}, {1, 1, 1}, BodyKind::obstacle);
  add_box(model, {0, 0, 0.99}, {1, 1, 2});
  add_ball(model, {0.5, 0.5, 2.49}, 0.5);
  EXPECT_EQ(detect(model).size(), 5u);  // four corners and the ball
  model.exclude_surfaces(bottom, top);
  const ContactSet contacts = detect(model);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].slave_surface, top);
  EXPECT_EQ(contacts[0].master_surface, 21);
  model.exclude_surfaces(21, top);
  EXPECT_TRUE(detect(model).empty());
}

/// Objects from 1e-4 to 1e4 in one scene: pairs of balls a thousandth of their size apart do not touch, pairs
/// that overlap by a thousandth do, whatever the others look like.
TEST(Filters, SmallObjectsAmongLargeOnes)
{
  Model model;
  int touching = 0;
  double x = 0;
  for (const double size : {1e-4, 1e-2, 1.0, 1.0, 1.0, 1e2, 1e4})
    for (const double apart : {1e-3, -1e-3}) {
      x += 2 * size;
      add_ball(model, {x, 0, 0}, 0.5 * size);
      add_ball(model, {x, 0, (1 + apart) * size}, 0.5 * size);
      touching += apart < 0;
      x += 2 * size;
    }
  ASSERT_DOUBLE_EQ(model.epsilon(), 1e-6);
  const ContactSet contacts = detect(model);
  EXPECT_EQ(contacts.size(), static_cast<std::size_t>(touching));
  for (const Contact& c : contacts) {
    const double size = 2 * model.bodies()[c.slave].surface.spheres[0].radius;
    EXPECT_NEAR(c.gap, -1e-3 * size, 1e-9 * size);
  }
}

}  // namespace
}  // namespace corbel::testing
