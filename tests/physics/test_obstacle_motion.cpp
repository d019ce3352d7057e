// SPDX-License-Identifier: MIT
// Obstacles move as their joints say: least rotation where those leave a choice, paths of whole obstacles
// exactly.
#include "corbel/math/rotation.hpp"
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// The box [0, 2] × [−0.5, 0.5] × [−0.1, 0] times a length, as an obstacle.
RigidBody& add_table(Simulation& simulation, double length = 1)
{
  return add_obstacle(simulation, box(length * Vec3(1, 0, -0.05), length * Vec3(2, 1, 0.1)));
}

double angle_from_start(const RigidBody& body) { return Eigen::AngleAxisd(body.rotation()).angle(); }

std::shared_ptr<MotionPath> path(const Simulation& simulation,
                                 std::optional<MotionPath::Translation> translation,
                                 std::optional<VectorAmplitude> omega = std::nullopt)
{
  return std::make_shared<MotionPath>(std::move(translation), std::move(omega), simulation.h());
}

VectorAmplitude constant(const Vec3& a) { return std::array<Amplitude, 3>{a.x(), a.y(), a.z()}; }

const Amplitude ramp = series({0, 10}, {0, 10});  ///< t

}  // namespace

TEST(ObstacleMotion, DrivenAtOnePointItTranslates)
{
  // The first step starts from rest: h/2, then h per step at 1 m/s. In any unit of length.
  for (const double length : {1.0, 1e-3, 1e3}) {
    Simulation simulation(1e-3);
    RigidBody& table = add_table(simulation, length);
    simulation.model.add_prescribed_motion(table, {0, 0, 0}, {0, 1, 0}, MotionKind::velocity, length);
    const RunReport report = run(simulation, 0.1);
    EXPECT_EQ(report.unconverged_steps, 0);
    EXPECT_LT((table.current_center() / length - Vec3(1, 0.0995, -0.05)).norm(), 1e-13);
    EXPECT_LT((table.rotation() - Mat3::Identity()).norm(), 1e-14);
  }
}

TEST(ObstacleMotion, ADrumHeldAtTwoPointsAndDrivenAtAThirdTurns)
{
  // The point (1, 0, 0) follows y = s(t): sin φ = s. Its place is met to second order.
  const double h = 1e-3;
  Simulation simulation(h);
  RigidBody& drum = add_obstacle(simulation, box({0.2, -0.1, 0}, {3, 3, 2}));
  simulation.model.add_fixed_point(drum, {0, 0, -1});
  simulation.model.add_fixed_point(drum, {0, 0, 1});
  simulation.model.add_prescribed_motion(drum, {1, 0, 0}, {0, 1, 0}, MotionKind::displacement,
                                         sampled([](double t) { return 0.5 * t * t; }, 2, h));
  double angle_error = 0, axis_error = 0;
  const RunReport report = run(simulation, 1, [&] {
    const double t = simulation.time();
    const Mat3 exact = exp_map({0, 0, std::asin(0.5 * t * t)});
    angle_error = std::max(angle_error, (drum.rotation() - exact).norm());
    for (const double z : {-1.0, 1.0})
      axis_error = std::max(axis_error, (drum.position({{0, 0, z}}) - Vec3(0, 0, z)).norm());
  });
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_GT(angle_from_start(drum), 0.5);  // asin 0.5
  EXPECT_LT(angle_error, 2 * h * h);
  EXPECT_LT(axis_error, 1e-7);
}

TEST(ObstacleMotion, DrivenAtTwoPointsItTurnsAsMuchAsTheyAsk)
{
  // y of (0, 0, 0) is t²/2 and of (2, 0, 0) 0.75 t²: 2 sin θ = t²/4, and their mean stays at x = 1 (least v).
  // To second order in the step.
  const auto largest_error = [](double h) {
    Simulation simulation(h);
    RigidBody& table = add_table(simulation);
    simulation.model.add_prescribed_motion(table, {0, 0, 0}, {0, 1, 0}, MotionKind::acceleration, 1);
    simulation.model.add_prescribed_motion(table, {2, 0, 0}, {0, 1, 0}, MotionKind::acceleration, 1.5);
    double error = 0;
    const RunReport report = run(simulation, 1.5, [&] {
      const double t = simulation.time(), theta = std::asin(t * t / 8);
      const Vec3 half = Vec3(std::cos(theta), std::sin(theta), 0), mean(1, 0.625 * t * t, 0);
      error = std::max({error, (table.position({{0, 0, 0}}) - (mean - half)).norm(),
                        (table.position({{2, 0, 0}}) - (mean + half)).norm()});
    });
    EXPECT_EQ(report.unconverged_steps, 0);
    return error;
  };
  const double coarse = largest_error(2e-3), fine = largest_error(1e-3);
  EXPECT_LT(fine, 2e-6);
  EXPECT_GT(order(coarse, fine), 1.9);
}

TEST(ObstacleMotion, JointsThatContradictEachOtherAreNotCalledSolved)
{
  Simulation simulation(1e-3);
  RigidBody& table = add_table(simulation);
  simulation.model.add_prescribed_motion(table, {0, 0, 0}, {1, 0, 0}, MotionKind::velocity, 1);
  simulation.model.add_prescribed_motion(table, {2, 0, 0}, {1, 0, 0}, MotionKind::velocity,
                                         2);  // stretches it
  const RunReport report = run_steps(simulation, 3);
  EXPECT_EQ(report.unconverged_steps, 3);
  EXPECT_NEAR(velocity(table).x(), 1.5, 1e-12);  // least squares
}

TEST(ObstacleMotion, JointsThatSayTheSameTwiceAreFine)
{
  Simulation simulation(1e-3);
  RigidBody& table = add_table(simulation);
  for (const double x : {0.0, 0.3, 1.0, 2.0})
    simulation.model.add_fixed_point(table, {x, 0.1, 0});
  const RunReport report = run_steps(simulation, 5);
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_LT((table.current_center() - Vec3(1, 0, -0.05)).norm(), 1e-15);
}

TEST(ObstacleMotion, AnObstacleThatMayNotTurnDoesNot)
{
  Simulation simulation(1e-3);
  RigidBody& table = add_table(simulation);
  table.set_rotation_enabled(false);
  simulation.model.add_prescribed_motion(table, {0, 0, 0}, {0, 1, 0}, MotionKind::velocity, 1);
  simulation.model.add_prescribed_motion(table, {2, 0, 0}, {0, 1, 0}, MotionKind::velocity, 2);
  EXPECT_EQ(run_steps(simulation, 3).unconverged_steps, 3);
  EXPECT_NEAR(velocity(table).y(), 1.5, 1e-12);
  EXPECT_EQ(omega(table), Vec3(Vec3::Zero()));
}

TEST(ObstacleMotion, ALinkedObstacleIsPulledAlongAndKeepsItsDistance)
{
  // Two balls, a rod of length 5 along x; the first goes along y. The link holds |x1 − x2| = 5, and the
  // second, which is free otherwise, moves as little as that allows: perpendicular motion does not pull it to
  // first order.
  Simulation simulation(1e-3);
  RigidBody& first = add_obstacle(simulation, ball({0, 0, 0}, 0.5));
  RigidBody& second = add_obstacle(simulation, ball({5, 0, 0}, 0.5));
  simulation.model.add_prescribed_motion3(first, {0, 0, 0}, Mat3::Identity(), MotionKind::acceleration,
                                          {Amplitude(-1.0), Amplitude(0.5), Amplitude(0.0)});
  simulation.model.add_rigid_link(&first, &second, {0, 0, 0}, {5, 0, 0});
  double length_error = 0;
  const RunReport report = run(simulation, 1, [&] {
    length_error =
        std::max(length_error, std::abs((first.current_center() - second.current_center()).norm() - 5));
  });
  EXPECT_EQ(report.unconverged_steps, 0);
  EXPECT_LT(length_error, 1e-9);
  EXPECT_LT((first.current_center() - Vec3(-0.5, 0.25, 0)).norm(), 1e-12);
  EXPECT_LT(second.current_center().x(), 4.6);  // pulled by half a metre, less what the turn of the rod gives
}

TEST(ObstacleMotion, SpringsBetweenObstaclesAreRefused)
{
  Simulation simulation(1e-3);
  RigidBody& first = add_obstacle(simulation, ball({0, 0, 0}, 0.5));
  SpringData data;
  data.force = [](double s, double) { return -s; };
  EXPECT_THROW(simulation.model.add_spring(first, {0, 0, 0}, nullptr, {0, 0, 1}, data), InputError);
}

TEST(Paths, AConstantVelocityIsFollowedFromTheFirstStepOn)
{
  Simulation simulation(1e-3);
  RigidBody& table = add_table(simulation);
  simulation.model.move_obstacle(
      table, {0, 0, 0}, path(simulation, MotionPath::Translation{MotionKind::velocity, constant({0, 1, 2})}));
  run(simulation, 0.1, [&] {
    const double t = simulation.time();
    EXPECT_LT((table.current_center() - Vec3(1, t, 2 * t - 0.05)).norm(), 1e-15);
    EXPECT_EQ(velocity(table), Vec3(0, 1, 2));
  });
}

TEST(Paths, ADisplacementIsMetAtTheEndOfEveryStep)
{
  const auto s = [](double t) { return Vec3(1 - std::cos(3 * t), 0.2 * std::sin(7 * t), t * t); };
  Simulation simulation(0.01);
  RigidBody& table = add_table(simulation);
  simulation.model.move_obstacle(
      table, {0, 0, 0},
      path(simulation, MotionPath::Translation{MotionKind::displacement, VectorFunction(s)}));
  double error = 0, v_error = 0;
  run(simulation, 3, [&] {
    const double t = simulation.time();
    error = std::max(error, (table.current_center() - Vec3(1, 0, -0.05) - s(t)).norm());
    const Vec3 v(3 * std::sin(3 * t), 1.4 * std::cos(7 * t), 2 * t);
    v_error = std::max(v_error, (velocity(table) - v).norm());
  });
  EXPECT_LT(error, 1e-14);
  EXPECT_LT(v_error, 0.01 * 0.01 / 24 * 100);  // h²/24 |s'''|, at most 27 and 69 m/s³
}

TEST(Paths, AnObstacleTurnsExactlyAboutAPointThatMoves)
{
  const Vec3 about(0.3, -2, 1), spin(0.4, -0.7, 2), v(0.5, 0, -0.2);
  Simulation simulation(0.01);
  RigidBody& table = add_table(simulation);
  simulation.model.move_obstacle(
      table, about,
      path(simulation, MotionPath::Translation{MotionKind::velocity, constant(v)}, constant(spin)));
  double error = 0, u_error = 0;
  const Vec3 X(2, 0.5, 0);
  run(simulation, 20, [&] {
    const double t = simulation.time();
    const Vec3 arm = exp_map(t * spin) * (X - about);
    error = std::max(error, (table.position({X}) - (about + t * v + arm)).norm());
    u_error = std::max(u_error, (table.velocity({X}) - (v + spin.cross(arm))).norm());
  });
  EXPECT_LT(error, 1e-12);  // 45 rad
  EXPECT_LT(u_error, 1e-11);
}

TEST(Paths, ASphereThatTurnsAboutItsMiddleDoesNotPushWhatTouchesIt)
{
  // Its mass centre is elsewhere: the velocities that contacts see are those of a rotation about the middle
  // all the same, tangential all over the sphere, and balls that touch it without friction, on both sides, stay
  // where they are.
  Simulation simulation(1e-3);
  set_material(simulation, 0);
  RigidBody& sphere = add_obstacle(simulation, ball({0, 0, 0}, 1));
  sphere.set_characteristics({1, 1, {0.5, 0, 0}, Mat3::Identity()});
  RigidBody& above = add_rigid(simulation, ball({0, 1.5 - 1e-5, 0}, 0.5));
  RigidBody& below = add_rigid(simulation, ball({0, -1.5 + 1e-5, 0}, 0.5));
  simulation.model.move_obstacle(sphere, {0, 0, 0}, path(simulation, std::nullopt, constant({0, 0, 2})));
  std::size_t contacts = 0;
  run(simulation, 1, [&] { contacts += simulation.constraints().size() - 1; });
  EXPECT_EQ(contacts, 2000u);
  EXPECT_LT(velocity(above).norm(), 1e-12);
  EXPECT_LT(velocity(below).norm(), 1e-12);
}

TEST(Paths, ATableCarriesABlockAndSlipsUnderIt)
{
  // As MovingTable of test_prescribed.cpp: a < μ g carries it, a > μ g does not.
  const double mu = 0.3, g = 9.81;
  for (const double a : {0.9 * mu * g, 1.5 * mu * g}) {
    Simulation simulation(1e-3);
    set_gravity(simulation, {0, 0, -g});
    set_material(simulation, mu);
    RigidBody& table = add_obstacle(simulation, box({3, 0, -0.5}, {16, 10, 1}));
    RigidBody& brick = add_rigid(simulation, block({0, 0, 0.05}, {0.3, 0.3, 0.1}), 100);
    simulation.model.move_obstacle(
        table, {0, 0, 0},
        path(simulation, MotionPath::Translation{MotionKind::acceleration, constant({a, 0, 0})}));
    run(simulation, 1);
    EXPECT_NEAR(velocity(brick).x(), std::min(a, mu * g), 1e-9);
    EXPECT_NEAR(brick.current_center().x(), 0.5 * std::min(a, mu * g), 1e-9);
    EXPECT_NEAR(table.current_center().x(), 3 + 0.5 * a, 1e-12);
  }
}

TEST(Paths, NothingElseMayMoveTheObstacle)
{
  Simulation simulation(1e-3);
  RigidBody& table = add_table(simulation);
  RigidBody& other = add_obstacle(simulation, ball({9, 0, 0}, 0.5));
  RigidBody& brick = add_rigid(simulation, ball({0, 5, 0}, 0.5));
  const auto still = [&] {
    return path(simulation, MotionPath::Translation{MotionKind::velocity, constant({0, 0, 0})});
  };
  Joint& held = simulation.model.add_fixed_point(table, {0, 0, 0});
  EXPECT_THROW(simulation.model.move_obstacle(table, {0, 0, 0}, still()), InputError);
  simulation.model.remove_joint(held.id);
  Joint& moved = simulation.model.move_obstacle(table, {0, 0, 0}, still());
  EXPECT_THROW(simulation.model.move_obstacle(table, {0, 0, 0}, still()), InputError);
  EXPECT_THROW(simulation.model.add_fixed_point(table, {0, 0, 0}), InputError);
  EXPECT_THROW(simulation.model.add_rigid_link(&other, &table, {9, 0, 0}, {2, 0, 0}), InputError);
  EXPECT_NO_THROW(
      simulation.model.add_rigid_link(&brick, &table, {0, 5, 0}, {2, 0, 0}));  // the brick gives way
  EXPECT_THROW(simulation.model.move_obstacle(brick, {0, 5, 0}, still()), InputError);
  simulation.model.remove_joint(moved.id);
  EXPECT_NO_THROW(simulation.model.add_fixed_point(table, {0, 0, 0}));
}

TEST(Paths, InQuasiStaticAnalysisTheObstacleIsAtItsPlaceAtTheEndOfEachStep)
{
  Simulation simulation(0.1);
  simulation.analysis = Analysis::quasi_static;
  RigidBody& table = add_table(simulation);
  const Vec3 about(0, 0, 0), spin(0, 0, 3), v(1, 0, 0.5);
  simulation.model.move_obstacle(
      table, about,
      path(simulation, MotionPath::Translation{MotionKind::velocity, constant(v)}, constant(spin)));
  run(simulation, 1, [&] {
    const double t = simulation.time();
    EXPECT_LT((table.position({{2, 0.5, 0}}) - (t * v + exp_map(t * spin) * Vec3(2, 0.5, 0))).norm(), 1e-13);
  });
}

TEST(Paths, NodesOfASurfaceFollowARotation)
{
  // A bar of finite elements turned about its own axis at one end and nowhere held else: the nodes of that
  // end are where the rotation has them, to second order; they start with the velocity that the motion has.
  const double w = 3;
  const auto largest_error = [&](double h) {
    Simulation simulation(h);
    const std::vector<double> corners = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                         0, 0, 2, 1, 0, 2, 1, 1, 2, 0, 1, 2};
    const Mesh mesh = make_hex_mesh(corners, 2, 2, 2, 0, std::vector<int>{1, 0, 0, 0, 0, 0}, {}, {}, {});
    FiniteElementBody& bar = simulation.model.add_finite_element(
        mesh, {.label = "", .young = 1e6, .poisson = 0.3, .density = 1000}, FiniteElementForm::tl, "");
    const auto turned = path(simulation, std::nullopt, constant({0, 0, w}));
    EXPECT_EQ(simulation.model.move_surface(bar, 1, std::nullopt, turned).size(), 9u);
    bar.set_initial_velocity(Vec3(0, 0, w).cross(Vec3(0, 0, 0)), {0, 0, w});
    double error = 0;
    const MaterialPoint corner = bar.locate("point", {1, 0, 0});
    run(simulation, 1, [&] {
      const Vec3 about(0.5, 0.5, 0);
      const Vec3 exact = about + exp_map({0, 0, w * simulation.time()}) * (Vec3(1, 0, 0) - about);
      error = std::max(error, (bar.position(corner) - exact).norm());
    });
    return error;
  };
  const double coarse = largest_error(0.01), fine = largest_error(0.005);
  EXPECT_LT(fine, 0.005 * 0.005 * w * w);
  EXPECT_GT(order(coarse, fine), 1.8);
}
