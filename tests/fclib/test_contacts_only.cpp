// SPDX-License-Identifier: MIT
// Problems with joints become problems of contacts that have the same solutions.
#include "corbel/core/error.hpp"
#include "corbel/fclib/contacts_only.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <random>

using namespace corbel;

namespace {

/// Rows on three bodies with random blocks; laws as given.
LocalProblem random_problem(std::vector<Law> laws, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto block = [&] { return Mat36(Mat36::NullaryExpr([&] { return number(generator); })); };
  std::vector<LocalOperator::Row> rows(laws.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = {{static_cast<int>(i % 3), static_cast<int>((i + 1) % 3)}, {block(), block()}};
  }
  LocalProblem problem;
  problem.W = LocalOperator(rows, 3);
  for (std::size_t i = 0; i < laws.size(); ++i)
    problem.B.emplace_back(number(generator), number(generator), -1 + number(generator));
  problem.laws = std::move(laws);
  return problem;
}

}  // namespace

TEST(ContactsOnly, PlainContactsStayAsTheyAre)
{
  const LocalProblem problem = random_problem({SignoriniCoulomb{0.3, 0}, SignoriniCoulomb{0.5, -0.25}}, 1);
  const ContactsOnly result = contacts_only(problem, {{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(result.problem.W.assemble().to_dense(), problem.W.assemble().to_dense());
  EXPECT_EQ(result.problem.W.columns(), 3);  // still in factors
  EXPECT_EQ(result.problem.B[1], problem.B[1] + Vec3(0, 0, -0.25));
  EXPECT_EQ(result.R[0], Vec3(1, 2, 3));
  EXPECT_EQ(result.eliminated, 0u);
  EXPECT_EQ(result.description(), "");
}

/// The Schur complement by dense algebra done here; one joint holds all axes, one the normal alone.
TEST(ContactsOnly, JointsAreEliminated)
{
  const LocalProblem problem =
      random_problem({PrescribedVelocity{.U_star = {0.1, 0.2, 0.3}}, SignoriniCoulomb{0.3, 0},
                      PrescribedNormalVelocity{.U_star = 0.4}, SignoriniCoulomb{0.5, 0}},
                     2);
  const ContactsOnly result = contacts_only(problem, Impulses(4, Vec3::Zero()));
  ASSERT_EQ(result.kept, (std::vector<std::size_t>{1, 3}));
  EXPECT_EQ(result.eliminated, 4u);
  const Eigen::MatrixXd W = problem.W.assemble().to_dense();
  const std::vector<int> C = {3, 4, 5, 9, 10, 11}, J = {0, 1, 2, 8};
  const Eigen::MatrixXd inverse = W(J, J).inverse();
  const Eigen::MatrixXd expected = W(C, C) - W(C, J) * inverse * W(J, C);
  EXPECT_LT((result.problem.W.assemble().to_dense() - expected).norm(), 1e-12 * W.norm());
  Eigen::Vector4d s(problem.B[0].x() - 0.1, problem.B[0].y() - 0.2, problem.B[0].z() - 0.3,
                    problem.B[2].z() - 0.4);
  const Eigen::VectorXd shift = W(C, J) * inverse * s;
  EXPECT_LT((result.problem.B[0] - problem.B[1] + shift.head<3>()).norm(), 1e-12);
  EXPECT_LT((result.problem.B[1] - problem.B[3] + shift.tail<3>()).norm(), 1e-12);
  EXPECT_NE(result.description().find("4 joint equations"), std::string::npos);
}

/// Impulses that solve the whole problem solve the problem of its contacts.
TEST(ContactsOnly, KeepsTheSolution)
{
  const LocalProblem problem = random_problem(
      {PrescribedVelocity{}, SignoriniCoulomb{0.3, 0}, SignoriniCoulomb{0.2, -0.1}, SignoriniCoulomb{0.5, 0}},
      3);
  Impulses R(4, Vec3::Zero());
  ASSERT_EQ(make_solver("gauss_seidel", {.tolerance = 1e-12})->solve(problem, R).status, SolverStatus::ok);
  const ContactsOnly result = contacts_only(problem, R);
  EXPECT_LT(residual(result.problem, result.R).scaled, 1e-10);
  EXPECT_GT(residual(result.problem, Impulses(3, Vec3::Zero())).scaled, 1e-2);
}

/// A contact and a joint along the same row: the joint carries everything.
TEST(ContactsOnly, AContactThatJointsHoldIsLocked)
{
  LocalProblem problem = random_problem({PrescribedVelocity{}, SignoriniCoulomb{0.3, 0}}, 4);
  const LocalOperator::Row row = problem.W.row(0);
  problem.W = LocalOperator({row, row}, 3);
  const ContactsOnly result = contacts_only(problem, Impulses(2, Vec3::Zero()));
  EXPECT_EQ(result.locked, 1u);
  EXPECT_TRUE(result.problem.W.diagonal(0).isZero(0));
}

TEST(ContactsOnly, JointsThatContradictAreRefused)
{
  LocalProblem problem = random_problem({PrescribedVelocity{}, PrescribedVelocity{.U_star = {5, 5, 5}}}, 5);
  const LocalOperator::Row row = problem.W.row(0);
  problem.W = LocalOperator({row, row}, 3);
  EXPECT_THROW(contacts_only(problem, Impulses(2, Vec3::Zero())), InputError);
}
