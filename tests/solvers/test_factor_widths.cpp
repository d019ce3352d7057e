// SPDX-License-Identifier: MIT
// Bodies of several widths in one problem: linear systems against dense matrices, solvers against the assembled W and against
// Gauss–Seidel row by row.
#include "hard_problems.hpp"
#include "joint_problems.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/solvers/cones/cone_systems.hpp"
#include "corbel/solvers/joints/joint_elimination.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"
#include "corbel/solvers/residual.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include <gtest/gtest.h>

#include <string>

using namespace corbel;
using namespace corbel::testing;

namespace {

constexpr std::array<int, 4> widths = {6, 12, 3, 30};

int width_of(int body) { return widths[static_cast<std::size_t>(body) % widths.size()]; }

/// Of a random body: mobilities of order one in each direction.
FactorBlock random_block(int body, Dice& dice)
{
  FactorBlock G = dice.matrix(3, width_of(body)) / std::sqrt(width_of(body));
  G.leftCols<3>() += Mat3::Identity();
  return G;
}

/// A chain: row i between bodies i and i − 1, the first on the ground; further rows on random pairs.
std::vector<LocalOperator::Row> random_rows(int bodies, int further, Dice& dice)
{
  std::vector<LocalOperator::Row> rows = {on_ground(0, random_block(0, dice))};
  for (int c = 1; c < bodies; ++c)
    rows.push_back(between(c, random_block(c, dice), c - 1, random_block(c - 1, dice)));
  for (int k = 0; k < further; ++k) {
    const int c = static_cast<int>(dice.uniform() * bodies) % bodies, d = (c + 1) % bodies;
    rows.push_back(k % 4 == 0 ? on_ground(c, random_block(c, dice))
                              : between(c, random_block(c, dice), d, random_block(d, dice)));
  }
  return rows;
}

/// B = G v of bodies that move: then there is a solution however many rows there are.
LocalProblem mixed_widths(int bodies, int further, unsigned seed)
{
  Dice dice(seed);
  LocalProblem problem;
  problem.W = LocalOperator(random_rows(bodies, further, dice), bodies);
  const Eigen::VectorXd v = dice.matrix(problem.W.factor().total_width(), 1);
  for (std::size_t i = 0; i < problem.W.size(); ++i) {
    problem.B.push_back(problem.W.factor().row_product(i, v));
    problem.laws.push_back(SignoriniCoulomb{0.1 + 0.5 * dice.uniform(), 0});
  }
  return problem;
}

ConeOperator cone_operator(const LocalOperator& W)
{
  ConeOperator cone;
  cone.G = W.factor();
  cone.C = SparseRows(3 * static_cast<Index>(W.size()), 3 * static_cast<Index>(W.size()));
  return cone;
}

std::vector<Mat3> random_matrices(std::size_t n, Dice& dice)
{
  std::vector<Mat3> all;
  for (std::size_t i = 0; i < n; ++i)
    all.push_back(Mat3::Identity() + 0.3 * dice.matrix(3, 3));
  return all;
}

double difference(const Impulses& a, const Impulses& b)
{
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    worst = std::max(worst, (a[i] - b[i]).norm());
  return worst;
}

}  // namespace

TEST(FactorWidths, BodyMatrixIsTheDenseOne)
{
  Dice dice(1);
  const LocalOperator W(random_rows(9, 12, dice), 9);
  const ConeOperator cone = cone_operator(W);
  MatrixXd G = MatrixXd::Zero(cone.size(), cone.G.total_width()),
           S = MatrixXd::Zero(cone.size(), cone.size());
  const std::vector<Mat3> blocks = random_matrices(W.size(), dice);
  for (std::size_t i = 0; i < W.size(); ++i) {
    const Index at = 3 * static_cast<Index>(i);
    S.block<3, 3>(at, at) = blocks[i];
    for (std::size_t a = 0; a < 2; ++a)
      G.block(at, cone.G.offset(i, a), 3, cone.G.block(i, a).cols()) += cone.G.block(i, a);
  }
  const MatrixXd expected = MatrixXd::Identity(G.cols(), G.cols()) + G.transpose() * S * G;
  BodyMatrix K(cone);
  EXPECT_LT((MatrixXd(K.assemble(blocks)) - expected).norm(), 1e-13 * expected.norm());
  EXPECT_LT((MatrixXd(K.assemble(blocks)) - expected).norm(), 1e-13 * expected.norm());  // nothing adds up
}

/// Few rows on wide bodies and many on narrow ones: by way of W and by way of the bodies.
TEST(FactorWidths, SystemsAgreeWithDenseOnes)
{
  for (const auto& [bodies, further] : {std::pair(5, 2), {9, 80}}) {
    Dice dice(2);
    const LocalOperator W(random_rows(bodies, further, dice), bodies);
    const ConeOperator cone = cone_operator(W);
    const MatrixXd dense = W.assemble().to_dense();
    const Eigen::VectorXd b = dice.matrix(cone.size(), 1);
    ShiftedSystem shifted(cone);
    shifted.factorize(0.3);
    const MatrixXd with_shift = dense + 0.3 * MatrixXd::Identity(dense.rows(), dense.rows());
    EXPECT_LT((with_shift * shifted.solve(b) - b).norm(), 1e-11 * b.norm());

    const std::vector<Mat3> A = random_matrices(W.size(), dice), B = random_matrices(W.size(), dice);
    MatrixXd K = dense;
    for (std::size_t i = 0; i < W.size(); ++i) {
      const Index at = 3 * static_cast<Index>(i);
      K.middleRows<3>(at) = (A[i] * dense.middleRows<3>(at)).eval();
      K.block<3, 3>(at, at) += B[i];
    }
    NewtonSystem newton(cone);
    ASSERT_TRUE(newton.factorize(A, B));
    EXPECT_LT((K * newton.solve(b) - b).norm(), 1e-9 * b.norm());
  }
}

class FactorWidthsSolver : public ::testing::TestWithParam<const char*> {};

TEST_P(FactorWidthsSolver, ImpulsesAreThoseOfTheAssembledProblem)
{
  for (unsigned seed = 0; seed < 5; ++seed) {
    const LocalProblem problem = mixed_widths(8, 3, seed);
    Impulses expected = zeros(problem), R = zeros(problem);
    ASSERT_EQ(make_solver("gauss_seidel", {.tolerance = 1e-13, .max_iterations = 200000})
                  ->solve(assembled(problem), expected)
                  .status,
              SolverStatus::ok);
    ASSERT_EQ(make_solver(GetParam(), {.tolerance = 1e-11})->solve(problem, R).status, SolverStatus::ok);
    EXPECT_LT(difference(R, expected), 1e-8) << "seed " << seed;
  }
}

/// More rows than freedoms: impulses are not unique, the residual is.
TEST_P(FactorWidthsSolver, ManyContacts)
{
  const LocalProblem problem = mixed_widths(8, 120, 7);
  Impulses R = zeros(problem);
  const auto solver = make_solver(GetParam(), {.tolerance = 1e-6, .max_iterations = 100000});
  ASSERT_EQ(solver->solve(problem, R).status, SolverStatus::ok);
  EXPECT_LE(residual(assembled(problem), R).scaled, 1.01e-6);
}

INSTANTIATE_TEST_SUITE_P(Solvers, FactorWidthsSolver,
                         ::testing::Values("auto", "gauss_seidel", "anderson_gauss_seidel", "admm", "newton",
                                           "interior_point"),
                         [](const auto& name) { return std::string(name.param); });

/// Two joints and some contacts on one body against the ground, and a second body beside it: a body that (3) of
/// joint_elimination.hpp projects, and one that is too wide for it.
TEST(FactorWidths, JointsOfOneBodyAreEliminated)
{
  for (const int width : {3, 12, 30, 90})
    for (const bool all_axes : {false, true}) {
      Dice dice(static_cast<unsigned>(width));
      const auto block = [&](int w) -> FactorBlock {
        FactorBlock G = dice.matrix(3, w) / std::sqrt(w);
        G.leftCols<3>() += Mat3::Identity();
        return G;
      };
      LocalProblem problem;
      std::vector<LocalOperator::Row> rows;
      for (int k = 0; k < (width == 3 ? 1 : 2); ++k) {
        rows.push_back(on_ground(0, block(width)));
        problem.laws.push_back(PrescribedNormalVelocity{.U_star = 0.2 * k});
      }
      rows.push_back(on_ground(0, block(width)));
      if (all_axes)
        problem.laws.push_back(PrescribedVelocity{.U_star = Vec3(0.1, 0, 0.2)});
      else
        problem.laws.push_back(PrescribedNormalVelocity{.U_star = -0.3});
      for (int k = 0; k < 3; ++k) {
        rows.push_back(between(1, block(12), 0, block(width)));
        problem.laws.push_back(SignoriniCoulomb{0.3, 0});
      }
      for (std::size_t i = 0; i < rows.size(); ++i)
        problem.B.push_back(dice.vector() - Vec3(0, 0, 0.7));
      problem.W = LocalOperator(rows, 2);
      if (width == 3 && all_axes) continue;  // more equations than velocities
      const JointElimination elimination(problem);
      ASSERT_FALSE(elimination.empty());
      EXPECT_EQ(elimination.reduced().W.blocks().n > 0 && !elimination.reduced().W.blocks().block.empty(),
                width > 60);
      const MatrixXd W = problem.W.assemble().to_dense();
      std::vector<Index> J, C;
      for (std::size_t i = 0; i < problem.size(); ++i)
        for (Index k = 0; k < 3; ++k) {
          const Index at = 3 * static_cast<Index>(i) + k;
          const bool all = std::holds_alternative<PrescribedVelocity>(problem.laws[i]);
          if (std::holds_alternative<SignoriniCoulomb>(problem.laws[i]))
            C.push_back(at);
          else if (all || k == 2)
            J.push_back(at);
        }
      const MatrixXd expected = W(C, C) - W(C, J) * W(J, J).llt().solve(W(J, C));
      EXPECT_LT((elimination.reduced().W.assemble().to_dense() - expected).norm(), 1e-11 * W.norm()) << width;
    }
}

/// As many rows as are swept by colour.
TEST(FactorWidths, SameBitsForAnyThreadCount)
{
  const LocalProblem problem = mixed_widths(3000, 1000, 5);
  const auto bits = [&](int threads) {
    const ThreadLimit limit(threads);
    Impulses R = zeros(problem);
    make_solver("gauss_seidel", {.tolerance = 1e-4, .max_iterations = 50})->solve(problem, R);
    return R;
  };
  EXPECT_EQ(bits(1), bits(2));
}
