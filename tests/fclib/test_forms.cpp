// SPDX-License-Identifier: MIT
// Local problems in each of the three matrix forms, in space and in the plane, number by number.
#include "corbel/fclib/fclib.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"
#include "hand_made.hpp"

using namespace corbel;
using hand_made::Form;

namespace {

/// Entry (a, b) is 10 a + b + 1, but for a diagonal that keeps W_NN > 0; unsymmetric, some blocks empty.
Eigen::MatrixXd numbered_matrix()
{
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(9, 9);
  for (int a = 0; a < 9; ++a)
    for (int b = 0; b < 9; ++b)
      if (!(a / 3 == 0 && b / 3 == 2)) W(a, b) = 10 * a + b + 1;
  return W;
}

Eigen::VectorXd numbered_vector()
{
  Eigen::VectorXd q(9);
  q << 1, 2, 3, -4, 5, 6, 7, 8, -9;
  return q;
}

/// Of a file (N, T1, T2): where our T1, T2, N come from.
constexpr std::array<int, 3> from = {1, 2, 0};

class Forms : public ::testing::TestWithParam<Form> {};

}  // namespace

TEST_P(Forms, EveryEntryGoesToItsPlace)
{
  const Eigen::MatrixXd W = numbered_matrix();
  const FclibProblem read =
      read_fclib(hand_made::write_local("a.hdf5", W, numbered_vector(), {0.1, 0, 2.5}, GetParam()));
  const Eigen::MatrixXd dense = read.problem.W.assemble().to_dense();
  ASSERT_EQ(dense.rows(), 9);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(read.problem.B[static_cast<std::size_t>(i)](k),
                numbered_vector()(3 * i + from[static_cast<std::size_t>(k)]));
      for (int j = 0; j < 3; ++j)
        for (int l = 0; l < 3; ++l)
          EXPECT_EQ(dense(3 * i + k, 3 * j + l),
                    W(3 * i + from[static_cast<std::size_t>(k)], 3 * j + from[static_cast<std::size_t>(l)]));
    }
  EXPECT_EQ(std::get<SignoriniCoulomb>(read.problem.laws[2]).mu, 2.5);
  EXPECT_EQ(std::get<SignoriniCoulomb>(read.problem.laws[1]).mu, 0);
  EXPECT_FALSE(read.global);
  EXPECT_NEAR(read.asymmetry, (W - W.transpose()).norm() / W.norm(), 1e-14);
}

INSTANTIATE_TEST_SUITE_P(Fclib, Forms, ::testing::Values(Form::triplets, Form::columns, Form::rows));

TEST(FclibForms, TripletsOfOnePlaceAddUp)
{
  const std::string path = hand_made::write_local("a.hdf5", Eigen::MatrixXd::Identity(3, 3),
                                                  Eigen::Vector3d::Zero(), {0.5}, Form::triplets);
  {
    hand_made::File file(path);
    file.replace("/fclib_local/W/nz", std::vector<int>{4});
    file.replace("/fclib_local/W/i", std::vector<int>{0, 1, 2, 0});
    file.replace("/fclib_local/W/p", std::vector<int>{0, 1, 2, 0});
    file.replace("/fclib_local/W/x", std::vector<double>{1, 1, 1, 0.25});
  }
  EXPECT_EQ(read_fclib(path).problem.W.diagonal(0)(2, 2), 1.25);
}

/// A block on a plane, pushed sideways harder than friction holds: R_N = 2, slip with R_T = −μ R_N.
TEST(FclibForms, AProblemInThePlaneHasAnIdleTangent)
{
  const Eigen::Vector2d q(-1, 3);  // (N, T); W = 1/2
  const FclibProblem read = read_fclib(
      hand_made::write_local("a.hdf5", 0.5 * Eigen::MatrixXd::Identity(2, 2), q, {0.25}, Form::rows, 2));
  EXPECT_EQ(read.problem.B[0], Vec3(3, 0, -1));
  Impulses R(1, Vec3::Zero());
  const SolverReport report = make_solver("gauss_seidel", {.tolerance = 1e-12})->solve(read.problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_NEAR((R[0] - Vec3(-0.5, 0, 2)).norm(), 0, 1e-12);
}

TEST(FclibForms, AnEmptyProblemIsAProblem)
{
  const FclibProblem read =
      read_fclib(hand_made::write_local("a.hdf5", Eigen::MatrixXd(0, 0), Eigen::VectorXd(0), {}, Form::rows));
  EXPECT_EQ(read.problem.size(), 0u);
}

TEST(FclibForms, ContactsThatNothingMovesAreReported)
{
  Eigen::MatrixXd W = Eigen::MatrixXd::Zero(6, 6);
  W.topLeftCorner(3, 3).setIdentity();
  const FclibProblem read =
      read_fclib(hand_made::write_local("a.hdf5", W, Eigen::VectorXd::Ones(6), {0.5, 0.5}, Form::columns));
  EXPECT_EQ(read.immovable, std::vector<std::size_t>{1});
  ASSERT_EQ(read.notes.size(), 1u);
  EXPECT_NE(read.notes[0].find("1 immobile contacts"), std::string::npos);
}

TEST(FclibForms, ContactsWithSingularTangentsAreReported)
{
  Eigen::MatrixXd W = Eigen::MatrixXd::Identity(3, 3);
  W(2, 2) = 0;
  const FclibProblem read =
      read_fclib(hand_made::write_local("a.hdf5", W, Eigen::VectorXd::Ones(3), {0.5}, Form::columns));
  EXPECT_EQ(read.singular_blocks, std::vector<std::size_t>{0});
}
