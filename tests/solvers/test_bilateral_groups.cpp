// SPDX-License-Identifier: MIT
// Groups of joints: which rows make one, and the same solution as row by row.
#include "joint_problems.hpp"

#include "corbel/solvers/joints/joint_elimination.hpp"

#include <gtest/gtest.h>

#include <string>

using namespace corbel;
using namespace corbel::testing;

namespace {

void expect_as_row_by_row(const LocalProblem& problem)
{
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel(tight()).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(report.residual.scaled, 1e-11);
  EXPECT_EQ(report.residual.scaled, residual(problem, R).scaled);
  const std::vector<Vec3> U = velocities(problem, R);
  const std::vector<Vec3> expected = velocities(problem, row_by_row(problem));
  for (std::size_t i = 0; i < problem.size(); ++i)
    EXPECT_LE((U[i] - expected[i]).norm(), 1e-11 * largest(problem.B)) << "constraint " << i;
}

}  // namespace

// --- which rows make a group ------------------------------------------------------------------------

TEST(BilateralGroups, AreConnectedByBodiesAndByBlocks)
{
  // Bodies 0–1–2 in a chain of joints, body 3 with a contact and one joint, rows 5 and 6 coupled by C alone,
  // row 7 immovable.
  const Mat36 G = particle(1);
  std::vector<LocalOperator::Row> rows = {between(0, G, 1, G),
                                          on_ground(3, G),
                                          between(2, G, 1, G),
                                          on_ground(3, G),
                                          on_ground(2, G),
                                          {},
                                          {},
                                          {}};
  BlockSparse C;
  C.n = 8;
  C.row_begin = {0, 0, 0, 0, 0, 0, 2, 4, 4};
  C.column = {5, 6, 5, 6};
  C.block = {2 * Mat3::Identity(), Mat3::Identity(), Mat3::Identity(), 2 * Mat3::Identity()};
  LocalProblem problem;
  problem.W = LocalOperator(std::move(rows), 4, std::move(C));
  problem.B.assign(8, Vec3::Zero());
  problem.laws.assign(8, PrescribedVelocity{{1, 2, 3}});
  problem.laws[1] = SignoriniCoulomb{0.5, 0};
  problem.laws[4] = PrescribedNormalVelocity{4};
  const std::vector<BilateralGroup> groups = bilateral_groups(problem);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].rows, (std::vector<std::size_t>{0, 2, 4}));
  EXPECT_EQ(groups[1].rows, (std::vector<std::size_t>{5, 6}));
  ASSERT_EQ(groups[0].unknowns.size(), 7u);
  EXPECT_EQ(groups[0].unknowns[6].axis, 2);
  EXPECT_EQ(groups[0].unknowns[6].target, 4);
  EXPECT_EQ(groups[0].unknowns[4].target, 2);
}

TEST(BilateralGroups, SingleJointsAndContactsMakeNone)
{
  EXPECT_TRUE(bilateral_groups(tower(3, 0.3, 0.3, Vec3::Zero())).empty());
  EXPECT_TRUE(bilateral_groups(pinned_cuboid(1, 4)).empty());
  EXPECT_EQ(bilateral_groups(pinned_cuboid(2, 4)).size(), 1u);
}

TEST(BilateralGroups, TakeStiffSpringsWithoutStops)
{
  const Mat36 G = particle(2);
  const Spring stiff{.impulse = 3, .stiffness = 100}, soft{.impulse = 3, .stiffness = 1e-4};
  Spring stopped = stiff;
  stopped.upper = 1;
  const std::vector<LocalOperator::Row> rows(3, on_ground(0, G));
  const std::vector<Vec3> B(3, Vec3::Zero());
  const auto groups = bilateral_groups(problem_of(rows, 1, B, {stopped, stiff, soft}));
  ASSERT_EQ(groups.size(), 1u);  // one row is enough
  EXPECT_EQ(groups[0].rows, (std::vector<std::size_t>{1}));
  ASSERT_EQ(groups[0].unknowns.size(), 1u);
  EXPECT_EQ(groups[0].unknowns[0].axis, 2);
  EXPECT_EQ(groups[0].unknowns[0].target, 0.03);
  EXPECT_EQ(groups[0].unknowns[0].compliance, 0.01);
  EXPECT_TRUE(groups[0].compliant());
}

// --- springs ----------------------------------------------------------------------------------------

/// n springs −k U each on a particle of mass m that moves with b: U = b/(1 + n k/m).
TEST(JointElimination, SolvesParallelSpringsAtOnce)
{
  const double m = 2, b = -3;
  for (const double k : {1e-2, 1.0, 1e6})
    for (const std::size_t n : {1, 2, 5}) {
      const LocalProblem problem =
          problem_of(std::vector<LocalOperator::Row>(n, on_ground(0, particle(m))), 1,
                     std::vector<Vec3>(n, Vec3(0.5, 0, b)), std::vector<Law>(n, Spring{.stiffness = k}));
      Impulses R = zeros(problem);
      const SolverReport report = GaussSeidel().solve(problem, R);
      EXPECT_EQ(report.status, SolverStatus::ok);
      EXPECT_EQ(report.iterations, 1);
      const double U = b / (1 + static_cast<double>(n) * k / m);
      for (const Vec3& r : R)
        EXPECT_LE((r - Vec3(0, 0, -k * U)).norm(), 1e-9 * k * std::abs(U)) << k << ", " << n << " springs";
    }
}

/// Joints, springs and contacts on one rigid body, and on elastic ones: (3) and (4) of the elimination.
TEST(JointElimination, SolvesSpringsAndContactsAsRowByRow)
{
  for (const double k : {0.1, 3.0, 50.0})
    for (LocalProblem problem : {pinned_cuboid(3, 4), elastic(6, 8, 5), mixed(6, 8, 6)}) {
      std::size_t springs = 0;
      for (Law& law : problem.laws)
        if (!std::holds_alternative<SignoriniCoulomb>(law) && ++springs != 2)
          law = Spring{.impulse = 0.2, .stiffness = k};
      ASSERT_FALSE(JointElimination(problem).empty());
      expect_as_row_by_row(problem);
    }
}

// --- the same solution as row by row ----------------------------------------------------------------

TEST(JointElimination, SolvesElasticBodiesAsRowByRow)
{
  for (const std::size_t joints : {1, 2, 7, 25, 60})
    for (const std::size_t contacts : {0, 1, 12, 40}) {
      SCOPED_TRACE(std::to_string(joints) + " joints, " + std::to_string(contacts) + " contacts");
      expect_as_row_by_row(elastic(joints, contacts, static_cast<unsigned>(joints + contacts)));
    }
}

TEST(JointElimination, SolvesRigidAndElasticBodiesTogetherAsRowByRow)
{
  for (const std::size_t joints : {2, 9, 30})
    for (const std::size_t contacts : {0, 5, 40}) {
      SCOPED_TRACE(std::to_string(joints) + " joints, " + std::to_string(contacts) + " contacts");
      expect_as_row_by_row(mixed(joints, contacts, static_cast<unsigned>(3 * joints + contacts)));
    }
}

TEST(JointElimination, SolvesLongChainsAtOnce)
{
  const LocalProblem problem = particle_chain(80);
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_LE(joint_error(problem, R), 1e-11);
}

TEST(JointElimination, LeavesContactsAwayFromJointsTheirBits)
{
  // A tower beside a body on two pins: the tower's impulses are those it has alone.
  const LocalProblem alone = tower(3, 0.3, 0.5, {0.3, 0.1, 0});
  const LocalProblem pinned = pinned_cuboid(2, 0);
  LocalProblem both;
  std::vector<LocalOperator::Row> rows;
  for (std::size_t i = 0; i < alone.size(); ++i)
    rows.push_back(alone.W.row(i));
  for (std::size_t i = 0; i < pinned.size(); ++i) {
    rows.push_back(pinned.W.row(i));
    rows.back().column[0] = 3;
  }
  both.W = LocalOperator(std::move(rows), 4);
  both.B = alone.B;
  both.B.insert(both.B.end(), pinned.B.begin(), pinned.B.end());
  both.laws = alone.laws;
  both.laws.insert(both.laws.end(), pinned.laws.begin(), pinned.laws.end());
  Impulses R = zeros(both), expected = zeros(alone);
  const SolverReport report = GaussSeidel().solve(both, R);
  EXPECT_EQ(report.change_history, GaussSeidel().solve(alone, expected).change_history);
  R.resize(alone.size());
  EXPECT_EQ(R, expected);
}
