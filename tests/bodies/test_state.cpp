// SPDX-License-Identifier: MIT
// States of all bodies in flat arrays: what the arrays hold when bodies come, go and move.
#include "corbel/bodies/bodies.hpp"

#include "corbel/bodies/pseudo_rigid_body.hpp"
#include "corbel/bodies/rigid_body.hpp"

#include "../geometry/bodies.hpp"

namespace corbel::testing {
namespace {

std::unique_ptr<Body> make_rigid(double x)
{
  return std::make_unique<RigidBody>(BodyKind::rigid, Shape{make_box({x, 0, 0}, {x + 1, 1, 1})}, 1000.0);
}

std::unique_ptr<Body> make_affine(double x)
{
  return std::make_unique<PseudoRigidBody>(Shape{make_box({x, 0, 0}, {x + 1, 1, 1})},
                                           SaintVenantKirchhoff::from_young_poisson(1e6, 0.3), 1000.0);
}

std::vector<double> numbers(std::span<const double> a) { return {a.begin(), a.end()}; }

/// Each body sees its own part of the arrays, and the arrays what each body has.
void expect_views(const Bodies& bodies)
{
  ASSERT_EQ(bodies.state().q.body_count(), bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    EXPECT_EQ(bodies[i]->index, static_cast<int>(i));
    EXPECT_EQ(numbers(bodies.state().q[i]), bodies[i]->q()) << i;
    EXPECT_EQ(numbers(bodies.state().u[i]), bodies[i]->u()) << i;
    EXPECT_EQ((bodies.state().q.data(i) - bodies.state().q.data(0)) % 8, 0);  // 64 bytes
    EXPECT_EQ((bodies.state().u.data(i) - bodies.state().u.data(0)) % 8, 0);
    EXPECT_EQ(&bodies[bodies[i]->body_id()], bodies[i].get());
  }
}

/// Rigid and pseudo-rigid bodies in turn; body i moves with the velocity (i, 0, 0).
class StateTest : public ::testing::Test {
 protected:
  StateTest()
  {
    for (int i = 0; i < 5; ++i) {
      Body& body = bodies_.add(i % 2 ? make_affine(2 * i) : make_rigid(2 * i));
      body.set_initial_velocity({static_cast<double>(i), 0, 0}, {0, 0, 0});
    }
  }
  double speed(std::size_t i) const { return bodies_[i]->linear_momentum().x() / bodies_[i]->mass(); }

  Bodies bodies_;
};

TEST_F(StateTest, HoldsEveryBody)
{
  expect_views(bodies_);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(bodies_[i]->id, static_cast<int>(i + 1));
    EXPECT_EQ(bodies_.state().q[i].size(), 12u);
    EXPECT_EQ(bodies_.state().u[i].size(), i % 2 ? 12u : 6u);
    EXPECT_NEAR(bodies_.state().q[i][9], 2 * static_cast<double>(i) + 0.5, 1e-15);  // mass centre
    EXPECT_EQ(bodies_.state().u[i][i % 2 ? 9 : 3], static_cast<double>(i));
  }
}

TEST_F(StateTest, ManyBodiesMoveTheArraysButNoNumbers)
{
  for (int i = 5; i < 300; ++i)
    bodies_.add(i % 3 ? make_rigid(2 * i) : make_affine(2 * i))
        .set_initial_velocity({static_cast<double>(i), 0, 0}, {0, 0, 0});
  expect_views(bodies_);
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    EXPECT_NEAR(speed(i), static_cast<double>(i), 1e-12 * static_cast<double>(i));
}

TEST_F(StateTest, IsAValue)
{
  const State before = bodies_.state();
  bodies_[1]->set_initial_velocity({7, 0, 0}, {0, 0, 0});
  std::vector<double> q = bodies_[4]->q();
  q[9] += 1;
  bodies_[4]->set_q(q);
  EXPECT_NE(bodies_.state(), before);
  bodies_.restore(before);
  EXPECT_EQ(bodies_.state(), before);
  EXPECT_EQ(speed(1), 1);
  expect_views(bodies_);
}

TEST_F(StateTest, OfOtherBodiesIsRefused)
{
  const State before = bodies_.state();
  bodies_.add(make_rigid(99));
  EXPECT_THROW(bodies_.restore(before), InternalError);
}

TEST_F(StateTest, RemovedBodiesLeaveNoGapAndNoName)
{
  const int revision = bodies_.revision();
  bodies_.remove(*bodies_[1]);
  bodies_.remove(*bodies_[0]);
  EXPECT_GT(bodies_.revision(), revision);
  ASSERT_EQ(bodies_.size(), 3u);
  expect_views(bodies_);
  EXPECT_EQ(bodies_.find(BodyId{1}), nullptr);
  EXPECT_EQ(bodies_.find(BodyId{2}), nullptr);
  EXPECT_EQ(bodies_.find(BodyId{6}), nullptr);  // there was none
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(bodies_[i]->id, static_cast<int>(i + 3));
    EXPECT_NEAR(speed(i), static_cast<double>(i + 2), 1e-14);
  }
  EXPECT_EQ(bodies_.add(make_rigid(50)).id, 6);  // no id comes twice
}

TEST_F(StateTest, BodiesSetAsideComeBackAsTheyWere)
{
  const State before = bodies_.state();
  bodies_.set_present({2, 5});
  ASSERT_EQ(bodies_.size(), 2u);
  expect_views(bodies_);
  EXPECT_EQ(bodies_.find(BodyId{1}), nullptr);
  EXPECT_EQ(bodies_[BodyId{1}].q(), numbers(before.q[0]));  // it keeps its state, on its own
  EXPECT_EQ(bodies_.all_ids(), (std::vector<int>{1, 2, 3, 4, 5}));
  bodies_.set_present({1, 2, 3, 4, 5});
  expect_views(bodies_);
  EXPECT_EQ(bodies_.state(), before);
}

TEST_F(StateTest, PartsAreAllOfItOneAfterAnother)
{
  for (const auto& body : bodies_) {
    Eigen::Index q = 0, u = 0;
    for (const NamedPart& part : body->state_parts()) {
      EXPECT_FALSE(part.name.empty());
      EXPECT_FALSE(part.of == StateVector::q && u > 0);  // q comes first
      Eigen::Index& end = part.of == StateVector::q ? q : u;
      EXPECT_EQ(part.begin, end);
      end += part.size;
    }
    EXPECT_EQ(q, static_cast<Eigen::Index>(body->q().size()));
    EXPECT_EQ(u, static_cast<Eigen::Index>(body->u().size()));
  }
}

}  // namespace
}  // namespace corbel::testing
