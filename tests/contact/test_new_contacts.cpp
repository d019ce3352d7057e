// SPDX-License-Identifier: MIT
// When new contacts start: at a depth of a quarter of the approach per step, all of two bodies together.
#include "corbel/contact/new_contacts.hpp"

#include "corbel/contact/detect.hpp"

#include "../model/scenes.hpp"

namespace corbel::testing {
namespace {

constexpr double h = 1e-3, speed = 1;  // so that a quarter of the approach is 2.5e-4 m

class NewContacts : public ::testing::Test {
 protected:
  NewContacts() { add_box(model_, {-5, -5, -1}, {5, 5, 0}, BodyKind::obstacle); }

  /// Approaches the floor.
  void fall(RigidBody& body, double v = speed) { body.set_initial_velocity({0, 0, -v}, Vec3::Zero()); }

  ContactSet detect(ContactSet previous = {}, double step = h)
  {
    half_step_and_predict(model_, h);
    return ContactDetector().detect(model_, std::move(previous), step);
  }

  /// Lower face of a box that will be `depth` deep in the middle of the step.
  static double height(double depth, double v = speed) { return 0.5 * h * v - depth; }

  Model model_;
};

TEST_F(NewContacts, WaitForAQuarterOfTheApproach)
{
  for (const double depth : {0.0, 1e-5, 2.4e-4, 2.6e-4, 1e-3}) {
    RigidBody& box = add_box(model_, {0, 0, height(depth)}, {1, 1, 1});
    fall(box);
    EXPECT_EQ(detect().size(), depth > 2.5e-4 ? 4u : 0u) << depth;
    EXPECT_EQ(detect({}, 0).size(), 4u) << depth;  // of bodies that have no velocities all are found
    model_.remove_body(box);
  }
}

TEST_F(NewContacts, OfBodiesThatTouchAtTheStartOfAStepDoNotWait)
{
  fall(add_box(model_, {0, 0, 0}, {1, 1, 1}));
  EXPECT_EQ(detect().size(), 4u);
}

TEST_F(NewContacts, OfBodiesAtRestAreThoseWithinEpsilon)
{
  add_box(model_, {0, 0, 0.9e-6}, {1, 1, 1});
  EXPECT_EQ(detect().size(), 4u);
}

TEST_F(NewContacts, StartTogether)
{
  // Two feet; the second, unlike the first, is not deep enough, or has not even come to touch but for
  // epsilon.
  for (const double second : {1e-4, -0.9e-6})
    for (const double first : {2e-4, 3e-4}) {
      RigidBody& table = model_.add_body(
          BodyKind::rigid,
          {make_box({0, 0, height(first)}, {1, 1, 1}), make_box({2, 0, height(second)}, {3, 1, 1})}, stone,
          "");
      fall(table);
      EXPECT_EQ(detect().size(), first > 2.5e-4 ? 8u : 0u) << first << " " << second;
      model_.remove_body(table);
    }
}

TEST_F(NewContacts, OfOtherBodiesDoNotHasten)
{
  fall(add_box(model_, {0, 0, height(3e-4)}, {1, 1, 1}));
  fall(add_box(model_, {2, 0, height(2e-4)}, {3, 1, 1}));
  const ContactSet found = detect();
  ASSERT_EQ(found.size(), 4u);
  for (const Contact& contact : found)
    EXPECT_EQ(contact.key.body2, BodyId{2});
}

TEST_F(NewContacts, OldOnesStayHoweverShallow)
{
  RigidBody& box = add_box(model_, {0, 0, height(3e-4)}, {1, 1, 1});
  fall(box);
  const ContactSet first = detect();
  ASSERT_EQ(first.size(), 4u);
  std::vector<double> q = box.q();
  q[11] += 3e-4;  // no depth any more, as fast as before
  box.set_q(q);
  EXPECT_EQ(detect(first).size(), 4u);
  EXPECT_EQ(detect().size(), 0u);
}

TEST_F(NewContacts, OfBallsDoNotWait)
{
  fall(add_ball(model_, {0, 0, 0.5 + height(1e-6)}, 0.5));
  EXPECT_EQ(detect().size(), 1u);
}

TEST_F(NewContacts, WithSpringsDoNotWait)
{
  SurfaceMaterial springs;
  springs.model = ContactModel::spring_dashpot;
  springs.spring = 1e6;
  model_.surface_materials.add(springs);
  fall(add_box(model_, {0, 0, height(1e-6)}, {1, 1, 1}));
  EXPECT_EQ(detect().size(), 4u);
}

}  // namespace
}  // namespace corbel::testing
