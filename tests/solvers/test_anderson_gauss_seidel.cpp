// SPDX-License-Identifier: MIT
// Gauss–Seidel with mixing: the solutions of Gauss–Seidel in fewer sweeps, and never a worse point than seen.
#include "problems.hpp"

#include "corbel/core/error.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"
#include "corbel/solvers/sweeps/anderson_gauss_seidel.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

using namespace corbel;
using namespace corbel::testing;

namespace {

double largest(const Residual& residual) { return std::max(residual.absolute, residual.scaled); }

}  // namespace

TEST(AndersonGaussSeidel, AgreesWithGaussSeidelOnFullRank)
{
  for (const unsigned seed : {1u, 2u, 3u}) {
    const LocalProblem problem = random_problem(60, seed);
    Impulses reference = zeros(problem), R = zeros(problem);
    GaussSeidel({.epsilon = 1e-13, .max_iterations = 50000}).solve(problem, reference);
    const SolverReport report = AndersonGaussSeidel({.tolerance = 1e-12}).solve(problem, R);
    EXPECT_EQ(report.status, SolverStatus::ok);
    EXPECT_LE(largest(report.residual), 1e-12);
    for (std::size_t i = 0; i < problem.size(); ++i)
      EXPECT_LE((R[i] - reference[i]).norm(), 1e-10);
  }
}

TEST(AndersonGaussSeidel, ATowerTakesAFractionOfTheSweeps)
{
  const LocalProblem problem = tower(8, 0.5, 0.5, {0, 0, 0});
  Impulses R = zeros(problem), plain = zeros(problem);
  const SolverReport report = AndersonGaussSeidel({.tolerance = 1e-8}).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  const SolverReport without =
      GaussSeidel({.epsilon = 1e-8, .max_iterations = 100000, .residual_tolerance = 1e-8})
          .solve(problem, plain);
  EXPECT_LT(2 * report.iterations, without.iterations);
  EXPECT_EQ(report.change_history.size(), static_cast<std::size_t>(report.iterations));
  // The foot carries eight bodies of 2 kg, whichever way its four corners share it.
  double foot = 0;
  for (std::size_t i = 0; i < 4; ++i)
    foot += R[i].z();
  EXPECT_NEAR(foot, 16 * gravity * h, 1e-6);
}

TEST(AndersonGaussSeidel, NeverReturnsWorseThanItsStart)
{
  const LocalProblem problem = tower(12, 0.4, 0.6, {0.05, 0, 0});
  Impulses start = zeros(problem);
  GaussSeidel({.epsilon = 1e-6, .max_iterations = 2000}).solve(problem, start);
  const double before = largest(residual(problem, start));
  for (const int sweeps : {1, 2, 3, 5, 8, 13, 40}) {
    Impulses R = start;
    const SolverReport report =
        AndersonGaussSeidel({.tolerance = 1e-15, .max_iterations = sweeps}).solve(problem, R);
    EXPECT_EQ(report.status, SolverStatus::diverged);
    EXPECT_LE(largest(report.residual), before);
    EXPECT_EQ(report.iterations, sweeps);
  }
}

TEST(AndersonGaussSeidel, ASolutionNeedsNoSweep)
{
  const LocalProblem problem = random_problem(20, 4);
  Impulses R = zeros(problem);
  GaussSeidel({.epsilon = 1e-13, .max_iterations = 50000}).solve(problem, R);
  const SolverReport report = AndersonGaussSeidel({.tolerance = 1e-9}).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(report.iterations, 0);
}

TEST(AndersonGaussSeidel, EmptyAndImmobileProblems)
{
  Impulses none;
  EXPECT_EQ(AndersonGaussSeidel().solve(LocalProblem(), none).status, SolverStatus::ok);
  const LocalProblem problem =
      problem_of({LocalOperator::Row(), on_ground(0, particle(2))}, 1, {{0, 0, -1}, {0, 0, -1}},
                 {SignoriniCoulomb{0.5, 0}, SignoriniCoulomb{0.5, 0}});
  Impulses R = {{1, 2, 3}, {0, 0, 0}};
  EXPECT_EQ(AndersonGaussSeidel().solve(problem, R).status, SolverStatus::ok);
  EXPECT_EQ(R[0], Vec3(0, 0, 0));
  EXPECT_NEAR(R[1].z(), 2, 1e-12);
}

TEST(AndersonGaussSeidel, BadInputIsNamed)
{
  LocalProblem problem = random_problem(3, 1);
  problem.B[2].x() = std::numeric_limits<double>::quiet_NaN();
  Impulses R = zeros(problem);
  EXPECT_THROW(AndersonGaussSeidel().solve(problem, R), InternalError);
  EXPECT_THROW(AndersonGaussSeidel({.tolerance = 0}), InputError);
  EXPECT_THROW(AndersonGaussSeidel({.memory = 0}), InputError);
}

TEST(AndersonGaussSeidel, StatusIsTrueOnSingularAndWildProblems)
{
  // W = A Aᵀ of any rank in units from 1e-9 to 1e9, μ from 0 to 5.
  std::mt19937 random(21);
  std::normal_distribution<double> normal;
  int solved = 0;
  for (int k = 0; k < 300; ++k) {
    const int n = 1 + k % 12;
    const Eigen::Index rank = 1 + (k * 7) % (3 * n);
    const double unit = std::pow(10.0, (k * 5) % 19 - 9);
    const Eigen::MatrixXd A = Eigen::MatrixXd::NullaryExpr(3 * n, rank, [&] { return normal(random); });
    const Eigen::MatrixXd W = unit * A * A.transpose();
    BlockSparse C;
    C.n = static_cast<std::size_t>(n);
    LocalProblem problem;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < n; ++j) {
        C.column.push_back(j);
        C.block.push_back(W.block<3, 3>(3 * i, 3 * j));
      }
      C.row_begin.push_back(static_cast<int>(C.column.size()));
      problem.B.push_back(Vec3(normal(random), normal(random), normal(random) - 1));
      problem.laws.push_back(SignoriniCoulomb{(k % 3) * 0.5 * (i % 6), 0});
    }
    problem.W = LocalOperator(std::vector<LocalOperator::Row>(C.n), 0, C);
    Impulses R = zeros(problem);
    const SolverReport report =
        AndersonGaussSeidel({.tolerance = 1e-8, .max_iterations = 500}).solve(problem, R);
    for (const Vec3& r : R)
      EXPECT_TRUE(all_finite(r));
    EXPECT_EQ(report.status == SolverStatus::ok, largest(residual(problem, R)) <= 1e-8) << "problem " << k;
    solved += report.status == SolverStatus::ok;
  }
  EXPECT_GT(solved, 100);
}

TEST(AndersonGaussSeidel, IsMadeByName)
{
  const LocalProblem problem = random_problem(10, 7);
  Impulses R = zeros(problem);
  const SolverReport report = make_solver("anderson_gauss_seidel", {.tolerance = 1e-10})->solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(largest(report.residual), 1e-10);
}
