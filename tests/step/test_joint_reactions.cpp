// SPDX-License-Identifier: MIT
// Reactions of joints are kept with those of the step, by id: what becomes of them when joints come and go between steps.
#include "physics/scene_helpers.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// Particles that hang on joints, a ball that lies on the floor, and a table that its joints move: joints of obstacles stand between
/// those of bodies.
struct Hung {
  Simulation simulation{0.01};
  Model& model = simulation.model;
  RigidBody& floor = add_floor(simulation);
  RigidBody& table = add_obstacle(simulation, box({9, 0, 2}, {1, 1, 1}));
  RigidBody& lying = add_rigid(simulation, ball({-3, 0, 0.5}, 0.5));
  std::vector<RigidBody*> particles;
  std::vector<const Joint*> joints;
  const Joint* mover = nullptr;

  Hung()
  {
    set_material(simulation, 0.3);
    set_gravity(simulation, {0, 0, -10});
    for (int i = 0; i < 3; ++i) {
      particles.push_back(&add_particle(simulation, {1.0 * i, 0, 2}, 0.05, 1 + i));
      joints.push_back(&hang(i));
      if (i == 0) mover = &model.add_prescribed_motion(table, {9, 0, 2}, {0, 0, 1}, MotionKind::velocity, 3);
    }
    run(simulation, 0.2);
  }
  const Joint& hang(int i)
  {
    RigidBody& particle = *particles.at(static_cast<std::size_t>(i));
    return model.add_fixed_point(particle, particle.center());
  }
  RowOutcome outcome(const Joint& joint) const { return simulation.reactions().outcome(joint, 0); }
  void step_as_before() { simulation.run(WarmStart(), 0.01, {}); }
};

}  // namespace

TEST(JointReactions, AreThoseOfEachJoint)
{
  const Hung s;
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(s.outcome(*s.joints[static_cast<std::size_t>(i)]).R.z(), 0.1 * (1 + i), 1e-9);
  EXPECT_NEAR(s.outcome(*s.mover).U.z(), 3, 1e-12);
  EXPECT_EQ(s.outcome(*s.mover).R, Vec3::Zero());
}

TEST(JointReactions, OthersKeepTheirWarmStart)
{
  Hung s;
  const Vec3 second = s.outcome(*s.joints[1]).R, third = s.outcome(*s.joints[2]).R;
  const auto of_contact = s.simulation.constraints().back().impulse;
  ASSERT_GT(of_contact[2], 1e-3);
  s.model.remove_joint(s.joints[0]->id);
  const Joint& anew = s.hang(0);
  s.step_as_before();
  EXPECT_EQ(s.outcome(*s.joints[1]).R, second);
  EXPECT_EQ(s.outcome(*s.joints[2]).R, third);
  EXPECT_EQ(s.outcome(anew).R, Vec3::Zero());
  EXPECT_NEAR(s.simulation.constraints().back().impulse[2], of_contact[2], 1e-12);
  EXPECT_NEAR(s.outcome(*s.mover).U.z(), 3, 1e-12);
}

TEST(JointReactions, GoWithABodyThatIsRemoved)
{
  Hung s;
  const Vec3 first = s.outcome(*s.joints[0]).R, third = s.outcome(*s.joints[2]).R;
  s.simulation.remove_body(*s.particles[1]);
  s.simulation.remove_body(s.table);
  ASSERT_EQ(s.model.joints().size(), 2U);
  s.step_as_before();
  EXPECT_EQ(s.outcome(*s.joints[0]).R, first);
  EXPECT_EQ(s.outcome(*s.joints[2]).R, third);
  EXPECT_EQ(s.simulation.reactions().joints.size(), 2U);
  EXPECT_EQ(s.simulation.reactions().of_obstacles.size(), 0U);
}

TEST(JointReactions, OfAJointThatCameAfterTheStepAreZero)
{
  Hung s;
  SpringData data;
  data.force = [](double stroke, double) { return -100 * stroke; };
  const Joint& spring = s.model.add_spring(*s.particles[0], {0, 0, 2}, s.particles[2], {2, 0, 2}, data);
  s.model.initialize_joints(s.simulation.time());
  EXPECT_EQ(s.outcome(spring).R, Vec3::Zero());
  EXPECT_LT((s.outcome(spring).frame.col(2) - Vec3(-1, 0, 0)).norm(), 1e-12);  // of p1 − p2
  EXPECT_EQ(s.simulation.constraints().at(4).joint, spring.id);
  EXPECT_THROW(static_cast<void>(s.simulation.reactions().rows_of(spring)), InternalError);
}

TEST(JointReactions, UseTheirMemoryAgain)
{
  Hung s;
  const auto* const first = s.simulation.reactions().R.data();
  run(s.simulation, 0.01);
  EXPECT_NE(s.simulation.reactions().R.data(), first);
  run(s.simulation, 0.01);
  EXPECT_EQ(s.simulation.reactions().R.data(), first);
}
