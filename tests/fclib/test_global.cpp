// SPDX-License-Identifier: MIT
// Global problems: W and q against dense algebra done here, for bodies, finite elements and equality
// constraints.
#include "corbel/core/error.hpp"
#include "corbel/fclib/fclib.hpp"
#include "hand_made.hpp"

#include <Eigen/Dense>

#include <random>

using namespace corbel;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using hand_made::Form;

namespace {

MatrixXd random_matrix(int rows, int columns, unsigned seed)
{
  std::mt19937 generator(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  return MatrixXd::NullaryExpr(rows, columns, [&] { return number(generator); });
}

MatrixXd positive(int size, unsigned seed)
{
  const MatrixXd A = random_matrix(size, size, seed);
  return A * A.transpose() + MatrixXd::Identity(size, size);
}

/// Rows and columns of a file's order (N, T1, T2) in ours.
MatrixXd reordered(const MatrixXd& W)
{
  const Eigen::Index n = W.rows() / 3;
  Eigen::VectorXi order(W.rows());
  for (int i = 0; i < n; ++i)
    order.segment<3>(3 * i) << 3 * i + 1, 3 * i + 2, 3 * i;
  if (W.cols() == 1) return W(order, 0);
  return W(order, order);
}

void expect_problem(const FclibProblem& read, const MatrixXd& W, const VectorXd& q)
{
  const MatrixXd found = read.problem.W.assemble().to_dense();
  EXPECT_LT((found - reordered(W)).norm(), 1e-12 * W.norm());
  const MatrixXd q_ours = reordered(q);
  for (std::size_t i = 0; i < read.problem.size(); ++i)
    EXPECT_LT((read.problem.B[i] - q_ours.block<3, 1>(3 * static_cast<Eigen::Index>(i), 0)).norm(),
              1e-12 * q.norm());
}

/// Five bodies with full 6×6 (or 3×3) blocks; contacts 0–1, 1–2, 3 alone; 0–2; nothing touches the last.
struct Bodies {
  MatrixXd M, H;
  VectorXd f, w;

  explicit Bodies(int size) : M(MatrixXd::Zero(5 * size, 5 * size)), H(MatrixXd::Zero(5 * size, 12))
  {
    for (int c = 0; c < 5; ++c)
      M.block(c * size, c * size, size, size) = positive(size, static_cast<unsigned>(c));
    const int pairs[4][2] = {{0, 1}, {2, 1}, {3, 3}, {0, 2}};
    for (int i = 0; i < 4; ++i)
      for (const int c : pairs[i])
        H.block(c * size, 3 * i, size, 3) = random_matrix(size, 3, static_cast<unsigned>(10 + 4 * i + c));
    f = random_matrix(5 * size, 1, 50);
    w = random_matrix(12, 1, 51);
  }
};

}  // namespace

class GlobalForms : public ::testing::TestWithParam<std::tuple<Form, int>> {};

TEST_P(GlobalForms, BodiesBecomeRowsOfG)
{
  const auto [form, size] = GetParam();
  const Bodies b(size);
  const FclibProblem read =
      read_fclib(hand_made::write_global("a.hdf5", b.M, b.H, b.f, b.w, {0.1, 0.2, 0.3, 0.4}, form));
  EXPECT_TRUE(read.global);
  EXPECT_EQ(read.problem.W.columns(), 4);
  EXPECT_EQ(read.problem.W.blocks().n, 0u);
  const MatrixXd inverse = b.M.inverse();
  expect_problem(read, b.H.transpose() * inverse * b.H, b.H.transpose() * inverse * b.f + b.w);
}

INSTANTIATE_TEST_SUITE_P(Fclib, GlobalForms,
                         ::testing::Combine(::testing::Values(Form::triplets, Form::columns, Form::rows),
                                            ::testing::Values(6, 3)));

TEST(FclibGlobal, AContactOfThreeBodiesIsAssembled)
{
  Bodies b(6);
  b.H.block(18, 0, 6, 3) = random_matrix(6, 3, 99);
  const FclibProblem read =
      read_fclib(hand_made::write_global("a.hdf5", b.M, b.H, b.f, b.w, {0.1, 0.2, 0.3, 0.4}, Form::columns));
  EXPECT_EQ(read.problem.W.columns(), 0);
  const MatrixXd inverse = b.M.inverse();
  expect_problem(read, b.H.transpose() * inverse * b.H, b.H.transpose() * inverse * b.f + b.w);
}

TEST(FclibGlobal, AnyMassMatrix)
{
  const MatrixXd M = positive(14, 3), H = random_matrix(14, 6, 4);
  const VectorXd f = random_matrix(14, 1, 5), w = random_matrix(6, 1, 6);
  const FclibProblem read = read_fclib(hand_made::write_global("a.hdf5", M, H, f, w, {0.1, 0.2}, Form::rows));
  const MatrixXd inverse = M.inverse();
  expect_problem(read, H.transpose() * inverse * H, H.transpose() * inverse * f + w);
}

TEST(FclibGlobal, AnUnsymmetricMassMatrixStaysSo)
{
  MatrixXd M = positive(14, 3);
  M(0, 5) += 0.5;
  const MatrixXd H = random_matrix(14, 6, 4);
  const VectorXd f = random_matrix(14, 1, 5), w = random_matrix(6, 1, 6);
  const FclibProblem read =
      read_fclib(hand_made::write_global("a.hdf5", M, H, f, w, {0.1, 0.2}, Form::triplets));
  const MatrixXd W = H.transpose() * M.inverse() * H;
  expect_problem(read, W, H.transpose() * M.inverse() * f + w);
  EXPECT_NEAR(read.asymmetry, (W - W.transpose()).norm() / W.norm(), 1e-12);
  EXPECT_TRUE(read.notes.empty());
}

TEST(FclibGlobal, OneTriangleOfTheMassMatrixIsNoted)
{
  const MatrixXd M = positive(14, 3).triangularView<Eigen::Upper>(), H = random_matrix(14, 6, 4);
  const VectorXd f = random_matrix(14, 1, 5), w = random_matrix(6, 1, 6);
  const FclibProblem read =
      read_fclib(hand_made::write_global("a.hdf5", M, H, f, w, {0.1, 0.2}, Form::triplets));
  ASSERT_EQ(read.notes.size(), 1u);
  EXPECT_NE(read.notes[0].find("one triangle of M"), std::string::npos);
}

/// (N, T) of two contacts: W and q in their places, the second tangents apart from everything.
TEST(FclibGlobal, AProblemInThePlane)
{
  const MatrixXd M = positive(3, 3), H = random_matrix(3, 4, 4);
  const VectorXd f = random_matrix(3, 1, 5), w = random_matrix(4, 1, 6);
  const FclibProblem read =
      read_fclib(hand_made::write_global("a.hdf5", M, H, f, w, {0.1, 0.2}, Form::columns, 2));
  const MatrixXd W = H.transpose() * M.inverse() * H;
  const VectorXd q = H.transpose() * M.inverse() * f + w;
  const MatrixXd found = read.problem.W.assemble().to_dense();
  const std::vector<int> ours = {2, 0, 5, 3}, idle = {1, 4};
  EXPECT_LT((found(ours, ours) - W).norm(), 1e-12 * W.norm());
  EXPECT_TRUE(found(ours, idle).isZero(0) && found(idle, ours).isZero(0));
  EXPECT_GT(found(1, 1), 0);
  EXPECT_EQ(found(1, 4), 0);
  EXPECT_LT((read.problem.B[1] - Vec3(q(3), 0, q(2))).norm(), 1e-12 * q.norm());
}

/// The saddle-point system solved as a whole: v = K⁻¹ (H r + f, −b).
TEST(FclibGlobal, EqualityConstraintsAreEliminated)
{
  const MatrixXd M = positive(14, 3), H = random_matrix(14, 6, 4);
  MatrixXd G = random_matrix(14, 4, 8);
  const VectorXd f = random_matrix(14, 1, 5), w = random_matrix(6, 1, 6), b = random_matrix(4, 1, 7);
  MatrixXd K = MatrixXd::Zero(18, 18);
  K << M, -G, G.transpose(), MatrixXd::Zero(4, 4);
  const MatrixXd inverse = K.inverse();
  const MatrixXd A = inverse.topLeftCorner(14, 14);
  const VectorXd v_free = A * f - inverse.topRightCorner(14, 4) * b;

  const std::string path = hand_made::write_global("a.hdf5", M, H, f, w, {0.1, 0.2}, Form::rows);
  {
    hand_made::File file(path);
    MatrixXd twice(14, 5);
    twice << G, 2 * G.col(1);  // a constraint that is there twice changes nothing
    VectorXd b_twice(5);
    b_twice << b, 2 * b(1);
    file.matrix("/fclib_global/G", twice, Form::columns);
    file.put("/fclib_global/vectors/b", b_twice);
  }
  const FclibProblem read = read_fclib(path);
  EXPECT_EQ(read.equalities, 5u);
  expect_problem(read, H.transpose() * A * H, H.transpose() * v_free + w);
}

TEST(FclibGlobal, EqualityConstraintsThatContradictAreRefused)
{
  const MatrixXd M = positive(14, 3), H = random_matrix(14, 3, 4), G = random_matrix(14, 1, 8);
  const std::string path = hand_made::write_global("a.hdf5", M, H, random_matrix(14, 1, 5),
                                                   random_matrix(3, 1, 6), {0.1}, Form::rows);
  {
    hand_made::File file(path);
    MatrixXd twice(14, 2);
    twice << G, G;
    file.matrix("/fclib_global/G", twice, Form::columns);
    file.put("/fclib_global/vectors/b", std::vector<double>{1, 2});
  }
  EXPECT_THROW(read_fclib(path), InputError);
}

TEST(FclibLocal, EqualityConstraintsAreEliminated)
{
  const MatrixXd W = positive(6, 1), V = random_matrix(6, 2, 2), R = positive(2, 3);
  const VectorXd q = random_matrix(6, 1, 4), s = random_matrix(2, 1, 5);
  const std::string path = hand_made::write_local("a.hdf5", W, q, {0.1, 0.2}, Form::rows);
  {
    hand_made::File file(path);
    file.matrix("/fclib_local/V", V, Form::triplets);
    file.matrix("/fclib_local/R", R, Form::columns);
    file.put("/fclib_local/vectors/s", s);
  }
  const FclibProblem read = read_fclib(path);
  EXPECT_EQ(read.equalities, 2u);
  expect_problem(read, W - V * R.inverse() * V.transpose(), q - V * R.inverse() * s);
}

TEST(FclibLocal, EqualityConstraintsOnReactionsAreRefused)
{
  const std::string path =
      hand_made::write_local("a.hdf5", positive(6, 1), random_matrix(6, 1, 4), {0.1, 0.2}, Form::rows);
  {
    hand_made::File file(path);
    file.matrix("/fclib_local/V", random_matrix(6, 2, 2), Form::triplets);
    file.matrix("/fclib_local/R", MatrixXd::Zero(2, 2), Form::columns);
    file.put("/fclib_local/vectors/s", std::vector<double>{1, 2});
  }
  EXPECT_THROW(read_fclib(path), InputError);
}
