// SPDX-License-Identifier: MIT
// Detection as a whole: persistence, order, threads, and what sparsification leaves of a stack.
#include "corbel/contact/detect.hpp"

#include "corbel/contact/reactions.hpp"
#include "corbel/core/threads.hpp"

#include "../model/scenes.hpp"

#include <Eigen/Geometry>

namespace corbel::testing {
namespace {

/// Reactions of the contacts, which go on from those of the last step.
Reactions started(ContactSet& contacts, const Reactions& last)
{
  Reactions reactions;
  start_contacts(last, contacts, reactions);
  return reactions;
}

TEST(Detect, NothingInAnEmptyModel)
{
  const Model model;
  EXPECT_TRUE(ContactDetector().detect(model, {}).empty());
}

TEST(Detect, ContactsPersist)
{
  Model model;
  add_box(model, {0, 0, 0}, {1, 1, 1}, BodyKind::obstacle);
  RigidBody& ball = add_ball(model, {0.5, 0.5, 1.49}, 0.5);
  add_ball(model, {0.5, 0.5, 2.48}, 0.5);
  half_step_and_predict(model, 0);
  ContactDetector detector;
  ContactSet first = detector.detect(model, {});
  ASSERT_EQ(first.size(), 2u);
  for (const Contact& contact : first)
    EXPECT_TRUE(contact.is_new);
  Reactions reactions = started(first, {});
  for (Vec3& R : reactions.R)
    R = {1, 2, 3};

  // The ball moves sideways: the normals of both its contacts with the ball above turn.
  std::vector<double> q = ball.q();
  q[9] += 0.1;
  ball.set_q(q);
  half_step_and_predict(model, 0);
  ContactSet second = detector.detect(model, first);
  ASSERT_EQ(second.size(), 2u);
  const Reactions next = started(second, reactions);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_FALSE(second[i].is_new);
    EXPECT_EQ(second[i].key, first[i].key);
    expect_near(Vec3(second[i].frame * next.impulse(second[i])), first[i].frame * Vec3(1, 2, 3),
                1e-13);  // the same in space
  }
  EXPECT_GT((next.impulse(second[1]) - Vec3(1, 2, 3)).norm(), 0.1);  // but not in the frame

  // Gone and back: new again.
  q[9] += 50;
  ball.set_q(q);
  half_step_and_predict(model, 0);
  const ContactSet third = detector.detect(model, second);
  EXPECT_TRUE(third.empty());
  q[9] -= 50;
  ball.set_q(q);
  half_step_and_predict(model, 0);
  ContactSet fourth = detector.detect(model, third);
  const Reactions anew = started(fourth, {});
  for (const Contact& contact : fourth) {
    EXPECT_TRUE(contact.is_new);
    EXPECT_EQ(anew.impulse(contact), Vec3::Zero());
  }
}

TEST(Detect, RolesDoNotBreakPersistence)  // the key of a pair is the same whoever is slave
{
  Model model;
  add_ball(model, {0.5, 0.5, 1.49}, 0.5);
  add_box(model, {0, 0, 0}, {1, 1, 1});
  half_step_and_predict(model, 0);
  ContactDetector detector;
  const ContactSet first = detector.detect(model, {});
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].slave, BodyId{2});
  EXPECT_FALSE(detector.detect(model, first).at(0).is_new);
}

/// A heap of balls and boxes on a floor.
void build_heap(Model& model)
{
  Random random(12);
  add_box(model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  for (int i = 0; i < 300; ++i) {
    const Vec3 x(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0, 3));
    if (i % 2 == 0)
      add_ball(model, x, random.uniform(0.2, 0.5));
    else
      add_box(model, x, x + random.vector(0.3, 0.8));
  }
}

TEST(Detect, SameContactsForAnyNumberOfThreads)
{
  Model model;
  build_heap(model);
  half_step_and_predict(model, 0);
  ContactSet expected;
  for (const int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    const ContactSet contacts = ContactDetector().detect(model, {});
    if (threads == 1) {
      expected = contacts;
      EXPECT_GT(contacts.size(), 300u);
      continue;
    }
    ASSERT_EQ(contacts.size(), expected.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      EXPECT_EQ(contacts[i].key, expected[i].key);
      EXPECT_EQ(contacts[i].frame, expected[i].frame);
      EXPECT_EQ(contacts[i].point, expected[i].point);
      EXPECT_EQ(contacts[i].gap, expected[i].gap);
    }
  }
}

TEST(Detect, KeysAscend)
{
  Model model;
  build_heap(model);
  half_step_and_predict(model, 0);
  const ContactSet contacts = ContactDetector().detect(model, {});
  for (std::size_t i = 1; i < contacts.size(); ++i)
    EXPECT_LT(contacts[i - 1].key, contacts[i].key);
  for (const Contact& c : contacts) {
    EXPECT_EQ(c.key.body1, std::min(c.slave, c.master));
    EXPECT_EQ(c.key.body2, std::max(c.slave, c.master));
  }
}

TEST(Detect, RemovedBodiesLeaveNoTrace)
{
  Model model;
  RigidBody& floor = add_box(model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  RigidBody& gone = add_box(model, {0, 0, 0}, {1, 1, 1});
  RigidBody& stays = add_box(model, {3, 0, 0}, {4, 1, 1});
  half_step_and_predict(model, 0);
  ContactDetector detector;
  const ContactSet first = detector.detect(model, {});
  ASSERT_EQ(first.size(), 8u);
  model.remove_body(gone);
  const ContactSet second = detector.detect(model, first);
  ASSERT_EQ(second.size(), 4u);
  for (const Contact& c : second) {
    EXPECT_EQ(c.slave, floor.body_id());
    EXPECT_EQ(c.master, stays.body_id());
    EXPECT_FALSE(c.is_new);
  }
}

/// manual §5.2: identically meshed bodies end with one contact for each pair of facing elements.
TEST(Detect, StackedMeshesHaveOneCentroidPerFacingElementPair)
{
  Model model;
  model.contact.points = ContactPoints::centroid;
  add_mesh(model, {0, 0, 0}, {2, 2, 1}, 2, 2, 1);
  add_mesh(model, {0, 0, 1}, {2, 2, 2}, 2, 2, 1);
  half_step_and_predict(model, 0);
  ContactDetector detector;
  const ContactSet contacts = detector.detect(model, {});
  ASSERT_EQ(contacts.size(), 4u);
  Vec3 mean = Vec3::Zero();
  for (const Contact& c : contacts) {
    EXPECT_NEAR(c.area, 1, 1e-3);
    expect_near(c.frame.col(2), Vec3(0, 0, 1), 1e-6);
    EXPECT_NEAR(std::abs(c.point.x() - 1), 0.5, 1e-4);
    EXPECT_NEAR(std::abs(c.point.y() - 1), 0.5, 1e-4);
    mean += 0.25 * c.point;
  }
  expect_near(mean, Vec3(1, 1, 1), 1e-5);
  EXPECT_EQ(detector.detect(model, contacts).size(), 4u);  // and stays so

  model.contact.sparsify_threshold = 0;
  EXPECT_GT(ContactDetector().detect(model, {}).size(), 4u);  // the clutter of figure 5.3, left
}

TEST(Detect, StackedMeshesHaveOnePatchPointPerNode)
{
  Model model;
  add_mesh(model, {0, 0, 0}, {2, 2, 1}, 2, 2, 1);
  add_mesh(model, {0, 0, 1}, {2, 2, 2}, 2, 2, 1);
  half_step_and_predict(model, 0);
  ContactDetector detector;
  const ContactSet contacts = detector.detect(model, {});
  ASSERT_EQ(contacts.size(), 9u);
  double area = 0;
  for (const Contact& c : contacts) {
    expect_near(c.frame.col(2), Vec3(0, 0, 1), 1e-9);
    expect_near(c.point, c.point.array().round().matrix(), 1e-5);  // nodes are at 0, 1, 2
    area += c.area;
  }
  EXPECT_NEAR(area, 4, 1e-3);  // points that were dropped leave their area to the one that stays
  EXPECT_EQ(detector.detect(model, contacts).size(), 9u);
}

/// A block that turns slowly on the floor: every point is followed, none is new.
TEST(Detect, PatchPointsPersistWhileABlockTurns)
{
  Model model;
  add_box(model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  RigidBody& block = add_box(model, {0, 0, 0}, {2, 1, 1});
  half_step_and_predict(model, 0);
  ContactDetector detector;
  ContactSet contacts = detector.detect(model, {});
  ASSERT_EQ(contacts.size(), 4u);
  Reactions reactions = started(contacts, {});
  for (std::size_t i = 0; i < 4; ++i)
    reactions.R[i] = {0, 0, static_cast<double>(i + 1)};
  for (int step = 1; step <= 300; ++step) {
    const Mat3 R = exp_map({0, 0, 0.02 * step});
    std::vector<double> q(R.data(), R.data() + 9);
    for (const double x : {1 + 0.01 * step, 0.5, 0.5})
      q.push_back(x);
    block.set_q(q);
    half_step_and_predict(model, 0);
    contacts = detector.detect(model, contacts);
    reactions = started(contacts, reactions);
    ASSERT_EQ(contacts.size(), 4u);
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_FALSE(contacts[i].is_new);
      EXPECT_DOUBLE_EQ(reactions.impulse(contacts[i]).z(), static_cast<double>(i + 1));
    }
  }
}

/// The upper of two equal blocks slides along: corners pass corners and change their names, but no point is
/// new.
TEST(Detect, PatchPointsHandOverWhenCornersPass)
{
  Model model;
  add_box(model, {0, 0, 0}, {1, 1, 1}, BodyKind::obstacle);
  RigidBody& block = add_box(model, {0, 0, 1}, {1, 1, 2});
  half_step_and_predict(model, 0);
  ContactDetector detector;
  ContactSet contacts = detector.detect(model, {});
  ASSERT_EQ(contacts.size(), 4u);
  Reactions reactions = started(contacts, {});
  for (Vec3& R : reactions.R)
    R = {0, 0, 1};
  for (int step = 0; step <= 40; ++step) {
    std::vector<double> q = block.q();
    q[9] = 0.5 - 0.2 + 0.01 * step;
    q[10] = 0.5 + 0.003 * step;
    block.set_q(q);
    half_step_and_predict(model, 0);
    contacts = detector.detect(model, contacts);
    reactions = started(contacts, reactions);
    ASSERT_EQ(contacts.size(), 4u);
    for (const Contact& c : contacts) {
      EXPECT_FALSE(c.is_new);
      EXPECT_DOUBLE_EQ(reactions.impulse(c).z(), 1);
    }
  }
}

}  // namespace
}  // namespace corbel::testing
