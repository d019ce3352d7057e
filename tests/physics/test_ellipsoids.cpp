// SPDX-License-Identifier: MIT
// Ellipsoids on the floor: what they conserve, how they rest and roll.
#include "physics/scene_helpers.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double g = 9.81;

ShapePart ellipsoid(const Vec3& center, const Vec3& radii, const Vec3& axis = Vec3::UnitX(),
                    double degrees = 0)
{
  ShapePart part = make_ellipsoid(center, radii, 0, 0);
  rotate(part, center, axis, degrees);
  return part;
}

double energy(const RigidBody& body)
{
  return body.kinetic_energy() + body.mass() * g * body.current_center().z();
}

/// About the mass centre.
Vec3 spin_momentum(const RigidBody& body)
{
  return body.angular_momentum() - body.current_center().cross(body.linear_momentum());
}

}  // namespace

TEST(Ellipsoids, FrictionlessTumblingKeepsWhatAVerticalPushCannotChange)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ellipsoid({0, 0, 1}, {0.3, 0.2, 0.1}, {1, 2, 3}, 50), 100);
  body.scheme = RigidScheme::rig_imp;
  body.set_initial_velocity({0.5, -0.25, 0}, {1, 2, 3});
  const Vec3 p = body.linear_momentum();
  const double spin = spin_momentum(body).z();
  int contacts = 0;
  run(simulation, 1, [&] {
    contacts += !simulation.constraints().empty();
    EXPECT_NEAR(body.linear_momentum().x(), p.x(), 1e-12 * p.norm());
    EXPECT_NEAR(body.linear_momentum().y(), p.y(), 1e-12 * p.norm());
    EXPECT_NEAR(spin_momentum(body).z(), spin, 1e-9 * std::abs(spin));
  });
  EXPECT_GT(contacts, 50);
}

TEST(Ellipsoids, AnImpactWithoutReboundNeverAddsEnergy)
{
  for (const double friction : {0.0, 0.5}) {
    Simulation simulation(1e-3);
    set_gravity(simulation, {0, 0, -g});
    set_material(simulation, friction);
    add_floor(simulation);
    RigidBody& body = add_rigid(simulation, ellipsoid({0, 0, 0.5}, {0.3, 0.2, 0.1}, {3, 2, 1}, 70), 100);
    body.scheme = RigidScheme::rig_imp;
    const double start = energy(body);
    double before = start, rise = 0;
    run(simulation, 2, [&] {
      rise = std::max(rise, energy(body) - before);
      before = energy(body);
    });
    EXPECT_LT(rise, 1e-5 * start) << friction;   // a step's error of the rotation, order h²
    EXPECT_LT(before, 0.9 * start) << friction;  // the impact took some
    EXPECT_GT(body.current_center().z(), 0.0999) << friction;
  }
}

TEST(Ellipsoids, AnOblateOneRests)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.5);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ellipsoid({0.3, 0.2, 0.1}, {0.3, 0.3, 0.1}), 100);
  run(simulation, 1);
  EXPECT_LT((body.current_center() - Vec3(0.3, 0.2, 0.1)).norm(), 1e-6);
  EXPECT_LT((body.rotation() - Mat3::Identity()).norm(), 1e-6);
  EXPECT_LT(velocity(body).norm(), 1e-6);
  ASSERT_EQ(simulation.constraints().size(), 1u);
  EXPECT_NEAR(simulation.constraints()[0].impulse[2], body.mass() * g * 1e-3, 1e-6 * body.mass() * g);
}

/// A prolate one on its side rolls like a cylinder: no work is done, x = v t.
TEST(Ellipsoids, AProlateOneRollsOnItsSide)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 0.5);
  add_floor(simulation);
  RigidBody& body = add_rigid(simulation, ellipsoid({0, 0, 0.1}, {0.1, 0.3, 0.1}), 100);
  body.set_initial_velocity({0.5, 0, 0}, {0, 5, 0});
  const double start = energy(body);
  run(simulation, 1);
  EXPECT_NEAR(body.current_center().x(), 0.5, 1e-6);
  EXPECT_NEAR(body.current_center().y(), 0, 1e-9);
  EXPECT_NEAR(body.current_center().z(), 0.1, 1e-6);
  EXPECT_NEAR(energy(body), start, 1e-6 * start);
}

/// Small rocking of an oblate one without slip: with the contact's radius of curvature ρ = a²/c at the
/// centre's height c, I_c φ̈ = −m g (ρ − c) φ about the contact, I_c = m (a² + c²)/5 + m c².
TEST(Ellipsoids, RockingHasThePeriodOfItsCurvature)
{
  const double a = 0.3, c = 0.1;
  const double angle = 0.02;
  // Tilted by φ the centre is √(a² sin² + c² cos²) high.
  const double height =
      std::sqrt(a * a * std::pow(std::sin(angle), 2) + c * c * std::pow(std::cos(angle), 2));
  Simulation simulation(1e-4);
  set_gravity(simulation, {0, 0, -g});
  set_material(simulation, 10);
  add_floor(simulation);
  RigidBody& body =
      add_rigid(simulation, ellipsoid({0, 0, height}, {a, a, c}, {0, 1, 0}, angle * 180 / pi), 100);
  double before = 0;
  std::vector<double> times;
  run(simulation, 2, [&] {
    const double rate = omega(body).y();
    if (before * rate < 0)
      times.push_back(simulation.time());  // a turning point, half a period after the last
    before = rate;
  });
  ASSERT_GE(times.size(), 4u);
  const double inertia = (a * a + c * c) / 5 + c * c;
  const double period = 2 * pi * std::sqrt(inertia / (g * (a * a / c - c)));
  EXPECT_NEAR(times[2] - times[0], period, 0.01 * period);
}

/// Over the joints of a mesh without friction: elements side by side are one plane.
TEST(Ellipsoids, SlidesOverTheElementsOfAMesh)
{
  Simulation simulation(1e-3);
  set_gravity(simulation, {0, 0, -g});
  std::vector<double> corners;
  for (const double z : {-0.5, 0.0})
    for (const auto& [x, y] : {std::pair(-1.0, -1.0), {2.0, -1.0}, {2.0, 1.0}, {-1.0, 1.0}})
      corners.insert(corners.end(), {x, y, z});
  add_obstacle(simulation, make_hex_mesh(corners, 15, 5, 3, 0, std::vector<int>(6, 0), {}, {}, {}));
  RigidBody& body = add_rigid(simulation, ellipsoid({0, 0.05, 0.1}, {0.3, 0.25, 0.1}), 100);
  body.set_initial_velocity({1, 0, 0}, Vec3::Zero());
  run(simulation, 1);
  EXPECT_NEAR(velocity(body).x(), 1, 1e-3);
  EXPECT_NEAR(body.current_center().x(), 1, 1e-3);
  EXPECT_NEAR(body.current_center().z(), 0.1, 1e-4);
}
