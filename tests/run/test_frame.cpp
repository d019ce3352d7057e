// SPDX-License-Identifier: MIT
// What a frame says of a step: reactions that carry the weight, energies that balance, joints before
// contacts.
#include "corbel/run/describe_model.hpp"
#include "runs.hpp"

#include <numeric>

namespace corbel::testing {
namespace {

double sum_of_normal_forces(const Simulation& s)
{
  double sum = 0;
  for (const ConstraintRecord& c : s.constraints())
    sum += c.impulse[2] / s.h();
  return sum;
}

TEST(Frames, ReactionsCarryTheWeight)
{
  Simulation s(0.001);
  s.model.gravity = {0.0, 0.0, -g};
  RigidBody& floor = add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  RigidBody& box = add_mesh(s.model, {0, 0, 0}, {2, 2, 1}, 2, 2, 1);
  const int felt = s.model.surface_materials.add({"felt", {}, {}, 0.5, 0});
  s.run(precise(), 0.1, {});
  EXPECT_NEAR(sum_of_normal_forces(s), box.mass() * g, 1e-6 * box.mass() * g);
  ASSERT_EQ(s.constraints().size(), 9u);  // nodes of the lower face
  double area = 0;
  for (const ConstraintRecord& c : s.constraints()) {
    EXPECT_EQ(c.kind, ConstraintKind::contact);
    EXPECT_EQ(c.slave, floor.id);
    EXPECT_EQ(c.master, box.id);
    EXPECT_EQ(c.joint, 0);
    EXPECT_EQ(c.material, felt);
    EXPECT_EQ(c.slave_surface, top);
    EXPECT_EQ(c.master_surface, 1);
    EXPECT_LE(c.gap, 0);
    area += c.area;
    EXPECT_NEAR(c.frame[8], 1, 1e-9);  // n is the last of the three vectors
    EXPECT_NEAR(c.point[2], 0, 1e-5);
    EXPECT_NEAR(c.U[2], 0, 1e-9);
  }
  EXPECT_NEAR(area, 4, 1e-3);
  EXPECT_NEAR(s.energy(box).external, 0, 1e-6);
}

TEST(Frames, JointsComeFirstInTheOrderOfTheirIdentifiers)
{
  Simulation s(0.001);
  build_playground(s);
  RigidBody& ball = static_cast<RigidBody&>(*s.model.bodies()[2]);
  s.model.add_fixed_direction(ball, ball.center(), {0, 1, 0});
  s.model.add_fixed_point(*s.model.bodies()[0], {0, 0, 0});  // of the obstacle
  s.run(precise(), 0.05, {});
  const std::vector<ConstraintRecord> all = s.constraints();
  ASSERT_GT(all.size(), 3u);
  EXPECT_EQ(all[0].kind, ConstraintKind::rigid_link);
  EXPECT_EQ(all[1].kind, ConstraintKind::fixed_direction);
  EXPECT_EQ(all[2].kind, ConstraintKind::fixed_point);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(all[static_cast<std::size_t>(i)].joint, i + 1);
  for (std::size_t i = 3; i < all.size(); ++i)
    EXPECT_EQ(all[i].kind, ConstraintKind::contact);
  EXPECT_EQ(all[0].master, 4);
  EXPECT_EQ(all[0].slave, 0);  // space
  EXPECT_EQ(all[2].master, 1);
  expect_near(Vec3(all[0].point2[0], all[0].point2[1], all[0].point2[2]), Vec3(-3.5, 0.5, 5), 1e-15);
}

TEST(Frames, AHangingWeightPullsItsLink)
{
  Simulation s(0.001);
  s.model.gravity = {0.0, 0.0, -g};
  RigidBody& ball = build_ball(s, Vec3::Zero());
  s.model.add_rigid_link(&ball, nullptr, {0, 0, 0}, {0, 0, 2});
  s.run(precise(), 0.1, {});
  const ConstraintRecord link = s.constraints().at(0);
  EXPECT_NEAR(link.frame[8], -1, 1e-12);  // n from the slave, above, to the master
  EXPECT_NEAR(link.impulse[2] / s.h(), -ball.mass() * g, 1e-9 * ball.mass() * g);
  EXPECT_NEAR(link.gap, 0, 1e-12);
  EXPECT_NEAR(ball.current_center().z(), 0, 1e-12);
}

/// The gap of a link is that of the frame's instant, as its points are.
TEST(Frames, TheGapOfALinkBelongsToItsPoints)
{
  Simulation s(0.05);
  RigidBody& ball = build_ball(s, {2, 0, 0});
  s.model.add_rigid_link(&ball, nullptr, {0, 0, 0.4}, {0, 0, 2.4});
  s.model.add_rigid_link(&ball, nullptr, {0.4, 0, 0}, {2.4, 0, 0});
  GaussSeidelOptions loose;  // so that there are gaps
  loose.epsilon = 10;
  loose.max_iterations = 1;
  double largest = 0;
  for (int i = 0; i < 5; ++i) {
    s.run(GaussSeidel(loose), 0.05, {});
    for (const ConstraintRecord& c : s.constraints()) {
      const Vec3 a(c.point[0], c.point[1], c.point[2]), b(c.point2[0], c.point2[1], c.point2[2]);
      EXPECT_NEAR(c.gap, (a - b).norm() - 2, 1e-12) << i;
      largest = std::max(largest, std::abs(c.gap));
    }
  }
  EXPECT_GT(largest, 1e-3);
}

/// Friction stops a sliding box: all its kinetic energy goes into friction work, v²/(2 μ g) far.
TEST(Frames, EnergiesOfASlidingBoxBalance)
{
  Simulation s(0.001);
  s.model.gravity = {0.0, 0.0, -g};
  s.model.surface_materials.add({"rough", {}, {}, 0.5, 0});
  RigidBody& floor = add_box(s.model, {-99, -9, -1}, {99, 9, 0}, BodyKind::obstacle);
  RigidBody& box = add_mesh(s.model, {0, 0, 0}, {1, 1, 0.5}, 2, 2, 1);
  box.set_initial_velocity({2, 0, 0}, Vec3::Zero());
  const double start = box.kinetic_energy();
  s.run(precise(), 0.2, {});
  const EnergyRecord e = s.energy(box);
  EXPECT_LT(e.friction, -1);
  EXPECT_NEAR(e.kinetic, start + e.friction, 1e-3 * start);
  EXPECT_EQ(e.start, start);
  EXPECT_NEAR(e.kinetic, start + e.external + e.contact + e.friction, 1e-3 * start);
  EXPECT_NEAR(e.contact, 0, 1e-3 * start);
  EXPECT_EQ(e.internal, 0);
  EXPECT_NEAR(box.velocity({box.center()}).x(), 2 - 0.5 * g * 0.2, 2e-3);
  EXPECT_EQ(s.energy(floor).kinetic, 0);
  EXPECT_EQ(s.energy(floor).contact, 0);
}

/// Newton's restitution: e² of the energy is left, the rest is work of the contact.
TEST(Frames, ContactWorkOfABounce)
{
  Simulation s(0.001);
  s.model.surface_materials.add({"rubber", {}, {}, 0, 0.5});
  add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  RigidBody& ball = add_ball(s.model, {0, 0, 0.501}, 0.5);
  ball.set_initial_velocity({0, 0, -1}, Vec3::Zero());
  const double start = ball.kinetic_energy();
  s.run(precise(), 0.01, {});
  EXPECT_NEAR(ball.velocity({}).z(), 0.5, 1e-12);
  EXPECT_NEAR(s.energy(ball).contact, -0.75 * start, 1e-9 * start);
  EXPECT_NEAR(s.energy(ball).external, 0, 1e-9 * start);
  EXPECT_NEAR(s.energy(ball).friction, 0, 1e-9 * start);
}

TEST(Frames, AMovingObstacleCarriesWhatLiesOnIt)
{
  Simulation s(0.001);
  s.model.gravity = {0.0, 0.0, -g};
  s.model.surface_materials.add({"rough", {}, {}, 0.8, 0});
  RigidBody& table = add_box(s.model, {-9, -9, -1}, {9, 9, 0}, BodyKind::obstacle);
  RigidBody& box = add_mesh(s.model, {0, 0, 0}, {1, 1, 0.5}, 2, 2, 1);
  const auto ramp = std::make_shared<const TimeSeries>(std::vector<double>{0, 1}, std::vector<double>{0, 2});
  for (const Vec3& X : {Vec3(5, 5, -0.5), Vec3(-5, 5, -0.5), Vec3(0, -5, -0.5)})
    s.model.add_prescribed_motion(table, X, {1, 0, 0}, MotionKind::velocity, Amplitude(ramp));
  s.run(precise(), 0.5, {});
  EXPECT_NEAR(table.velocity({table.center()}).x(), 1, 1e-9);
  EXPECT_NEAR(box.velocity({box.center()}).x(), 1, 1e-6);  // in the same step, not one later
  expect_near(box.velocity({{1, 1, 0.5}}), Vec3(1, 0, 0), 1e-6);
}

TEST(Frames, DescribeBodies)
{
  Simulation s(0.001);
  s.model.add_body(BodyKind::rigid, {make_box({0, 0, 0}, {1, 2, 3}), make_sphere({5, 5, 5}, 0.5, 0, 7)},
                   stone, "pair");
  const std::vector<BodyDescription> all = s.describe_bodies();
  ASSERT_EQ(all.size(), 1u);
  const BodyDescription& d = all[0];
  EXPECT_EQ(d.id, 1);
  EXPECT_EQ(d.kind, "RIGID");
  EXPECT_EQ(d.label, "pair");
  EXPECT_EQ(d.material, "stone");
  EXPECT_EQ(d.mass, s.model.bodies()[0]->mass());
  EXPECT_EQ(d.vertices.size(), 24u);
  EXPECT_EQ(d.faces.size(), 6u * 6u);
  EXPECT_EQ(d.spheres, (std::vector<double>{5, 5, 5, 0.5}));
  EXPECT_EQ(d.sphere_surfaces, (std::vector<std::int32_t>{7}));
  const ShapePart egg = make_ellipsoid({1, 2, 3}, {0.5, 0.25, 2}, 0, 9);
  const BodyDescription round = describe_body(s.model.add_body(BodyKind::rigid, {egg}, stone, ""));
  EXPECT_EQ(round.ellipsoids, (std::vector<double>{1, 2, 3, 0.5, 0, 0, 0, 0.25, 0, 0, 0, 2}));
  EXPECT_EQ(round.ellipsoid_surfaces, (std::vector<std::int32_t>{9}));
  const BodyDescription mesh = describe_body(add_mesh(s.model, {0, 0, 0}, {2, 1, 1}, 2, 1, 1));
  EXPECT_EQ(mesh.faces.size(), 10u * 6u);  // the two inner faces are left out
}

TEST(Frames, DescribeRun)
{
  Simulation s(0.25);
  s.output.deck = "deck.py";
  s.output.solver = "GAUSS";
  s.model.surface_materials.add({"felt", 1, 2, 0.5, 0});
  const RunDescription run = describe_run(s.model, s.output, Analysis::dynamic, s.h(), 3);
  EXPECT_EQ(run.analysis, "DYNAMIC");
  EXPECT_EQ(run.deck, "deck.py");
  EXPECT_EQ(run.solver, "GAUSS");
  EXPECT_EQ(run.h, 0.25);
  EXPECT_EQ(run.threads, 3);
  EXPECT_EQ(run.surface_materials, (std::vector<std::string>{"DEFAULT", "felt"}));
  EXPECT_EQ(run.program.rfind("corbel ", 0), 0u);
}

}  // namespace
}  // namespace corbel::testing
