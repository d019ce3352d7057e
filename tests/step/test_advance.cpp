// SPDX-License-Identifier: MIT
// Stage 5 with reactions of our own choice: what goes to which body, what is kept, which work is done.
#include "step/all_kinds.hpp"

#include <gtest/gtest.h>

#include <random>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double h = 1e-3;

/// A tower of a rigid, a pseudo-rigid and two elastic boxes on the floor, in motion, and a ball on a joint, up to the local problem.
struct Localized {
  const TimeStep step{0, StepRule::midpoint(h)};
  Simulation simulation{h};
  Model& model = simulation.model;
  RigidBody& floor = add_floor(simulation);
  RigidBody& rigid = add_rigid(simulation, box({0, 0, 0.0999}, {0.2, 0.2, 0.2}), 1000);
  PseudoRigidBody& affine = model.add_pseudo_rigid({box({0.02, 0, 0.2997}, {0.2, 0.2, 0.2})}, soft, "");
  FiniteElementBody& tl =
      model.add_finite_element(small_mesh({-0.1, -0.1, 0.3995}), soft, FiniteElementForm::tl, "");
  FiniteElementBody& bc =
      model.add_finite_element(small_mesh({-0.09, -0.1, 0.5993}), soft, FiniteElementForm::bc, "");
  RigidBody& ball_on_joint = add_rigid(simulation, ball({3, 0, 1}, 0.2), 1000);
  Joint& joint = model.add_fixed_point(ball_on_joint, {3, 0, 1.1});
  StepMemory memory;
  ContactSet contacts;
  Reactions reactions;
  LocalDynamics dynamics;

  explicit Localized(const char* scheme = "DEF_LIM")
  {
    set_material(simulation, 0.3);
    std::mt19937 random(3);
    const auto number = [&] { return static_cast<double>(random()) / 4294967296.0 - 0.5; };
    for (Body* body : {static_cast<Body*>(&affine), static_cast<Body*>(&tl)})
      body->set_scheme(scheme);
    for (auto& body : model.bodies())
      if (body->responds())
        body->set_initial_velocity({number(), number(), number()}, {number(), number(), number()});
    model.initialize_joints(0);
    predict(model, model.bodies(), step);
    memory.reactions.h = h;
    contacts = find_contacts(model, 0, h, memory);
    const StepJoints joints = joints_of(model);
    start_joints(joints, memory.reactions, reactions);
    start_contacts(memory.reactions, contacts, reactions);
    dynamics = localize(model, joints.of_bodies, contacts, {step});
    for (Vec3& R : reactions.R)
      R = {number(), number(), number()};
  }
  void find_ends() { find_end_velocities(model.bodies(), dynamics, reactions.R); }
  void finish() { advance(model.bodies(), dynamics, step, contacts, reactions); }
  std::size_t rows() const { return dynamics.constraints.size(); }
  /// V + U
  Vec3 sum_of_velocities(const LocalConstraint& c) const
  {
    return c.velocity(model.bodies(), Instant::start) + c.velocity(model.bodies(), Instant::end);
  }
  /// Impulse on a body, signs as in model/joint.hpp: R acts on the master.
  Vec3 impulse_on(const Body& body) const
  {
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < rows(); ++i) {
      const LocalConstraint& c = dynamics.constraints[i];
      if (c.master.body == body.body_id()) sum += c.frame * reactions.R[i];
      if (c.slave.body == body.body_id()) sum -= c.frame * reactions.R[i];
    }
    return sum;
  }
};

}  // namespace

TEST(Advance, TheSceneHasWhatIsTested)
{
  const Localized s;
  EXPECT_GE(s.contacts.size(), 12U);
  EXPECT_EQ(s.rows(), s.contacts.size() + 1);
  EXPECT_EQ(s.dynamics.constraints[0].master.body, s.ball_on_joint.body_id());
}

TEST(Advance, MastersTakeImpulsesAndSlavesTheOpposite)
{
  Localized s;
  s.find_ends();
  for (const Body* body :
       {static_cast<Body*>(&s.rigid), static_cast<Body*>(&s.affine), static_cast<Body*>(&s.ball_on_joint)}) {
    const Vec3 gained = body->mass() * (at_center(*body, Instant::end) - at_center(*body, Instant::free));
    EXPECT_LT((gained - s.impulse_on(*body)).norm(), 1e-10 * gained.norm()) << name_of(*body);
  }
  const Vec3 before = s.tl.linear_momentum() + s.bc.linear_momentum();
  s.finish();
  const Vec3 gained = s.tl.linear_momentum() + s.bc.linear_momentum() - before,
             p = s.impulse_on(s.tl) + s.impulse_on(s.bc);
  EXPECT_LT((gained - p).norm(), 1e-9 * p.norm());
}

TEST(Advance, EndVelocitiesAreThoseOfTheLocalProblem)  // U = W R + B
{
  Localized s;
  s.find_ends();
  const std::vector<Vec3> WR = s.dynamics.problem.W.multiply(s.reactions.R);
  double size = 0;
  for (const Vec3& U : WR)
    size = std::max(size, U.norm());
  for (std::size_t i = 0; i < s.rows(); ++i)
    EXPECT_LT(
        (s.dynamics.constraints[i].velocity(s.model.bodies(), Instant::end) - s.dynamics.problem.B[i] - WR[i])
            .norm(),
        1e-9 * size)
        << i;
}

TEST(Advance, ImpulsesAreAppliedInTheOrderOfTheConstraints)
{
  Localized s, other;
  s.find_ends();
  for (std::size_t i = 0; i < other.rows(); ++i) {
    const LocalConstraint& c = other.dynamics.constraints[i];
    const Vec3 p = c.frame * s.reactions.R[i];
    other.model.bodies()[c.master.body].apply(c.master.point, p);
    if (c.slave.responds(other.model.bodies())) other.model.bodies()[c.slave.body].apply(c.slave.point, -p);
  }
  find_end_velocities(other.model.bodies(), {}, {});
  for (const auto& [a, b] : {std::pair<const Body*, const Body*>(&s.rigid, &other.rigid),
                             {&s.affine, &other.affine},
                             {&s.tl, &other.tl}})
    EXPECT_EQ(at_center(*a, Instant::end), at_center(*b, Instant::end));
}

TEST(Advance, ReactionsAreKeptJointsFirst)
{
  Localized s;
  s.find_ends();
  const Bodies& bodies = s.model.bodies();
  keep_outcome(bodies, s.dynamics, s.reactions);
  const RowOutcome of_joint = s.reactions.outcome(s.joint, 0);
  EXPECT_EQ(of_joint.R, s.reactions.R[0]);
  EXPECT_EQ(of_joint.frame, s.dynamics.constraints[0].frame);
  EXPECT_EQ(of_joint.U, s.dynamics.constraints[0].velocity(bodies, Instant::end));
  EXPECT_EQ(of_joint.V, s.dynamics.V[0]);
  for (std::size_t i = 0; i < s.contacts.size(); ++i) {
    const Contact& contact = s.contacts[i];
    EXPECT_EQ(contact.row, static_cast<int>(i + 1));
    EXPECT_EQ(s.reactions.frame[i + 1], contact.frame);
    EXPECT_EQ(s.reactions.start_velocity(contact),
              s.dynamics.constraints[i + 1].velocity(bodies, Instant::start));
    EXPECT_EQ(s.reactions.end_velocity(contact),
              s.dynamics.constraints[i + 1].velocity(bodies, Instant::end));
  }
}

TEST(Advance, ReactionsStartFromTheLastStep)
{
  Localized s;
  s.find_ends();
  keep_outcome(s.model.bodies(), s.dynamics, s.reactions);
  s.reactions.R[0] = {1, 2, 3};
  const Reactions last = s.reactions;
  ContactSet next = s.memory.detector.detect(s.model, s.contacts, h);
  ASSERT_EQ(next.size(), s.contacts.size());
  Reactions start;
  start_joints(joints_of(s.model), last, start);
  start_contacts(last, next, start);
  EXPECT_EQ(start.R[0], Vec3(1, 2, 3));
  for (const Contact& contact : next) {
    const Vec3 before = last.R[static_cast<std::size_t>(contact.row_before)];
    EXPECT_LT((start.impulse(contact) - before).norm(), 1e-14);  // nothing has moved
    EXPECT_GT(before.norm(), 0);
  }
}

/// ½ (V + U) · R of the contacts, normal and tangential; summed over both bodies.
TEST(Advance, WorksOfContactsAreCountedOnce)
{
  Localized s;
  s.find_ends();
  double normal = 0, tangential = 0;
  for (std::size_t i = 1; i < s.rows(); ++i) {
    const LocalConstraint& c = s.dynamics.constraints[i];
    const Vec3 mean = 0.5 * s.sum_of_velocities(c), R = s.reactions.R[i];
    normal += mean.z() * R.z();
    tangential += mean.x() * R.x() + mean.y() * R.y();
  }
  s.finish();
  double contact = 0, friction = 0;
  for (const auto& body : s.model.bodies()) {
    contact += body->work.contact;
    friction += body->work.friction;
  }
  EXPECT_NEAR(contact, normal, 1e-9 * std::abs(normal));
  EXPECT_NEAR(friction, tangential, 1e-9 * std::abs(tangential));
  EXPECT_EQ(s.floor.work.sum(), 0);
}

/// Without loads whatever acts on a body is contacts and joints: its external work is that of joints, and that of the ball is that
/// of its joint alone.
TEST(Advance, ExternalWorkIsWithoutThatOfContacts)
{
  Localized s;
  s.find_ends();
  const LocalConstraint& c = s.dynamics.constraints[0];
  const double of_joint = 0.5 * s.sum_of_velocities(c).dot(s.reactions.R[0]);
  s.finish();
  EXPECT_NEAR(s.ball_on_joint.work.external, of_joint,
              1e-4 * std::abs(of_joint));  // rotations are of second order in h
  EXPECT_EQ(s.ball_on_joint.work.contact, 0);
  for (const Body* body :
       {static_cast<Body*>(&s.affine), static_cast<Body*>(&s.tl), static_cast<Body*>(&s.bc)})
    EXPECT_NEAR(body->work.external, 0, 1e-9 * (std::abs(body->work.contact) + std::abs(body->work.friction)))
        << name_of(*body);
}

TEST(Advance, WorkOfAnImpactIsTheChangeOfKineticEnergy)
{
  Simulation simulation(h);
  set_material(simulation, 0);
  add_floor(simulation);
  RigidBody& dropped = add_rigid(simulation, ball({0, 0, 0.4999}, 0.5));
  dropped.set_initial_velocity({0, 0, -2}, {0, 0, 0});
  StepMemory memory;
  const TimeStep step{0, StepRule::midpoint(h)};
  predict(simulation.model, simulation.model.bodies(), step);
  ContactSet contacts = find_contacts(simulation.model, 0, h, memory);
  Reactions reactions;
  start_contacts(memory.reactions, contacts, reactions);
  const LocalDynamics dynamics = localize(simulation.model, {}, contacts, {step});
  ASSERT_EQ(reactions.R.size(), 1U);
  const LocalConstraint& c = dynamics.constraints[0];
  const double up = (c.master_moves ? 1 : -1) * c.frame(2, 2);  // of what R_N = 1 gives the ball
  reactions.R[0] = {0, 0, 0.7 * dropped.mass() / up};
  find_end_velocities(simulation.model.bodies(), dynamics, reactions.R);
  advance(simulation.model.bodies(), dynamics, step, contacts, reactions);
  EXPECT_NEAR(velocity(dropped).z(), -1.3, 1e-12);
  EXPECT_NEAR(dropped.work.contact, 0.5 * dropped.mass() * (1.3 * 1.3 - 2 * 2), 1e-12);
  EXPECT_NEAR(dropped.work.friction, 0, 1e-14);
}

TEST(Advance, PositionsFollowTheEndVelocity)  // q⁺ = q½ + h/2 u⁺
{
  Localized s;
  s.find_ends();
  s.finish();
  for (const Body* body :
       {static_cast<Body*>(&s.affine), static_cast<Body*>(&s.tl), static_cast<Body*>(&s.bc)}) {
    const Eigen::VectorXd expected = numbers_of(body->mid_q()) + h / 2 * numbers_of(body->u());
    EXPECT_LT((numbers_of(body->q()) - expected).norm(), 1e-14 * expected.norm()) << name_of(*body);
    EXPECT_LT((body->velocity(body->locate("X", body->center())) - at_center(*body, Instant::end)).norm(),
              1e-13);
  }
}

TEST(Advance, LinearBodiesNeedNoSecondPass)
{
  Localized s;
  EXPECT_FALSE(update_velocities(s.model.bodies(), s.dynamics, s.reactions.R, StepRule::midpoint(h)));
  EXPECT_GT((at_center(s.rigid, Instant::end) - at_center(s.rigid, Instant::free)).norm(), 1e-6);
}

TEST(Advance, BodiesThatRelinearizeAskForAnotherPassWithoutImpulses)
{
  Localized s("DEF_IMP");
  EXPECT_TRUE(update_velocities(s.model.bodies(), s.dynamics, s.reactions.R, StepRule::midpoint(h)));
  find_end_velocities(s.model.bodies(), {}, {});  // nothing applied since
  for (const auto& body : s.model.bodies())
    if (body->responds()) {
      EXPECT_EQ(at_center(*body, Instant::end), at_center(*body, Instant::free)) << name_of(*body);
    }
}

TEST(Advance, NumbersThatAreNotFiniteStopTheRun)
{
  Localized s;
  s.reactions.R[2].z() = std::numeric_limits<double>::infinity();
  s.find_ends();
  EXPECT_THROW(s.finish(), StateError);
}

TEST(BodiesPerTask, FewWhereBodiesDeform)
{
  AllKinds s;
  Simulation rigid(h);
  add_floor(rigid);
  EXPECT_EQ(bodies_per_task(s.model.bodies()), 1U);
  EXPECT_GT(bodies_per_task(rigid.model.bodies()), 100U);
}
