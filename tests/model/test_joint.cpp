// SPDX-License-Identifier: MIT
// What each joint asks for in a step, against the equations of its header.
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
    model_.initialize_joints();
    move_randomly(random_, a_, 0.1);
    move_randomly(random_, b_, 0.1);
    half_step_and_predict(model_, h);
  }
  Vec3 V(RigidBody& body, const Vec3& X) const { return body.step_velocity({X}, Instant::start); }
};

TEST_F(JointTest, FixedPoint)  // (1)
{
  const Joint& joint = model_.add_fixed_point(a_, Xa_);
  EXPECT_EQ(joint.kind, ConstraintKind::fixed_point);
  EXPECT_EQ(joint.slave.body, nullptr);
  const Vec3 x0 = a_.position({Xa_});
  go_on();
  const JointAction action = joint.act(t, h);
  expect_near(action.frame, Mat3::Identity(), 0);
  expect_near(std::get<PrescribedVelocity>(action.law).U_star, -V(a_, Xa_) - 2 / h * (a_.position({Xa_}) - x0),
              1e-11);
}

TEST_F(JointTest, GluedPoints)  // (1) with two bodies
{
  const Joint& joint = *model_.joints().emplace_back(nullptr) == *model_.joints().back() ? *model_.joints()[0]
                                                                                          : *model_.joints()[0];
  (void)joint;
}

}  // namespace
}  // namespace corbel::testing
