// SPDX-License-Identifier: MIT
// Gauss–Seidel: its options, what it records, and input that it must refuse.
#include "sliding_stack.hpp"

#include "corbel/core/error.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace corbel;
using namespace corbel::testing;

TEST(GaussSeidel, NonFiniteInputNamesTheConstraint)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto message = [](const LocalProblem& problem, Impulses R) -> std::string {
    try {
      GaussSeidel().solve(problem, R);
    } catch (const InternalError& error) {
      return error.what();
    }
    return "nothing was thrown";
  };
  LocalProblem problem = sliding_stack(1, 1, 0.5, 0.5, 1);
  EXPECT_EQ(message(problem, {{0, 0, 0}, {0, nan, 0}}),
            "local problem, constraint 1: R at the start is not finite");
  problem.B[1].y() = nan;
  EXPECT_EQ(message(problem, zeros(problem)), "local problem, constraint 1: B is not finite");
  Mat36 broken = particle(1);
  broken(0, 0) = std::numeric_limits<double>::infinity();
  problem = problem_of({on_ground(0, broken)}, 1, {Vec3::Zero()}, {SignoriniCoulomb{0.5, 0}});
  EXPECT_EQ(message(problem, zeros(problem)), "local problem, constraint 0: W is not finite");
  problem = problem_of({on_ground(0, particle(1))}, 1, {{1, 1, -1}}, {SignoriniCoulomb{nan, 0}});
  EXPECT_EQ(message(problem, zeros(problem)), "local problem, constraint 0: R of the solution is not finite");
}

TEST(GaussSeidel, HistoryOfResidualsEndsWithTheResidual)
{
  const LocalProblem problem = random_problem(30, 9);
  GaussSeidelOptions options = tight();
  Impulses R = zeros(problem);
  EXPECT_TRUE(GaussSeidel(options).solve(problem, R).residual_history.empty());
  options.record_residuals = true;
  R = zeros(problem);
  const SolverReport report = GaussSeidel(options).solve(problem, R);
  ASSERT_EQ(report.residual_history.size(), static_cast<std::size_t>(report.iterations));
  EXPECT_EQ(report.residual_history.back().absolute, report.residual.absolute);
  EXPECT_EQ(report.residual_history.back().scaled, report.residual.scaled);
  EXPECT_GT(report.residual_history.front().scaled, 1e6 * report.residual.scaled);
}

TEST(GaussSeidel, EveryBlockMethodLeadsToTheSameSolution)
{
  const LocalProblem problem = random_problem(40, 10);
  GaussSeidelOptions options = tight();
  options.block.epsilon = 1e-14;
  Impulses exact = zeros(problem);
  GaussSeidel(options).solve(problem, exact);
  for (const BlockMethod method : {BlockMethod::semismooth_newton, BlockMethod::projected_gradient,
                                   BlockMethod::de_saxce_feng, BlockMethod::projected_newton}) {
    options.block.method = method;
    Impulses R = zeros(problem);
    EXPECT_EQ(GaussSeidel(options).solve(problem, R).status, SolverStatus::ok);
    for (std::size_t i = 0; i < problem.size(); ++i)
      EXPECT_LE((R[i] - exact[i]).norm(), 1e-10);
  }
}

TEST(GaussSeidel, ABlockMethodWithoutHelpSaysWhenItDidNotConverge)
{
  const LocalProblem problem = random_problem(5, 2);
  GaussSeidelOptions options = tight();
  options.max_iterations = 3;
  options.block = {
      .epsilon = 1e-14, .max_iterations = 1, .method = BlockMethod::projected_gradient, .fallback = false};
  Impulses R = zeros(problem);
  EXPECT_EQ(GaussSeidel(options).solve(problem, R).status, SolverStatus::diagonal_diverged);
}

TEST(GaussSeidel, AnOffDiagonalBlockThatIsNotFiniteIsNamed)
{
  BlockSparse C;
  C.n = 2;
  C.row_begin = {0, 2, 4};
  C.column = {0, 1, 0, 1};
  C.block = {Mat3::Identity(), Mat3::Zero(), Mat3::Zero(), Mat3::Identity()};
  C.block[2](0, 1) = std::numeric_limits<double>::quiet_NaN();
  const LocalProblem problem{LocalOperator(std::vector<LocalOperator::Row>(2), 0, C),
                             {Vec3(0, 0, -1), Vec3(0, 0, -1)},
                             {SignoriniCoulomb{0.5, 0}, SignoriniCoulomb{0.5, 0}}};
  Impulses R = zeros(problem);
  try {
    GaussSeidel().solve(problem, R);
    FAIL() << "nothing thrown";
  } catch (const InternalError& error) {
    EXPECT_STREQ(error.what(), "local problem, constraint 1: W is not finite");
  }
}

TEST(GaussSeidel, SizesMustAgree)
{
  Impulses R(1, Vec3::Zero());
  EXPECT_THROW(GaussSeidel().solve(sliding_stack(1, 1, 0.5, 0.5, 1), R), InternalError);
}

TEST(GaussSeidel, OptionsOutOfRangeAreRefused)
{
  GaussSeidelOptions options;
  options.epsilon = 0;
  EXPECT_THROW(GaussSeidel{options}, InputError);
  options = {};
  options.max_iterations = 0;
  EXPECT_THROW(GaussSeidel{options}, InputError);
  options = {};
  options.residual_tolerance = -1;
  EXPECT_THROW(GaussSeidel{options}, InputError);
}
