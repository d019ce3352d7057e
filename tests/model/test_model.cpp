// SPDX-License-Identifier: MIT
// Building a scene: what is refused and how it is said, what goes with a body, the geometric tolerance.
#include "corbel/model/model.hpp"

#include "scenes.hpp"

#include <limits>

namespace corbel::testing {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();
const Vec3 middle(0.5, 0.5, 0.5);

class ModelTest : public ::testing::Test {
 protected:
  Model model_;
  RigidBody& a_ = add_box(model_, {0, 0, 0}, {1, 1, 1});
  RigidBody& b_ = add_box(model_, {2, 0, 0}, {3, 1, 1});
  RigidBody& floor_ = add_box(model_, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
};

TEST_F(ModelTest, BodiesAreNumbered)
{
  EXPECT_EQ(a_.id, 1);
  EXPECT_EQ(b_.id, 2);
  EXPECT_EQ(floor_.id, 3);
  EXPECT_EQ(floor_.index, 2);
  EXPECT_EQ(a_.material, "stone");
  EXPECT_NEAR(a_.mass(), 2000, 1e-9);
  EXPECT_EQ(model_.add_body(BodyKind::rigid, {make_sphere({9, 9, 9}, 1, 0, 0)}, stone, "ball").label, "ball");
}

TEST_F(ModelTest, BadBodiesAreNamed)
{
  EXPECT_INPUT_ERROR(model_.add_body(BodyKind::rigid, {}, stone, ""), "shape", "empty");
  BulkMaterial bad = stone;
  bad.density = 0;
  EXPECT_INPUT_ERROR(model_.add_body(BodyKind::rigid, {make_box({0, 0, 0}, {1, 1, 1})}, bad, ""), "density",
                     "got 0");
  bad.density = -1;
  EXPECT_INPUT_ERROR(model_.add_body(BodyKind::obstacle, {make_box({0, 0, 0}, {1, 1, 1})}, bad, ""),
                     "density", "got -1");
  EXPECT_EQ(model_.bodies().size(), 3u);
}

TEST_F(ModelTest, PointsOutsideOfTheBodyAreNamed)
{
  const Vec3 outside(1.1, 0.5, 0.5);
  EXPECT_INPUT_ERROR(model_.add_fixed_point(a_, outside), "point", "body 1");
  EXPECT_INPUT_ERROR(model_.add_fixed_direction(a_, outside, {0, 0, 1}), "point", "(1.1, 0.5, 0.5)");
  EXPECT_INPUT_ERROR(model_.add_prescribed_motion(a_, outside, {0, 0, 1}, MotionKind::velocity, 1), "point",
                     "outside");
  EXPECT_INPUT_ERROR(model_.add_rigid_link(&a_, &b_, outside, {2, 0, 0}), "point1", "body 1");
  EXPECT_INPUT_ERROR(model_.add_rigid_link(&a_, &b_, {1, 1, 1}, outside), "point2", "body 2");
  EXPECT_TRUE(model_.joints().empty());
}

TEST_F(ModelTest, PointsThatAreNoNumbersAreNamed)
{
  const Vec3 bad(0.5, nan, 0.5);
  EXPECT_INPUT_ERROR(model_.add_fixed_point(a_, bad), "point", "nan");
  EXPECT_INPUT_ERROR(model_.add_rigid_link(&a_, nullptr, bad, middle), "point1", "nan");
  EXPECT_INPUT_ERROR(model_.add_rigid_link(&a_, nullptr, middle, bad), "point2", "nan");
  EXPECT_INPUT_ERROR(model_.add_force(a_, LoadKind::spatial, bad, {0, 0, 1}, 1), "point", "nan");
}

TEST_F(ModelTest, RoundedCornersAreOfTheBody)
{
  EXPECT_NO_THROW(model_.add_fixed_point(a_, {1 + 5e-6, 1, 1}));
  EXPECT_THROW(model_.add_fixed_point(a_, {1 + 5e-4, 1, 1}), InputError);
}

TEST_F(ModelTest, BadDirectionsAreNamed)
{
  for (const Vec3& bad : {Vec3(0, 0, 0), Vec3(0, nan, 1)}) {
    EXPECT_INPUT_ERROR(model_.add_fixed_direction(a_, middle, bad), "direction", "(0, ");
    EXPECT_INPUT_ERROR(model_.add_prescribed_motion(a_, middle, bad, MotionKind::velocity, 1), "direction",
                       "(0, ");
    EXPECT_INPUT_ERROR(model_.add_force(a_, LoadKind::spatial, middle, bad, 1), "direction", "(0, ");
    EXPECT_INPUT_ERROR(model_.add_torque(a_, LoadKind::spatial, bad, 1), "direction", "(0, ");
  }
  EXPECT_TRUE(model_.joints().empty());
  EXPECT_TRUE(model_.forces.empty());
  EXPECT_TRUE(model_.torques.empty());
}

/// Only the direction of a direction counts, whatever its length.
TEST_F(ModelTest, DirectionsAreNormalised)
{
  for (const double length : {1.0, 1e3, 1e-13, 1e-200, 1e200}) {
    const Vec3 d = length * Vec3(0.6, 0, 0.8);
    EXPECT_NO_THROW(model_.add_fixed_direction(a_, middle, d)) << length;
    EXPECT_NO_THROW(model_.add_force(a_, LoadKind::spatial, middle, d, 1)) << length;
    EXPECT_NO_THROW(model_.add_torque(a_, LoadKind::convected, d, 1)) << length;
  }
  for (const PointForce& force : model_.forces)
    expect_near(force.direction, {0.6, 0, 0.8}, 1e-15);
  for (const Torque& torque : model_.torques)
    expect_near(torque.direction, {0.6, 0, 0.8}, 1e-15);
  for (const auto& joint : model_.joints())
    expect_near(joint->rows(model_.bodies(), {0, StepRule::midpoint(0.1)})[0].frame.col(2), Vec3(0.6, 0, 0.8),
                1e-15);
}

TEST_F(ModelTest, BadValuesAreNamed)
{
  EXPECT_INPUT_ERROR(model_.add_prescribed_motion(a_, middle, {0, 0, 1}, MotionKind::velocity, nan), "value",
                     "nan");
  EXPECT_INPUT_ERROR(model_.add_force(a_, LoadKind::spatial, middle, {0, 0, 1}, nan), "value", "nan");
  EXPECT_INPUT_ERROR(model_.add_torque(a_, LoadKind::spatial, {0, 0, 1}, nan), "value", "nan");
}

TEST_F(ModelTest, LinksNeedTwoEnds)
{
  EXPECT_INPUT_ERROR(model_.add_rigid_link(nullptr, nullptr, middle, middle), "body1, body2", "None");
  EXPECT_INPUT_ERROR(model_.add_rigid_link(&a_, &a_, middle, {1, 1, 1}), "body2", "same body");
}

TEST_F(ModelTest, LinksToSpaceHaveTheBodyAsMaster)
{
  const Joint& first = model_.add_rigid_link(&a_, nullptr, middle, {0.5, 0.5, 5});
  const Joint& second = model_.add_rigid_link(nullptr, &a_, {0.5, 0.5, 5}, middle);
  for (const Joint* joint : {&first, &second}) {
    EXPECT_EQ(joint->kind, ConstraintKind::rigid_link);
    EXPECT_EQ(joint->master.body, a_.body_id());
    EXPECT_TRUE(joint->slave.in_space());
    EXPECT_EQ(joint->master.point.X, middle);
    EXPECT_EQ(joint->slave.position(model_.bodies()), Vec3(0.5, 0.5, 5));
  }
  const Joint& third = model_.add_rigid_link(&a_, &b_, {1, 0, 0}, {2, 0, 0});
  EXPECT_EQ(third.master.body, a_.body_id());
  EXPECT_EQ(third.slave.body, b_.body_id());
}

TEST_F(ModelTest, WhatIsOnePlaceDependsOnTheLinkedBodiesAlone)
{
  for (int i = 0; i < 5; ++i)
    add_box(model_, {2e4 * i, 2e4, 0}, {2e4 * i + 1e4, 3e4, 1e4});
  RigidBody& grain = add_box(model_, {5, 5, 5}, {5.001, 5.001, 5.001});
  const auto link = [&](double length) {
    return model_.add_rigid_link(&grain, nullptr, {5, 5, 5}, {5, 5, 5 - length}).kind;
  };
  EXPECT_EQ(link(1e-5), ConstraintKind::rigid_link);
  EXPECT_EQ(link(0.9e-9), ConstraintKind::fixed_point);
  EXPECT_EQ(link(1.1e-9), ConstraintKind::rigid_link);
  EXPECT_EQ(model_.add_rigid_link(&grain, &a_, {5, 5, 5}, {1, 1, 1}).kind, ConstraintKind::rigid_link);
  model_.contact.epsilon = 1e-4;
  EXPECT_EQ(link(1e-5), ConstraintKind::fixed_point);
}

TEST_F(ModelTest, PointsAtOnePlaceAreGlued)
{
  RigidBody& c = add_box(model_, {1, 0, 0}, {2, 1, 1});
  EXPECT_EQ(model_.add_rigid_link(&a_, &c, {1, 0.5, 0.5}, {1, 0.5, 0.5}).kind, ConstraintKind::fixed_point);
  EXPECT_EQ(model_.add_rigid_link(&a_, &c, {1, 0.5, 0.5}, {1, 0.5, 0.6}).kind, ConstraintKind::rigid_link);
}

TEST_F(ModelTest, ObstaclesTakeNoLoads)
{
  const auto none = [](const auto&, const auto&, double, double) { return std::vector<double>(9); };
  EXPECT_INPUT_ERROR(model_.add_force(floor_, LoadKind::spatial, middle, {0, 0, 1}, 1), "body", "OBSTACLE");
  EXPECT_INPUT_ERROR(model_.add_torque(floor_, LoadKind::spatial, {0, 0, 1}, 1), "body", "OBSTACLE");
  EXPECT_INPUT_ERROR(model_.add_callback_force(floor_, none), "body", "body 3");
  EXPECT_NO_THROW(model_.add_fixed_point(floor_, {0, 0, -0.5}));  // joints move obstacles
}

TEST_F(ModelTest, LoadKindsHaveNames)
{
  EXPECT_EQ(load_kind("SPATIAL"), LoadKind::spatial);
  EXPECT_EQ(load_kind("CONVECTED"), LoadKind::convected);
  EXPECT_INPUT_ERROR(load_kind("spatial"), "kind", "'spatial'");
}

TEST_F(ModelTest, UnknownJointsAreNamed)
{
  const int id = model_.add_fixed_point(a_, middle).id;
  EXPECT_INPUT_ERROR(model_.remove_joint(id + 1), "constraint", "joint 2");
  model_.remove_joint(id);
  EXPECT_TRUE(model_.joints().empty());
  EXPECT_INPUT_ERROR(model_.remove_joint(id), "constraint", "joint 1");
  EXPECT_EQ(model_.add_fixed_point(a_, middle).id, 2);  // identifiers are not used twice
}

TEST_F(ModelTest, JointsAndLoadsGoWithTheirBody)
{
  const auto none = [](const auto&, const auto&, double, double) { return std::vector<double>(9); };
  for (RigidBody* body : {&a_, &b_}) {
    model_.add_fixed_point(*body, body->center());
    model_.add_force(*body, LoadKind::spatial, body->center(), {0, 0, 1}, 1);
    model_.add_torque(*body, LoadKind::spatial, {0, 0, 1}, 1);
    model_.add_callback_force(*body, none);
  }
  model_.add_rigid_link(&b_, &a_, {2, 0, 0}, {1, 0, 0});
  model_.add_rigid_link(&b_, &floor_, {2, 0, 0}, {9, 9, 0});
  const int revision = model_.revision();
  model_.remove_body(a_);

  ASSERT_EQ(model_.joints().size(), 2u);
  EXPECT_EQ(model_.joints()[0]->id, 2);
  EXPECT_EQ(model_.joints()[1]->id, 4);
  ASSERT_EQ(model_.forces.size(), 1u);
  ASSERT_EQ(model_.torques.size(), 1u);
  ASSERT_EQ(model_.callbacks.size(), 1u);
  EXPECT_EQ(model_.forces[0].body, b_.body_id());
  EXPECT_EQ(model_.torques[0].body, b_.body_id());
  EXPECT_EQ(model_.callbacks[0].body, b_.body_id());
  ASSERT_EQ(model_.bodies().size(), 2u);
  EXPECT_EQ(b_.index, 0);
  EXPECT_EQ(b_.id, 2);
  EXPECT_EQ(floor_.index, 1);
  EXPECT_NE(model_.revision(), revision);
  EXPECT_EQ(add_box(model_, {5, 5, 5}, {6, 6, 6}).id, 4);  // identifiers are not used twice
}

TEST_F(ModelTest, OnlyNewJointsAreInitialised)
{
  const auto target = [this](const Joint& joint) {
    const RowAction action = joint.rows(model_.bodies(), {0, StepRule::midpoint(1)})[0];
    return std::get<PrescribedVelocity>(action.law).U_star;
  };
  const Joint& first = model_.add_fixed_point(a_, middle);
  const Joint& gone = model_.add_fixed_point(b_, {2, 0, 0});
  model_.initialize_joints(0);
  std::vector<double> q = a_.q();
  q[9] += 0.25;
  a_.set_q(q);
  model_.remove_joint(gone.id);
  const Joint& second = model_.add_fixed_point(a_, middle);
  model_.initialize_joints(0);
  half_step_and_predict(model_, 1);
  expect_near(target(first), {-0.25, 0, 0}, 1e-14);  // −drift/h: it remembers where it was
  expect_near(target(second), {0, 0, 0}, 1e-14);
}

TEST_F(ModelTest, ExcludedPairs)
{
  EXPECT_FALSE(model_.contact_filter().bodies_excluded(a_.body_id(), b_.body_id()));
  model_.exclude_contact(b_, a_);
  EXPECT_TRUE(model_.contact_filter().bodies_excluded(a_.body_id(), b_.body_id()));
  EXPECT_TRUE(model_.contact_filter().bodies_excluded(b_.body_id(), a_.body_id()));
  EXPECT_FALSE(model_.contact_filter().bodies_excluded(a_.body_id(), floor_.body_id()));
  EXPECT_INPUT_ERROR(model_.exclude_contact(a_, a_), "body2", "body 1 twice");
}

TEST(ModelEpsilon, IsAMillionthOfTheMedianObject)
{
  Model model;
  EXPECT_EQ(model.epsilon(), 1e-6);  // no bodies
  add_ball(model, Vec3::Zero(), 0.1);
  EXPECT_DOUBLE_EQ(model.epsilon(), 0.2e-6);
  add_box(model, {0, 0, 0}, {1, 2, 3});
  RigidBody& large = add_box(model, {0, 0, 0}, {50, 2, 3});
  EXPECT_DOUBLE_EQ(model.epsilon(), 3e-6);  // of 0.2, 3, 50
  add_mesh(model, {0, 0, 0}, {4, 1, 1}, 4, 1, 1);
  EXPECT_DOUBLE_EQ(model.epsilon(), 1e-6);  // of 0.2, 1, 1, 1, 1, 3, 50
  model.remove_body(large);
  EXPECT_DOUBLE_EQ(model.epsilon(), 1e-6);
  model.contact.epsilon = 0.5;
  EXPECT_EQ(model.epsilon(), 0.5);
}

TEST(ModelEpsilon, SeesTheBoxOfATurnedEllipsoid)
{
  Model model;
  ShapePart egg = make_ellipsoid({9, 9, 9}, {3, 4, 0.1}, 0, 0);
  rotate(egg, Vec3::Zero(), {0, 0, 1}, 45);
  model.add_body(BodyKind::rigid, {egg}, stone, "");
  EXPECT_NEAR(model.epsilon(), 2e-6 * std::sqrt((9 + 16) / 2.0), 1e-18);
}

}  // namespace
}  // namespace corbel::testing
