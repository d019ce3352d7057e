// SPDX-License-Identifier: MIT
// The solvers of Siconos see our problem: single contacts with known answers, and one public problem.
#include "corbel/fclib/fclib.hpp"
#include "corbel/siconos/siconos_solver.hpp"

#include <gtest/gtest.h>

using namespace corbel;

namespace {

/// One body of mass 2 in three contacts that do not couple: W = I/2, restitution as a shift of the second.
LocalProblem three_contacts()
{
  LocalProblem problem;
  BlockSparse C;
  C.n = 3;
  for (int i = 0; i < 3; ++i) {
    C.column.push_back(i);
    C.block.push_back(0.5 * Mat3::Identity());
    C.row_begin.push_back(i + 1);
  }
  problem.W = LocalOperator(std::vector<LocalOperator::Row>(3), 0, C);
  problem.B = {{0.1, 0, -1}, {3, 4, -2}, {1, 1, 1}};
  problem.laws = {SignoriniCoulomb{0.5, 0}, SignoriniCoulomb{0.5, -1}, SignoriniCoulomb{0.5, 0}};
  return problem;
}

class Siconos : public ::testing::TestWithParam<std::string> {};

}  // namespace

/// Stick: R = −2 b. Slip: R_N = −2 (b_N + shift) = 6, R_T = −μ R_N (3, 4)/5. Open: 0.
TEST_P(Siconos, KnowsTheClosedForms)
{
  const LocalProblem problem = three_contacts();
  Impulses R(3, Vec3::Zero());
  const SolverReport report = SiconosSolver(GetParam(), {.tolerance = 1e-8}).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LT((R[0] - Vec3(-0.2, 0, 2)).norm(), 1e-7);
  EXPECT_LT((R[1] - Vec3(-1.8, -2.4, 6)).norm(), 1e-7);
  EXPECT_LT(R[2].norm(), 1e-7);
  ASSERT_FALSE(report.stages.empty());
  EXPECT_GE(report.stages[0].seconds, 0);
}

INSTANTIATE_TEST_SUITE_P(All, Siconos, ::testing::ValuesIn(siconos_names()));

TEST(SiconosSolver, SolvesAPublicProblem)
{
  const FclibProblem file = read_fclib(CORBEL_TEST_DATA "/fclib/Box_Stacks-i0122-82-5.hdf5");
  Impulses R(file.problem.size(), Vec3::Zero());
  const SolverReport report = SiconosSolver("siconos_nsgs", {.tolerance = 1e-6}).solve(file.problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(residual(file.problem, R).scaled, 1e-6);
}

TEST(SiconosSolver, SaysWhenItDidNotArrive)
{
  const FclibProblem file = read_fclib(CORBEL_TEST_DATA "/fclib/Box_Stacks-i0122-82-5.hdf5");
  Impulses R(file.problem.size(), Vec3::Zero());
  const SolverReport report =
      SiconosSolver("siconos_nsgs", {.tolerance = 1e-12, .max_iterations = 3}).solve(file.problem, R);
  EXPECT_EQ(report.status, SolverStatus::diverged);
}
