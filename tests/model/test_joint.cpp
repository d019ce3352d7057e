// SPDX-License-Identifier: MIT
// What each joint asks for in a step, against the equations of its header.
#include "body_steps.hpp"

#include "corbel/mesh/generators.hpp"
#include "corbel/model/joint.hpp"

#include "scenes.hpp"

#include <Eigen/Geometry>

namespace corbel::testing {
namespace {

constexpr double h = 0.02, t = 0.3;

void move_randomly(Random& random, RigidBody& body, double reach)
{
  const Mat3 R = random.motion(1).R;
  std::vector<double> q(R.data(), R.data() + 9);
  for (int k = 0; k < 3; ++k)
    q.push_back(body.current_center()[k] + random.uniform(-reach, reach));
  body.set_q(q);
  body.set_initial_velocity(random.vector(-2, 2), random.vector(-2, 2));
}

/// Two bodies in random motion, initialised in one configuration and asked in another.
class JointTest : public ::testing::Test {
 protected:
  Random random_{4};
  Model model_;
  RigidBody& a_ = add_box(model_, {0, 0, 0}, {1, 1, 1});
  RigidBody& b_ = add_box(model_, {2, 0, 0}, {3, 1, 1});
  const Vec3 Xa_ = Vec3(0.2, 0.9, 0.4), Xb_ = Vec3(2.5, 0.1, 1);

  JointTest()
  {
    move_randomly(random_, a_, 1);
    move_randomly(random_, b_, 1);
  }
  void go_on()
  {
    model_.initialize_joints(0);
    move_randomly(random_, a_, 0.1);
    move_randomly(random_, b_, 0.1);
    half_step_and_predict(model_, h);
  }
  Vec3 V(RigidBody& body, const Vec3& X) const { return body.step_velocity({X}, Instant::start); }
  /// V − V_t of the point Xa: what the turn of half a step makes of its velocity.
  Vec3 turn() const { return a_.step_velocity({Xa_}, Instant::start) - a_.velocity({Xa_}); }
};

TEST_F(JointTest, FixedPoint)  // (1)
{
  const Joint& joint = model_.add_fixed_point(a_, Xa_);
  EXPECT_EQ(joint.kind, ConstraintKind::fixed_point);
  EXPECT_TRUE(joint.slave.in_space());
  const Vec3 x0 = a_.position({Xa_});
  go_on();
  const RowAction action = joint.rows(model_.bodies(), {t, StepRule::midpoint(h)})[0];
  expect_near(action.frame, Mat3::Identity(), 0);
  expect_near(std::get<PrescribedVelocity>(action.law).U_star,
              -V(a_, Xa_) + 0.5 * a_.velocity({Xa_}) - (a_.position({Xa_}) - x0) / h, 1e-11);
}

TEST_F(JointTest, GluedPoints)  // (1) with two bodies
{
  const auto joint = make_fixed_point({a_.body_id(), {Xa_}}, {b_.body_id(), {Xb_}});
  joint->initialize(model_.bodies(), 0);
  const Vec3 x0 = a_.position({Xa_}) - b_.position({Xb_});
  go_on();
  const Vec3 drift = a_.position({Xa_}) - b_.position({Xb_}) - x0;
  expect_near(
      std::get<PrescribedVelocity>(joint->rows(model_.bodies(), {t, StepRule::midpoint(h)})[0].law).U_star,
      V(b_, Xb_) - V(a_, Xa_) + 0.5 * (a_.velocity({Xa_}) - b_.velocity({Xb_})) - drift / h, 1e-11);
}

TEST_F(JointTest, FixedDirection)  // (2)
{
  const Joint& joint = model_.add_fixed_direction(a_, Xa_, {0, 3, 4});
  EXPECT_EQ(joint.kind, ConstraintKind::fixed_direction);
  const Vec3 x0 = a_.position({Xa_}), n(0, 0.6, 0.8);
  go_on();
  const RowAction action = joint.rows(model_.bodies(), {t, StepRule::midpoint(h)})[0];
  expect_near(action.frame.col(2), n, 1e-15);
  expect_near(Mat3(action.frame.transpose() * action.frame), Mat3::Identity(), 1e-15);
  EXPECT_NEAR(std::get<PrescribedNormalVelocity>(action.law).U_star,
              n.dot(-V(a_, Xa_) + 0.5 * a_.velocity({Xa_}) - (a_.position({Xa_}) - x0) / h), 1e-11);
}

/// Of 1 at t = 0, 3 at t = 1, constant afterwards.
Amplitude ramp()
{
  return std::make_shared<const TimeSeries>(std::vector<double>{0, 1}, std::vector<double>{1, 3});
}

TEST_F(JointTest, PrescribedVelocityIsThatOfTheEndOfTheStep)  // (3)
{
  const Joint& joint = model_.add_prescribed_motion(a_, Xa_, {0, 0, 2}, MotionKind::velocity, ramp());
  EXPECT_EQ(joint.kind, ConstraintKind::prescribed_velocity);
  go_on();
  const RowAction action = joint.rows(model_.bodies(), {t, StepRule::midpoint(h)})[0];
  EXPECT_EQ(Vec3(action.frame.col(2)), Vec3::UnitZ());
  EXPECT_NEAR(std::get<PrescribedNormalVelocity>(action.law).U_star, 1 + 2 * (t + h) - turn().z(), 1e-14);
}

TEST_F(JointTest, PrescribedAccelerationIsIntegrated)  // (4)
{
  const Joint& joint = model_.add_prescribed_motion(a_, Xa_, {0, 0, 2}, MotionKind::acceleration, ramp());
  const double v0 = a_.velocity({Xa_}).z();
  go_on();
  EXPECT_NEAR(
      std::get<PrescribedNormalVelocity>(joint.rows(model_.bodies(), {t, StepRule::midpoint(h)})[0].law)
          .U_star,
      v0 + (t + h) + (t + h) * (t + h) - turn().z(), 1e-14);
}

TEST_F(JointTest, PrescribedDisplacementIsACentralDifferenceThatCatchesUp)  // (5)
{
  const auto series =
      std::make_shared<const TimeSeries>(std::vector<double>{0, 0.31, 1}, std::vector<double>{0, 3, 2});
  const Joint& joint =
      model_.add_prescribed_motion(a_, Xa_, {1, 0, 0}, MotionKind::displacement, Amplitude(series));
  const Vec3 x0 = a_.position({Xa_});
  go_on();
  const double k = 6 - 4 * std::sqrt(2.0);
  const double lag = 3 * t / 0.31 - (a_.position({Xa_}) - x0).x();
  const double difference = (3 - (0.33 - 0.31) / 0.69) - 3;  // d(t + 3h/2) − d(t + h/2): 0.33 and 0.31
  EXPECT_NEAR(
      std::get<PrescribedNormalVelocity>(joint.rows(model_.bodies(), {t, StepRule::midpoint(h)})[0].law)
          .U_star,
      (difference + k * lag) / h - turn().x(), 1e-9);
}

/// Followed step by step: errors of the start die out, and the kink of the series is passed without ringing.
TEST(PrescribedDisplacement, IsFollowed)
{
  Model model;
  RigidBody& body = add_ball(model, {0, 0, 0}, 1);
  const auto series =
      std::make_shared<const TimeSeries>(std::vector<double>{0, 1, 2, 3}, std::vector<double>{0, 0, 2, 2});
  const Joint& joint =
      model.add_prescribed_motion(body, {0, 0, 0}, {1, 0, 0}, MotionKind::displacement, Amplitude(series));
  model.initialize_joints(0);
  const double step = 0.01;
  double fastest = 0;
  for (int i = 0; i < 400; ++i) {
    half_step(body, step);
    predict(body, step);
    const double U = std::get<PrescribedNormalVelocity>(
                         joint.rows(model.bodies(), {i * step, StepRule::midpoint(step)})[0].law)
                         .U_star;
    const double V = body.step_velocity({}, Instant::free).x();
    body.apply({}, {body.mass() * (U - V), 0, 0});
    advance(body, step);
    const double d = series->value((i + 1) * step);
    fastest = std::max(fastest, std::abs(body.velocity({}).x()));
    EXPECT_NEAR(body.current_center().x(), d, 2 * step) << i;  // within a step at the kinks
    if (i % 100 > 20 && i % 100 < 99) {                        // settled, and no kink within the step ahead
      EXPECT_NEAR(body.current_center().x(), d, 1e-6) << i;
    }
  }
  EXPECT_LT(fastest, 2 * 1.5);  // the series rises at 2 m/s
}

TEST_F(JointTest, RigidLinkKnowsItsLength)  // (6)
{
  const Joint& joint = model_.add_rigid_link(&a_, &b_, Xa_, Xb_);
  const double d = (a_.position({Xa_}) - b_.position({Xb_})).norm();
  go_on();
  const RowAction action = joint.rows(model_.bodies(), {t, StepRule::midpoint(h)})[0];
  const auto& law = std::get<RigidLink>(action.law);
  const Vec3 r = a_.position({Xa_}) - b_.position({Xb_});
  const Vec3 z = r + 0.5 * h * (V(a_, Xa_) - V(b_, Xb_));
  const double rate = r.normalized().dot(a_.velocity({Xa_}) - b_.velocity({Xb_}));
  expect_near(action.frame.col(2), z.normalized(), 1e-14);
  expect_near(law.z, Vec3(0, 0, z.norm()), 1e-14);
  EXPECT_EQ(law.eta, 0.5 * h);
  EXPECT_NEAR(law.length, d + 0.5 * (r.norm() - d) + 0.25 * h * rate, 1e-14);
  EXPECT_NEAR(joint.gap(model_.bodies(), action.frame), r.norm() - d, 1e-14);
}

/// Elements away from the surface of a mesh are no contact objects, but parts of the body.
TEST(Joints, HoldPointsWithinAMesh)
{
  Model model;
  const std::vector<double> corners = box_corners({0, 0, 0}, {1, 1, 1});
  const Mesh mesh = make_hex_mesh(corners, 3, 3, 3, 0, std::vector<int>(6, 0), {}, {}, {});
  Body& body = model.add_finite_element(mesh, {}, FiniteElementForm::bc, "");
  const Joint& joint = model.add_fixed_point(body, {0.5, 0.45, 0.4});
  EXPECT_LT((joint.sides(0).master.position(model.bodies()) - Vec3(0.5, 0.45, 0.4)).norm(), 1e-14);
  EXPECT_THROW(model.add_fixed_point(body, {0.5, 0.45, 1.2}), InputError);
}

TEST_F(JointTest, AttachmentsToSpaceStandStill)
{
  const Bodies& bodies = model_.bodies();
  const Attachment space{BodyId::none, {{1, 2, 3}}};
  EXPECT_EQ(space.position(bodies), Vec3(1, 2, 3));
  EXPECT_EQ(space.mid_position(bodies), Vec3(1, 2, 3));
  EXPECT_EQ(space.velocity(bodies), Vec3::Zero());
  EXPECT_EQ(space.step_velocity(bodies, Instant::end), Vec3::Zero());
  EXPECT_FALSE(space.responds(bodies));
  const Attachment on_body{a_.body_id(), {Xa_}};
  half_step_and_predict(model_, h);
  EXPECT_EQ(on_body.position(bodies), a_.position({Xa_}));
  EXPECT_EQ(on_body.mid_position(bodies), a_.mid_position({Xa_}));
  EXPECT_EQ(on_body.velocity(bodies), a_.velocity({Xa_}));
  EXPECT_EQ(on_body.step_velocity(bodies, Instant::free), a_.step_velocity({Xa_}, Instant::free));
  EXPECT_TRUE(on_body.responds(bodies));
}

TEST_F(JointTest, SidesFollowTheirBodyWhenOthersAreRemoved)
{
  const Joint& joint = model_.add_fixed_point(b_, Xb_);
  const Vec3 x = b_.position({Xb_});
  model_.remove_body(a_);  // b_ has another number now
  EXPECT_EQ(joint.master.position(model_.bodies()), x);
}

TEST_F(JointTest, BodiesThatWereRemovedAreRefused)
{
  const Attachment on_a{a_.body_id(), {Xa_}}, on_b{b_.body_id(), {Xb_}};
  model_.remove_body(a_);
  EXPECT_THROW(model_.add_joint(make_fixed_point(on_a, {BodyId::none, {Xa_}})), InputError);
  EXPECT_THROW(model_.add_joint(make_rigid_link(on_b, on_a)), InputError);
  EXPECT_THROW(model_.add_joint(make_fixed_point({BodyId{99}, {}}, {})), InputError);
  EXPECT_THROW(model_.add_joint(make_fixed_point({}, on_b)), InputError);  // the master is a body
  EXPECT_TRUE(model_.joints().empty());
  EXPECT_NO_THROW(model_.add_joint(make_fixed_point(on_b, {BodyId::none, {Xb_}})));
}

}  // namespace
}  // namespace corbel::testing
