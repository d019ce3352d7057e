// SPDX-License-Identifier: MIT
// Sweeps in colours: the same bits on any number of threads, the same solution as in the given order.
#include "problems.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/solvers/residual.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// Columns of cuboids on the ground, side by side and unconnected but for every eleventh body, which touches
/// the column beside it: 4 n m contacts and some.
LocalProblem columns(int n, int storeys)
{
  const Vec3 edge(1, 0.8, 0.5);
  const Inertia body = cuboid(2, edge);
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows;
  const auto contact = [&](const LocalOperator::Row& row, const Vec3& B) {
    rows.push_back(row);
    problem.B.push_back(B);
    problem.laws.push_back(SignoriniCoulomb{0.3 + 0.01 * static_cast<double>(rows.size() % 40), 0});
  };
  for (int k = 0; k < n; ++k)
    for (int s = 0; s < storeys; ++s) {
      const int c = k * storeys + s;
      for (const Vec3& x : lower_corners(edge))
        if (s == 0)
          contact(on_ground(c, arm(body, x)), {0.1 * (k % 7), 0.02, -h * gravity});
        else
          contact(between(c, arm(body, x), c - 1, arm(body, x + Vec3(0, 0, edge.z()))),
                  {0, 0.01 * (s % 3), 0});
      if (c % 11 == 0 && k > 0)
        contact(between(c, arm(body, Vec3(0, 0, 0.1)), c - storeys, arm(body, Vec3(0, 0, 0.1))),
                {0, 0, -0.05});
    }
  problem.W = LocalOperator(std::move(rows), n * storeys);
  return problem;
}

/// The same with W as one block-sparse matrix and no bodies, as from a file.
LocalProblem without_bodies(const LocalProblem& problem)
{
  return {LocalOperator(std::vector<LocalOperator::Row>(problem.size()), 0, problem.W.assemble()), problem.B,
          problem.laws};
}

SolverReport solve(const LocalProblem& problem, int threads, SweepOrder order, bool reverse, Impulses& R)
{
  const ThreadLimit limit(threads);
  R = zeros(problem);
  return GaussSeidel({.epsilon = 1e-9, .max_iterations = 12, .reverse = reverse, .order = order})
      .solve(problem, R);
}

}  // namespace

TEST(Sweeps, ColoursGiveTheSameBitsOnEveryNumberOfThreads)
{
  const LocalProblem bodies = columns(60, 12);
  for (const LocalProblem& problem : {bodies, without_bodies(bodies)})
    for (const bool reverse : {false, true}) {
      Impulses one, many;
      const SolverReport first = solve(problem, 1, SweepOrder::coloured, reverse, one);
      for (const int threads : {2, 3, 7}) {
        const SolverReport again = solve(problem, threads, SweepOrder::coloured, reverse, many);
        EXPECT_EQ(one, many);
        EXPECT_EQ(first.change_history, again.change_history);
      }
    }
}

TEST(Sweeps, ColouredAndGivenOrderHaveTheSameSolution)
{
  // Full rank: one solution, whatever the way to it.
  const LocalProblem problem = random_problem(300, 5);
  GaussSeidelOptions options = {.epsilon = 1e-13, .max_iterations = 20000};
  Impulses given = zeros(problem), coloured = zeros(problem);
  options.order = SweepOrder::given;
  ASSERT_EQ(GaussSeidel(options).solve(problem, given).status, SolverStatus::ok);
  options.order = SweepOrder::coloured;
  ASSERT_EQ(GaussSeidel(options).solve(problem, coloured).status, SolverStatus::ok);
  for (std::size_t i = 0; i < problem.size(); ++i)
    EXPECT_LE((given[i] - coloured[i]).norm(), 1e-9);
}

TEST(Sweeps, TheProblemAloneDecidesTheOrder)
{
  const BlockOptions block;
  const std::vector<Mat3> none;
  const LocalProblem small = columns(10, 12), large = columns(60, 12);
  EXPECT_EQ(Sweeps(small, none, block).colours(), 0u);
  EXPECT_GT(Sweeps(large, none, block).colours(), 0u);
  // All contacts on one body: as many colours as contacts.
  std::vector<LocalOperator::Row> rows;
  for (int c = 1; c <= 3000; ++c)
    rows.push_back(between(c, particle(1), 0, particle(1)));
  const LocalProblem star = problem_of(std::move(rows), 3001, std::vector<Vec3>(3000, Vec3(0, 0, -1)),
                                       std::vector<Law>(3000, SignoriniCoulomb{0.5, 0}));
  EXPECT_EQ(Sweeps(star, none, block).colours(), 0u);
}

TEST(Sweeps, ReverseGoesBackTheWayItCame)
{
  // A stack of two particles from R = 0: backwards the upper joint first, which does not close by itself
  // (b_N = 0), then the lower one, which takes the lower particle alone: R = (1 kg) g h.
  const LocalProblem problem =
      problem_of({on_ground(0, particle(1)), between(1, particle(1), 0, particle(1))}, 2,
                 {{0, 0, -h * gravity}, {0, 0, 0}}, {SignoriniCoulomb{0.5, 0}, SignoriniCoulomb{0.5, 0}});
  const BlockOptions block;
  const std::vector<Mat3> none;
  for (const SweepOrder order : {SweepOrder::given, SweepOrder::coloured}) {
    Sweeps sweeps(problem, none, block, order);
    Impulses R = zeros(problem);
    sweeps.start(R);
    sweeps(true, R);
    EXPECT_EQ(R[1], Vec3(0, 0, 0));
    EXPECT_NEAR(R[0].z(), gravity * h, 1e-15);
    // Forwards: the lower joint first, then the upper one: ΔU_N = R_0 g h ⇒ R_1 = g h / 2 (W_11 = 2).
    R = zeros(problem);
    sweeps.start(R);
    sweeps(false, R);
    EXPECT_NEAR(R[1].z(), gravity * h / 2, 1e-15);
  }
}
