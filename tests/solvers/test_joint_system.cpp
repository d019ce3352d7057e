// SPDX-License-Identifier: MIT
// The equations of one group: both factors against dense algebra.
#include "joint_problems.hpp"

#include "corbel/solvers/joints/joint_system.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// The rows and columns of the assembled matrix that belong to the unknowns.
MatrixXd restricted(const LocalProblem& problem, const BilateralGroup& group)
{
  const MatrixXd W = problem.W.assemble().to_dense();
  std::vector<Index> at;
  for (const auto& u : group.unknowns)
    at.push_back(3 * static_cast<Index>(u.row) + u.axis);
  return W(at, at);
}

void expect_dense_algebra(const LocalProblem& problem, bool sparse)
{
  const BilateralGroup group = bilateral_groups(problem).at(0);
  const MatrixXd A = restricted(problem, group);
  const JointSystem system(problem.W, group);
  ASSERT_TRUE(system.usable());
  EXPECT_EQ(system.regularized(), sparse);
  Dice dice(1);
  const MatrixXd B = dice.matrix(A.rows(), 5);
  const MatrixXd X = A.ldlt().solve(B);
  EXPECT_LE((system.multiply(B.col(0)) - A * B.col(0)).norm(), 1e-13 * (A * B.col(0)).norm());
  EXPECT_LE((system.solve(B.col(1)) - X.col(1)).norm(), 1e-9 * X.col(1).norm());
  EXPECT_LE((A * system.solve(B.col(1)) - B.col(1)).norm(), 1e-12 * B.col(1).norm());
  EXPECT_LE((system.schur(B) - B.transpose() * X).norm(), 1e-9 * (B.transpose() * X).norm());
}

}  // namespace

TEST(JointSystem, OfAnElasticBodyIsDense) { expect_dense_algebra(elastic(70, 0, 3), false); }

TEST(JointSystem, TakesOnlyThePrescribedComponents) { expect_dense_algebra(mixed(30, 10, 4), false); }

TEST(JointSystem, OfALongChainIsSparse) { expect_dense_algebra(particle_chain(80), true); }
