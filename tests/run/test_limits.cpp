// SPDX-License-Identifier: MIT
// Bounds of a run: extents and the depth of contacts. And a rigid body that touches itself.
#include "log_lines.hpp"
#include "runs.hpp"

#include "corbel/bodies/object_box.hpp"

#include <numbers>

namespace corbel::testing {
namespace {

using Lines = std::vector<std::string>;

class LimitsTest : public RunTest {};

TEST(CurrentBox, FollowsTheBody)
{
  Model model;
  RigidBody& box = add_box(model, {-1, -2, -3}, {1, 2, 3});
  std::vector<double> q = box.q();
  const Mat3 turn = exp_map({0, 0, std::numbers::pi / 4});
  std::copy(turn.data(), turn.data() + 9, q.begin());
  q[9] += 10;
  box.set_q(q);
  const double reach = 3 / std::numbers::sqrt2;  // of the corner (1, 2), turned by 45°
  expect_near(current_box(box).lo, Vec3(10 - reach, -reach, -3), 1e-14);
  expect_near(current_box(box).hi, Vec3(10 + reach, reach, 3), 1e-14);
  const Aabb ball = current_box(add_ball(model, {1, 2, 3}, 0.5));
  expect_near(ball.lo, Vec3(0.5, 1.5, 2.5), 1e-15);
  expect_near(ball.hi, Vec3(1.5, 2.5, 3.5), 1e-15);
}

TEST(CurrentBox, OfAnEllipsoidThatTurns)
{
  Model model;
  RigidBody& egg = model.add_body(BodyKind::rigid, {make_ellipsoid({5, 5, 5}, {3, 1, 2}, 0, 0)}, stone, "");
  expect_near(current_box(egg).lo, Vec3(2, 4, 3), 1e-14);
  expect_near(current_box(egg).hi, Vec3(8, 6, 7), 1e-14);
  std::vector<double> q = egg.q();
  const Mat3 turn = exp_map({0, 0, std::numbers::pi / 4});
  std::copy(turn.data(), turn.data() + 9, q.begin());
  egg.set_q(q);
  const double half = std::sqrt((9.0 + 1.0) / 2);  // |Aᵀ e|: the support of the ellipse along x and y
  expect_near(current_box(egg).lo, Vec3(5 - half, 5 - half, 3), 1e-14);
  expect_near(current_box(egg).hi, Vec3(5 + half, 5 + half, 7), 1e-14);
}

TEST(BodiesOutside, AreThoseWhoseBoxesLieEntirelyOutside)
{
  Model model;
  const Aabb extents{{0, 0, 0}, {10, 10, 10}};
  const auto found = [&] {
    std::vector<int> ids;
    for (const BodyId body : bodies_outside(model, extents))
      ids.push_back(number_of(body));
    return ids;
  };
  add_box(model, {1, 1, 1}, {2, 2, 2});                        // 1: inside
  add_box(model, {-5, 1, 1}, {0.1, 2, 2});                     // 2: partly
  add_box(model, {-50, -50, -50}, {50, 50, 50});               // 3: around it, no vertex inside
  add_box(model, {-5, 1, 1}, {-0.1, 2, 2});                    // 4: outside
  add_ball(model, {10.4, 5, 5}, 0.5);                          // 5: partly
  add_ball(model, {10.6, 5, 5}, 0.5);                          // 6: outside
  add_mesh(model, {20, 0, 0}, {22, 2, 2}, 2, 2, 2);            // 7: outside
  add_box(model, {5, 5, -3}, {6, 6, -1}, BodyKind::obstacle);  // 8: outside
  model.add_body(BodyKind::rigid, {make_sphere({-2, 5, 5}, 1, 0, 0), make_sphere({12, 5, 5}, 1, 0, 0)}, stone,
                 "");  // 9: its box goes across
  model.add_body(BodyKind::rigid, {make_ellipsoid({11.9, 5, 5}, {2, 1, 1}, 0, 0)}, stone, "");  // 10: partly
  model.add_body(BodyKind::rigid, {make_ellipsoid({11.9, 5, 5}, {1, 2, 2}, 0, 0)}, stone, "");  // 11: outside
  EXPECT_EQ(found(), (std::vector<int>{4, 6, 7, 8, 11}));
}

TEST_F(LimitsTest, BodiesThatLeaveTheExtentsAreRemoved)
{
  Simulation s(0.01);
  build_ball(s, {100, 0, 0}).label = "shot";  // of radius 0.5; its box is out when x − 0.5 > 5.2, at t = 0.06
  RigidBody& still = add_ball(s.model, {0, 2, 0}, 0.5);
  s.limits.extents = Aabb{{-5.2, -5.2, -5.2}, {5.2, 5.2, 5.2}};
  write_to_file(s, 0);
  const LogLines log;
  const RunReport report = s.run(precise(), 0.1, {});
  EXPECT_EQ(log.lines, (Lines{"body 1 'shot' left the extents and was removed at t = 0.06 s"}));
  ASSERT_EQ(s.model.bodies().size(), 1u);
  EXPECT_EQ(s.model.bodies()[0].get(), &still);
  EXPECT_EQ(report.last.bodies, 1u);
  const ResultReader reader(path_);
  EXPECT_EQ(reader.read(5).bodies.size(), 2u);
  EXPECT_EQ(reader.read(6).bodies.size(), 1u);
}

TEST_F(LimitsTest, ABodyOfEllipsoidsStaysWithinTheExtents)
{
  Simulation s(0.01);
  s.model.add_body(BodyKind::rigid, {make_ellipsoid({0, 0, 0}, {1, 2, 3}, 0, 0)}, stone, "");
  s.limits.extents = Aabb{{-5, -5, -5}, {5, 5, 5}};
  const LogLines log;
  s.run(precise(), 0.05, {});
  EXPECT_EQ(log.lines, Lines{});
  EXPECT_EQ(s.model.bodies().size(), 1u);
}

TEST_F(LimitsTest, ContactsAndJointsGoWithTheBody)
{
  Simulation s(0.01);
  RigidBody& floor = add_box(s.model, {-9, -9, -1}, {9, 9, 0});
  RigidBody& box = add_box(s.model, {0, 0, 0}, {1, 1, 1});
  for (RigidBody* body : {&floor, &box})
    body->set_initial_velocity({0, 0, -100}, Vec3::Zero());
  s.model.add_rigid_link(&floor, &box, {5, 5, 0}, {1, 1, 1});
  s.model.initialize_joints(0);
  s.limits.extents = Aabb{{-9, -9, -1.5}, {9, 9, 1}};
  const LogLines log;
  s.run(precise(), 0.01, {});  // the floor is 1 below
  EXPECT_EQ(s.model.bodies().size(), 2u);
  EXPECT_EQ(s.constraints().size(), 5u);
  s.run(precise(), 0.01, {});  // now its top is 2 below, the box reaches from there to −1
  ASSERT_EQ(s.model.bodies().size(), 1u);
  EXPECT_EQ(s.model.bodies()[0].get(), &box);
  EXPECT_TRUE(s.constraints().empty());
}

TEST_F(LimitsTest, ADeepContactEndsTheRun)
{
  Simulation s(0.01);
  add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle).label = "floor";
  RigidBody& ball = add_ball(s.model, {0, 0, 0.6}, 0.5);
  ball.set_initial_velocity({0, 0, -8}, Vec3::Zero());
  s.limits.max_penetration = 0.015;
  write_to_file(s, 1);
  // Gaps at the middle of steps: 0.1 − 0.04, then 0.1 − 0.12 = −0.02.
  try {
    s.run(precise(), 1, {});
    ADD_FAILURE() << "no RunError";
  } catch (const RunError& error) {
    const std::string text = error.what();
    for (const char* part :
         {"the penetration of body 1 'floor' and body 2 is 0.02 m", "t = 0.02 s", "the bound is 0.015 m"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  expect_times(times_in_file(), {0, 0.02});  // the step is there to be looked at
  EXPECT_EQ(ResultReader(path_).read(1).constraints.size(), 1u);
}

TEST_F(LimitsTest, AContactWithinTheBoundDoesNot)
{
  Simulation s(0.01);
  add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  add_ball(s.model, {0, 0, 0.6}, 0.5).set_initial_velocity({0, 0, -8}, Vec3::Zero());
  s.limits.max_penetration = 0.021;
  EXPECT_NEAR(s.run(precise(), 0.05, {}).max_penetration, 0.02, 1e-9);
}

TEST_F(LimitsTest, ARigidBodyThatTouchesItselfFeelsNothingOfIt)
{
  Simulation s(0.01);
  RigidBody& body = s.model.add_body(
      BodyKind::rigid, {make_box({0, 0, 0}, {1, 1, 1}), make_box({0, 0, 0.9}, {1, 1, 2})}, stone, "");
  body.self_contact = true;
  body.set_initial_velocity({1, 2, 3}, Vec3::Zero());
  write_to_file(s, 0);
  const LogLines log;
  const RunReport report = s.run(precise(), 0.1, {});
  EXPECT_EQ(report.unconverged_steps, 0);
  ASSERT_EQ(s.constraints().size(), 4u);
  for (const ConstraintRecord& c : s.constraints())
    EXPECT_EQ(c.impulse, (std::array<double, 3>{0, 0, 0}));
  expect_near(body.velocity({body.center()}), {1, 2, 3}, 1e-14);
  EXPECT_EQ(log.lines, (Lines{"body 1 and body 1 overlap by 0.1 m"}));
  const Frame last = ResultReader(path_).read(10);
  s.restore(last);
  expect_same_state(s.frame(), last);
}

}  // namespace
}  // namespace corbel::testing
