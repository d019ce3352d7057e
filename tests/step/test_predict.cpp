// SPDX-License-Identifier: MIT
// Stage 1: which loads act, when and where they are evaluated, and that obstacles come last. More about loads: physics/test_loads.
#include "step/all_kinds.hpp"

#include "body_steps.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double t = 0.3, h = 0.02;

/// Grows by 1 per second.
const Amplitude clock_value = series({0, 10}, {0, 10});

Vec3 momentum_gained(const Body& body)
{
  return body.mass() * (at_center(body, Instant::free) - at_center(body, Instant::start));
}

SolverStatus predict_and_drive(Model& model)
{
  const TimeStep step{t, StepRule::midpoint(h)};
  const StepJoints joints = joints_of(model);
  Reactions reactions;
  start_joints(joints, {}, reactions);
  predict(model, model.bodies(), step);
  return drive_obstacles(model.bodies(), joints.of_obstacles, step, reactions);
}

}  // namespace

TEST(Predict, GravityActsOnWhatResponds)
{
  AllKinds s;
  const Vec3 v(1, 2, 3);
  for (Body* body : s.movers())
    body->set_initial_velocity(v, {0, 0, 0});
  s.model.gravity = {Amplitude(0), clock_value, Amplitude(-10)};
  predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)});
  const Vec3 expected = v + h * Vec3(0, t + h / 2, -10);
  for (const Body* body : s.movers())
    EXPECT_LT((at_center(*body, Instant::free) - expected).norm(), 1e-12) << name_of(*body);
  EXPECT_EQ(at_center(s.obstacle, Instant::end), Vec3::Zero());
}

TEST(Predict, BodiesAreInTheMiddleOfTheStep)
{
  AllKinds s;
  for (Body* body : s.movers())
    body->set_initial_velocity({1, 2, 3}, {0, 0, 0});
  predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)});
  for (const Body* body : s.movers()) {
    const MaterialPoint center = body->locate("center", body->center());
    EXPECT_LT((body->mid_position(center) - body->center() - h / 2 * Vec3(1, 2, 3)).norm(), 1e-13)
        << name_of(*body);
    EXPECT_LT((body->position(center) - body->center()).norm(), 1e-13);
    EXPECT_LT((at_center(*body, Instant::start) - Vec3(1, 2, 3)).norm(), 1e-13);
  }
}

TEST(Predict, ForcesAreThoseOfTheMiddle)
{
  AllKinds s;
  for (Body* body : s.movers())
    s.model.add_force(*body, LoadKind::spatial, body->center(), {0, 3, 4}, clock_value);
  predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)});
  for (const Body* body : {static_cast<Body*>(&s.rigid), static_cast<Body*>(&s.affine)})
    EXPECT_LT((momentum_gained(*body) - h * (t + h / 2) * Vec3(0, 0.6, 0.8)).norm(), 1e-14) << name_of(*body);
  for (FiniteElementBody* body : {&s.tl, &s.bc}) {
    find_end_velocity(*body);
    advance(*body, h);
    EXPECT_LT((body->linear_momentum() - h * (t + h / 2) * Vec3(0, 0.6, 0.8)).norm(), 1e-12)
        << name_of(*body);
  }
}

/// n = F½ N / |F½ N|, F½ = F + h/2 Ḟ.
TEST(Predict, ConvectedForcesFollowTheGradientOfTheMiddle)
{
  AllKinds s;
  Mat3 F, rate;
  F << 1.02, 0.1, 0, -0.1, 1.01, 0, 0, 0.05, 0.98;
  rate << 0, 2, 1, -2, 0, 0, 0, 1, 0;
  std::vector<double> q(F.data(), F.data() + 9), u(rate.data(), rate.data() + 9);
  q.insert(q.end(), {2, 0, 0.1});
  u.insert(u.end(), {0, 0, 0});
  s.affine.set_q(q);
  s.affine.set_u(u);
  s.model.add_force(s.affine, LoadKind::convected, s.affine.center(), {1, 2, 2}, 30);
  predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)});
  const Vec3 n = ((F + h / 2 * rate) * Vec3(1, 2, 2)).normalized();
  EXPECT_LT((momentum_gained(s.affine) - h * 30 * n).norm(), 1e-13);
}

TEST(Predict, SeveralLoadsAddUp)
{
  const auto gained = [](bool force, bool callback, bool gravity) {
    AllKinds s;
    if (force) s.model.add_force(s.affine, LoadKind::spatial, {2.05, 0, 0.1}, {1, 0, 1}, 20);
    if (callback)
      s.model.add_callback_force(
          s.affine, [](const auto&, const auto&, double, double) { return std::vector<double>(12, 3); });
    if (gravity) set_gravity(s.simulation, {0, 1, -9});
    predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)});
    return Vec3(s.affine.step_velocity(s.affine.locate("X", {2.1, 0.1, 0.2}), Instant::free));
  };
  const Vec3 sum = gained(true, false, false) + gained(false, true, false) + gained(false, false, true);
  EXPECT_LT((gained(true, true, true) - sum).norm(), 1e-12 * sum.norm());
  EXPECT_GT(gained(true, false, false).norm(), 1e-3);
  EXPECT_GT(gained(false, true, false).norm(), 1e-3);
}

TEST(Predict, CallbacksComeInTheirOrderWithTheStateOfTheMiddle)
{
  AllKinds s;
  s.affine.set_initial_velocity({1, 2, 3}, {0, 0, 4});
  s.bc.set_initial_velocity({0, 1, 0}, {0, 0, 0});
  const Eigen::VectorXd x = numbers_of(s.bc.q()), v = numbers_of(s.bc.u());
  std::vector<int> order;
  s.model.add_callback_force(
      s.bc, [&](const std::vector<double>& q, const std::vector<double>& u, double time, double step) {
        order.push_back(1);
        EXPECT_LT((numbers_of(q) - x - h / 2 * v).norm(), 1e-14);
        EXPECT_EQ(numbers_of(u), v);
        EXPECT_DOUBLE_EQ(time, t + h / 2);
        EXPECT_EQ(step, h);
        return std::vector<double>(81, 0.0);
      });
  s.model.add_callback_force(s.affine, [&](const auto&, const auto&, double, double) {
    order.push_back(2);
    return std::vector<double>(12, 0.0);
  });
  s.model.add_callback_force(s.rigid, [&](const auto&, const auto&, double, double) {
    order.push_back(3);
    return std::vector<double>(9, 0.0);
  });
  predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)});
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
}

TEST(Predict, CallbacksMayNotChangeTheModel)
{
  AllKinds s;
  bool was_locked = false;
  s.model.add_callback_force(s.rigid, [&](const auto&, const auto&, double, double) {
    was_locked = s.model.is_locked();
    add_rigid(s.simulation, ball({9, 9, 9}, 1));
    return std::vector<double>(9, 0.0);
  });
  EXPECT_THROW(predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)}), InputError);
  EXPECT_TRUE(was_locked);
  EXPECT_FALSE(s.model.is_locked());
  EXPECT_EQ(s.model.bodies().size(), 5U);
}

TEST(Predict, CallbacksThatReturnNonsenseAreNamed)
{
  const std::vector<std::pair<std::vector<double>, std::string>> cases = {
      {{1, 2}, "returned 2 numbers at t = 0.31, expected 9 finite numbers"},
      {std::vector<double>(9, std::numeric_limits<double>::infinity()),
       "returned inf at t = 0.31, expected 9 finite numbers"}};
  for (const auto& [force, complaint] : cases) {
    AllKinds s;
    s.model.add_callback_force(s.rigid, [&f = force](const auto&, const auto&, double, double) { return f; });
    try {
      predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)});
      FAIL() << complaint;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("body 2 " + complaint), std::string::npos) << error.what();
    }
  }
}

/// Springs are evaluated with the stroke of t + h/2 and the rate of t.
TEST(Predict, SpringsAreCalledInTheMiddle)
{
  AllKinds s;
  s.rigid.set_initial_velocity({0, 0, 2}, {0, 0, 0});
  std::vector<std::pair<double, double>> calls;
  SpringData data;
  data.direction = Vec3::UnitZ();
  data.force = [&](double stroke, double rate) {
    calls.emplace_back(stroke, rate);
    return -100 * stroke;
  };
  s.model.add_spring(s.rigid, s.rigid.center(), nullptr, s.rigid.center() + Vec3(0, 0, 1), data);
  s.model.initialize_joints(t);
  predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)});
  // p2 is fixed and p1 moves along n: the stroke falls.
  const auto is_middle = [](const auto& call) {
    return std::abs(call.first + h / 2 * 2) < 1e-14 && std::abs(call.second + 2) < 1e-14;
  };
  EXPECT_TRUE(std::ranges::any_of(calls, is_middle));
  EXPECT_LT(calls.size(), 8U);
}

TEST(Predict, ObstaclesTakeTheMotionOfTheirJoints)
{
  AllKinds s;
  s.model.add_prescribed_motion(s.obstacle, {0, 0, 0.1}, {0, 0, 1}, MotionKind::velocity, clock_value);
  s.model.initialize_joints(t);
  EXPECT_EQ(predict_and_drive(s.model), SolverStatus::ok);
  EXPECT_LT((s.obstacle.step_velocity({{0.1, 0.1, 0.2}}, Instant::end) - Vec3(0, 0, t + h)).norm(), 1e-14);
}

TEST(Predict, ObstaclesWhoseJointsContradictEachOtherAreReported)
{
  AllKinds s;
  s.model.add_prescribed_motion(s.obstacle, {0, 0, 0.1}, {0, 0, 1}, MotionKind::velocity, 1);
  s.model.add_prescribed_motion(s.obstacle, {0, 0, 0.1}, {0, 0, 1}, MotionKind::velocity, 2);
  s.model.initialize_joints(t);
  EXPECT_NE(predict_and_drive(s.model), SolverStatus::ok);
}

TEST(Predict, AStateThatWasGivenBeginsWithItsEnergy)
{
  AllKinds s;
  s.rigid.set_initial_velocity({1, 0, 0}, {0, 0, 0});
  s.bc.set_initial_velocity({0, 2, 0}, {0, 0, 0});
  predict(s.model, s.model.bodies(), {t, StepRule::midpoint(h)});
  EXPECT_NEAR(s.rigid.start_energy, 0.5 * 8, 1e-12);
  EXPECT_NEAR(s.bc.start_energy, 0.5 * 8 * 4, 1e-11);
  EXPECT_EQ(s.tl.start_energy, 0);
}

TEST(JointsOf, EverySideAnObstacleOrOneThatResponds)
{
  AllKinds s;
  RigidBody& other = add_obstacle(s.simulation, box({9, 0, 0}, {1, 1, 1}));
  const Joint& held = s.model.add_fixed_point(s.obstacle, s.obstacle.center());
  const Joint& hung = s.model.add_rigid_link(&s.obstacle, &s.bc, s.obstacle.center(), s.bc.center());
  const Joint& linked = s.model.add_rigid_link(&s.obstacle, &other, s.obstacle.center(), other.center());
  const Joint& fixed = s.model.add_fixed_point(s.rigid, s.rigid.center());
  const auto [of_bodies, of_obstacles] = joints_of(s.model);
  EXPECT_EQ(of_bodies, (std::vector<const Joint*>{&hung, &fixed}));
  EXPECT_EQ(of_obstacles, (std::vector<const Joint*>{&held, &linked}));
  EXPECT_TRUE(has_mover(s.model.bodies(), hung));
  EXPECT_FALSE(has_mover(s.model.bodies(), linked));
}
