// SPDX-License-Identifier: MIT
// Newton's method with the portfolio behind it: who answers, and that both are in the report.
#include "problems.hpp"

#include "corbel/core/error.hpp"
#include "corbel/solvers/portfolio/newton_first.hpp"

#include <gtest/gtest.h>

#include <numeric>

using namespace corbel;
using namespace corbel::testing;

namespace {

NewtonFirstOptions one_iteration(bool fall_back)
{
  NewtonFirstOptions options;
  options.newton.max_iterations = 1;
  options.fall_back = fall_back;
  return options;
}

/// v ≫ μ g h: the foot slides, Σ R over it = M g h (−μ, 0, 1). Three storeys of 2 kg.
constexpr double mu = 0.2;
LocalProblem sliding_tower() { return tower(3, mu, 0.5, {1, 0, 0}); }

void expect_weight_and_friction(const Impulses& R)
{
  const Vec3 foot = R[0] + R[1] + R[2] + R[3];
  EXPECT_LE((foot - 3 * 2 * gravity * h * Vec3(-mu, 0, 1)).norm(), 1e-6);
}

}  // namespace

TEST(NewtonFirst, NewtonAloneWhereItSucceeds)
{
  const LocalProblem problem = sliding_tower();
  Impulses R = zeros(problem);
  const SolverReport report = NewtonFirst().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  ASSERT_EQ(report.stages.size(), 1);
  EXPECT_EQ(report.stages[0].method, "newton");
  EXPECT_EQ(report.residual_history.size(), static_cast<std::size_t>(report.iterations));
  expect_weight_and_friction(R);
}

TEST(NewtonFirst, PortfolioWhereItFails)
{
  const LocalProblem problem = sliding_tower();
  Impulses R = zeros(problem);
  const SolverReport report = NewtonFirst(one_iteration(true)).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  ASSERT_GE(report.stages.size(), 2);
  EXPECT_EQ(report.stages[0].method, "newton");
  EXPECT_EQ(report.stages[1].method, "nesterov");
  EXPECT_EQ(report.iterations,
            std::accumulate(report.stages.begin(), report.stages.end(), 0,
                            [](int sum, const SolverStage& stage) { return sum + stage.iterations; }));
  expect_weight_and_friction(R);
}

TEST(NewtonFirst, NoPortfolioUnlessAsked)
{
  const LocalProblem problem = sliding_tower();
  Impulses R = zeros(problem);
  const SolverReport report = NewtonFirst(one_iteration(false)).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::diverged);
  EXPECT_EQ(report.stages.size(), 1);
}

TEST(NewtonFirst, OptionsAreThoseOfNewton)
{
  NewtonFirstOptions options;
  options.newton.max_iterations = 0;
  EXPECT_THROW(NewtonFirst{options}, InputError);
}
