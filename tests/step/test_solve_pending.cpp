// SPDX-License-Identifier: MIT
// Systems of many equal bodies, solved in batches: those of each body alone, and the same bits for any number of threads.
#include "step/all_kinds.hpp"

#include "corbel/bodies/corotated_operator.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/step/solve_pending.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr double h = 1e-3;

Eigen::VectorXd free_velocities(const FiniteElementBody& body)
{
  Eigen::VectorXd u(3 * static_cast<Eigen::Index>(body.node_count()));
  for (std::size_t a = 0; a < body.node_count(); ++a)
    u.segment<3>(3 * static_cast<Eigen::Index>(a)) =
        body.step_velocity(body.locate("node", body.reference_node(a)), Instant::free);
  return u;
}

/// Bodies of two templates in turn, the third of each three damped, all in different motion; before their systems are solved.
struct Waiting {
  Simulation simulation{h};
  std::vector<FiniteElementBody*> bodies;

  explicit Waiting(int count, int first = 0)
  {
    for (int i = first; i < first + count; ++i) {
      FiniteElementBody& body = simulation.model.add_finite_element(
          small_mesh({0.5 * i, 0, 0}, i % 2 ? 0.2 : 0.3), soft, FiniteElementForm::bc, "");
      if (i % 3 == 2) body.set_damping({1e-4, 2});
      std::vector<double> u = body.u();
      for (std::size_t k = 0; k < u.size(); ++k)
        u[k] = static_cast<double>((i * 37 + static_cast<int>(k) * 11) % 17) - 8;
      body.set_u(u);
      bodies.push_back(&body);
    }
    for (auto& body : simulation.model.bodies()) {
      body->half_step(StepRule::midpoint(h));
      body->predict(StepRule::midpoint(h));
    }
  }
  std::vector<Eigen::VectorXd> solved()
  {
    solve_pending(simulation.model.bodies());
    std::vector<Eigen::VectorXd> all;
    for (const FiniteElementBody* body : bodies)
      all.push_back(free_velocities(*body));
    return all;
  }
};

}  // namespace

TEST(SolvePending, SolutionsAreThoseOfEachBodyAlone)
{
  const std::vector<Eigen::VectorXd> together =
      Waiting(100).solved();  // more than a batch of those with the same operator
  for (int i = 0; i < 100; ++i) {
    const Eigen::VectorXd alone = Waiting(1, i).solved()[0];
    EXPECT_LT((together[static_cast<std::size_t>(i)] - alone).norm(), 1e-11 * alone.norm()) << i;
  }
}

TEST(SolvePending, SameBitsForAnyNumberOfThreads)
{
  std::vector<std::vector<Eigen::VectorXd>> all;
  for (const int threads : {1, 2, 4}) {
    const ThreadLimit limit(threads);
    all.push_back(Waiting(150).solved());
  }
  for (std::size_t i = 0; i < all[0].size(); ++i) {
    EXPECT_EQ(all[0][i], all[1][i]) << i;
    EXPECT_EQ(all[0][i], all[2][i]) << i;
  }
}

TEST(SolvePending, OneOperatorForEachTemplateAndDamping)
{
  Waiting waiting(100);
  waiting.solved();
  const auto& templates = waiting.simulation.model.templates.templates();
  ASSERT_EQ(templates.size(), 2U);
  for (const auto& of : templates)
    EXPECT_EQ(of->factorizations(), 2);  // with damping and without
}

TEST(SolvePending, NothingIsSolvedTwice)
{
  Waiting waiting(40), once(40);
  solve_pending(waiting.simulation.model.bodies());
  for (FiniteElementBody* body : waiting.bodies)
    EXPECT_FALSE(body->pending());
  const std::vector<Eigen::VectorXd> twice = waiting.solved(), expected = once.solved();
  for (std::size_t i = 0; i < twice.size(); ++i)
    EXPECT_EQ(twice[i], expected[i]);
}

TEST(SolvePending, OtherBodiesHaveNothingToSolve)
{
  AllKinds s;
  s.bc.set_scheme("DEF_EXP");
  for (auto& body : s.model.bodies()) {
    body->half_step(StepRule::midpoint(h));
    body->predict(StepRule::midpoint(h));
    EXPECT_FALSE(body->pending()) << name_of(*body);
  }
  solve_pending(s.model.bodies());
}

TEST(SolvePending, BodiesWithoutImpulsesHaveNothingToSolveAtTheEnd)
{
  Waiting waiting(3);
  waiting.solved();
  FiniteElementBody& hit = *waiting.bodies[1];
  hit.apply(hit.locate("X", hit.center()), {1, 2, 3});
  for (FiniteElementBody* body : waiting.bodies)
    body->request_end_velocity();
  EXPECT_FALSE(waiting.bodies[0]->pending());
  EXPECT_TRUE(hit.pending());
  EXPECT_FALSE(waiting.bodies[2]->pending());
}

/// An exception in another body may end a step between predict and solve_pending.
TEST(SolvePending, WhatAStepLeftIsForgottenByTheNext)
{
  Waiting waiting(1);
  FiniteElementBody& body = *waiting.bodies[0];
  EXPECT_TRUE(body.pending());
  body.half_step(StepRule::midpoint(h));
  EXPECT_FALSE(body.pending());
}

/// A large operator: where few nodes are hit at points whose blocks were asked for, u⁺ is a sum of columns, and nothing waits.
TEST(SolvePending, EndVelocitiesOfAFewPointsComeFromColumns)
{
  Simulation simulation(h);
  std::vector<double> corners;
  for (const double z : {0.0, 1.0})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}})
      corners.insert(corners.end(), {x, y, z});
  FiniteElementBody& body = simulation.model.add_finite_element(
      make_hex_mesh(corners, 7, 7, 7, 0, std::vector<int>(6, 0), {}, {}, {}), soft, FiniteElementForm::bc,
      "");
  body.set_initial_velocity({1, 2, 3}, {0.3, -0.2, 0.5});
  body.half_step(StepRule::midpoint(h));
  body.predict(StepRule::midpoint(h));
  solve_pending(simulation.model.bodies());
  const std::vector<MaterialPoint> asked = {body.locate("X", {0.1, 0.2, 0}), body.locate("X", {0.9, 0.5, 1})};
  const MaterialPoint other = body.locate("X", {0.5, 0.5, 0.5});
  ASSERT_FALSE(body.inverse().shared()->is_small());
  const auto change = [&](const MaterialPoint& X) {
    return Vec3(body.step_velocity(X, Instant::end) - body.step_velocity(X, Instant::free));
  };
  const auto expected = [&](const MaterialPoint& X, const std::vector<Vec3>& p,
                            const std::vector<MaterialPoint>& at) {
    Vec3 v = Vec3::Zero();
    std::vector<MaterialPoint> points = at;
    std::vector<Vec3> impulses = p, velocities(at.size() + 1);
    points.push_back(X);
    impulses.push_back(v);
    body.inverse().product(points, impulses, velocities);  // by the factor
    return velocities.back();
  };
  const std::vector<Vec3> p = {{1e9, -2e9, 3e9},
                               {0.5e9, 0, -1e9}};  // free velocities are nothing beside them
  body.apply(asked[0], p[0]);
  body.apply(asked[1], p[1]);
  body.request_end_velocity();
  EXPECT_TRUE(body.pending());  // no blocks were asked for
  solve_pending(simulation.model.bodies());
  EXPECT_LT((change(other) - expected(other, p, asked)).norm(), 1e-10 * change(other).norm());
  body.inverse().need(asked, PointUse::blocks);
  body.request_end_velocity();
  EXPECT_FALSE(body.pending());
  for (const MaterialPoint& X : {asked[0], asked[1], other})
    EXPECT_LT((change(X) - expected(X, p, asked)).norm(), 1e-10 * change(X).norm());
  body.apply(other, {0, 0, 1});  // where none were
  body.request_end_velocity();
  EXPECT_TRUE(body.pending());
}
