// SPDX-License-Identifier: MIT
// What is written is read back to the bit, and laws that FCLIB does not know are refused.
#include "corbel/core/error.hpp"
#include "corbel/fclib/fclib.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"
#include "hand_made.hpp"

#include <random>

using namespace corbel;

namespace {

/// Three contacts on two bodies, rows of G, with restitution in the laws.
LocalProblem contacts_on_bodies()
{
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto block = [&] { return Mat36(Mat36::NullaryExpr([&] { return number(generator); })); };
  std::vector<LocalOperator::Row> rows(3);
  rows[0] = {{0, 1}, {block(), block()}};
  rows[1] = {{1, LocalOperator::none}, {block(), Mat36::Zero()}};
  rows[2] = {{0, LocalOperator::none}, {block(), Mat36::Zero()}};
  LocalProblem problem;
  problem.W = LocalOperator(rows, 2);
  problem.B = {{1, 2, -3}, {0.5, 0, -1}, {0, -1, 4}};
  problem.laws = {SignoriniCoulomb{0.3, -0.5}, SignoriniCoulomb{0, 0}, SignoriniCoulomb{1.5, 0}};
  return problem;
}

}  // namespace

TEST(FclibRoundTrip, ToTheBit)
{
  const LocalProblem problem = contacts_on_bodies();
  const std::string path = hand_made::path_for("a.hdf5");
  const Impulses R = {{0.1, 0.2, 3}, {0, 0, 1}, {0, 0, 0}};
  write_fclib(path, problem, {"a title", "two bodies, µ", ""}, R);
  const FclibProblem read = read_fclib(path);
  EXPECT_EQ(read.problem.W.assemble().to_dense(), problem.W.assemble().to_dense());
  EXPECT_EQ(read.problem.B[0], Vec3(1, 2, -3.5));  // the shift is part of q_N
  EXPECT_EQ(read.problem.B[1], problem.B[1]);
  EXPECT_EQ(std::get<SignoriniCoulomb>(read.problem.laws[0]).mu, 0.3);
  EXPECT_EQ(std::get<SignoriniCoulomb>(read.problem.laws[0]).shift, 0);
  ASSERT_TRUE(read.solution.has_value());
  EXPECT_EQ(*read.solution, R);
  EXPECT_EQ(read.info.title, "a title");
  EXPECT_EQ(read.info.description, "two bodies, µ");
  EXPECT_EQ(read.info.math_info, "");
}

/// Global form with M = I: the factors come back.
TEST(FclibRoundTrip, CompactKeepsTheFactors)
{
  const LocalProblem problem = contacts_on_bodies();
  const std::string path = hand_made::path_for("a.hdf5");
  const Impulses R = {{0.1, 0.2, 3}, {0, 0, 1}, {0, 0, 0}};
  write_fclib(path, problem, {}, R, FclibForm::compact);
  const FclibProblem read = read_fclib(path);
  EXPECT_TRUE(read.global);
  EXPECT_EQ(read.problem.W.columns(), 2);
  EXPECT_EQ(read.problem.W.blocks().n, 0u);
  EXPECT_EQ(read.problem.W.assemble().to_dense(), problem.W.assemble().to_dense());
  EXPECT_EQ(read.problem.B[0], Vec3(1, 2, -3.5));
  EXPECT_EQ(*read.solution, R);
}

/// The same point is as good a solution of the file as it is of the problem.
TEST(FclibRoundTrip, KeepsTheResidual)
{
  const LocalProblem problem = contacts_on_bodies();
  Impulses R(3, Vec3::Zero());
  ASSERT_EQ(make_solver("gauss_seidel", {.tolerance = 1e-12})->solve(problem, R).status, SolverStatus::ok);
  const std::string path = hand_made::path_for("a.hdf5");
  write_fclib(path, problem, {}, R);
  const FclibProblem read = read_fclib(path);
  EXPECT_LT(residual(read.problem, *read.solution).absolute, 1e-11);
  EXPECT_LT(residual(read.problem, *read.solution).scaled, 1e-11);
  EXPECT_GT(residual(read.problem, Impulses(3, Vec3::Zero())).scaled, 1e-3);
}

TEST(FclibRoundTrip, ASolutionOfZerosIsNone)
{
  const std::string path = hand_made::path_for("a.hdf5");
  write_fclib(path, contacts_on_bodies(), {}, Impulses(3, Vec3::Zero()));
  EXPECT_FALSE(read_fclib(path).solution.has_value());
}

TEST(FclibRoundTrip, JointsAreRefused)
{
  LocalProblem problem = contacts_on_bodies();
  problem.laws[1] = PrescribedVelocity{};
  try {
    write_fclib(hand_made::path_for("a.hdf5"), problem, {});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("constraint 1, which is not a contact"), std::string::npos)
        << error.what();
  }
}

TEST(FclibRoundTrip, AFileThatCannotBeWrittenIsNamed)
{
  const std::string path = hand_made::path_for("a.hdf5") + "/no/such/directory/a.hdf5";
  EXPECT_THROW(write_fclib(path, contacts_on_bodies(), {}), FileError);
}
