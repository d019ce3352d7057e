// SPDX-License-Identifier: MIT
// Bodies that only contacts hold.
#include "statics/static_scene.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

constexpr double length = 0.4, width = 0.2, young = 1e7, rho = 1000, g = 10;
constexpr double weight = rho * g * width * width * length;

/// A block that stands on the floor.
StaticCase standing(std::string_view form)
{
  return StaticCase(straight_brick({0, 0, 0}, {width, width, length}, 2, 2, 4), {young, 0, rho}, form);
}

void put_on_floor(StaticCase& c, double friction)
{
  set_gravity(c.simulation, {0, 0, -g});
  c.simulation.model.surface_materials.add(
      {.label = "all", .surface1 = {}, .surface2 = {}, .friction = friction, .restitution = 0});
  add_floor(c.simulation);
}

class Contacts : public ::testing::TestWithParam<const char*> {};

/// A bar under its own weight is shorter by ρ g L² / 2E. Linear elements have it right at their nodes.
TEST_P(Contacts, ABlockOnTheFloorIsCompressedByItsWeight)
{
  StaticCase c = standing(GetParam());
  put_on_floor(c, 0.5);
  EXPECT_EQ(c.solve().unconverged_steps, 0);
  const double shorter = rho * g * length * length / (2 * young);
  // TL: strains of 2E-4 are not infinitesimal
  EXPECT_NEAR(c.displacement({width / 2, width / 2, length}).z(), -shorter, 1e-3 * shorter);
  double normal = 0;
  for (const ConstraintRecord& contact : c.simulation.constraints())
    normal += spatial_impulse(contact).z() / c.simulation.step_of_reactions();
  EXPECT_NEAR(std::abs(normal), weight, 1e-8 * weight);
}

/// A flat block under gravity that leans by `slope` from the vertical.
StaticCase leaning(std::string_view form)
{
  return StaticCase(straight_brick({0, 0, 0}, {0.4, 0.4, 0.1}, 4, 4, 1), {young, 0, rho}, form);
}

TEST_P(Contacts, FrictionHoldsABlockUpToItsLimit)
{
  for (const double slope : {0.3, 0.49}) {
    StaticCase c = leaning(GetParam());
    put_on_floor(c, 0.5);
    set_gravity(c.simulation, {slope * g, 0, -g});
    EXPECT_EQ(c.solve().unconverged_steps, 0) << slope;
    EXPECT_LT(c.displacement({0.2, 0.2, 0}).x(), 1e-3);
    const double load = slope * rho * g * 0.4 * 0.4 * 0.1;
    double tangential = 0;
    for (const ConstraintRecord& contact : c.simulation.constraints())
      tangential += spatial_impulse(contact).x() / c.simulation.step_of_reactions();
    EXPECT_NEAR(std::abs(tangential), load, 1e-7 * load);
  }
}

/// All contacts slide and hold the block in z only: it is the motion along the slope that is named as free.
TEST_P(Contacts, NothingBalancesAForceBeyondFriction)
{
  StaticCase c = leaning(GetParam());
  put_on_floor(c, 0.5);
  set_gravity(c.simulation, {0.55 * g, 0, -g});
  c.simulation.statics.max_passes = 40;
  try {
    c.solve();
    FAIL() << "balance beyond friction";
  } catch (const RunError& error) {
    const std::string complaint = error.what();
    EXPECT_NE(complaint.find("body 1 is not supported and its forces are not in equilibrium"),
              std::string::npos)
        << complaint;
    EXPECT_NE(complaint.find("free rigid-body motions: translation along x,"), std::string::npos)
        << complaint;
    EXPECT_EQ(complaint.find("translation along z"), std::string::npos) << complaint;
  }
}

/// A bar between the floor and a press that moves down by d: σ = E d / L.
TEST_P(Contacts, AnObstacleThatMovesPressesABody)
{
  StaticCase c = standing(GetParam());
  put_on_floor(c, 0);
  set_gravity(c.simulation, {0, 0, 0});
  Model& model = c.simulation.model;
  const Where axis = [](const Vec3& X) {
    return (X.head<2>() - Eigen::Vector2d(width / 2, width / 2)).norm() < 1e-9;
  };
  c.fix(axis, "xy");
  c.fix([](const Vec3& X) { return (X - Vec3(width, width / 2, 0)).norm() < 1e-9; }, "y");
  RigidBody& press = add_obstacle(c.simulation, box({width / 2, width / 2, length + 0.05}, {0.5, 0.5, 0.1}));
  const double d = 1e-4;
  const Vec3 low(width / 2, width / 2, length);
  model.add_prescribed_motion(press, low, {0, 0, 1}, MotionKind::displacement, series({0, 2}, {0, -2 * d}));
  for (const Vec3& X : {Vec3(0, 0, length), Vec3(width, 0, length), Vec3(0, width, length)})
    model.add_prescribed_motion(press, X, {0, 0, 1}, MotionKind::displacement, series({0, 2}, {0, -2 * d}));
  EXPECT_EQ(c.solve(2).unconverged_steps, 0);
  EXPECT_NEAR(press.position({low}).z(), length - 2 * d, 1e-12);
  const double force = young * width * width * 2 * d / length;
  double pressed = 0;
  for (const ConstraintRecord& r : c.simulation.constraints())
    if (r.joint == 0 && r.point[2] < length / 2) pressed += std::abs(spatial_impulse(r).z());
  EXPECT_NEAR(pressed / c.simulation.step_of_reactions(), force, 2e-3 * force);
}

INSTANTIATE_TEST_SUITE_P(Forms, Contacts, ::testing::Values("TL", "BC", "LINEAR"));

}  // namespace
}  // namespace corbel::testing
