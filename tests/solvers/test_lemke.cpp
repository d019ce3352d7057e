// SPDX-License-Identifier: MIT
// Lemke's method: textbook problems, all small ones by enumeration, degenerate and infeasible ones.
#include "lcp_problems.hpp"

#include "corbel/core/error.hpp"
#include "corbel/solvers/complementarity/lemke.hpp"

#include <gtest/gtest.h>

#include <limits>

using namespace corbel;
using namespace corbel::testing;

namespace {

MatrixXd square(std::initializer_list<std::initializer_list<double>> rows) { return MatrixXd(rows); }
VectorXd vector(std::initializer_list<double> entries)
{
  return Eigen::Map<const VectorXd>(entries.begin(), static_cast<Index>(entries.size()));
}

void expect_solution(const LcpResult& result, const VectorXd& z, double tolerance = 1e-12)
{
  EXPECT_EQ(result.status, LcpStatus::solved);
  EXPECT_LE((result.z - z).cwiseAbs().maxCoeff(), tolerance * (1 + z.cwiseAbs().maxCoeff()))
      << result.z.transpose() << " for " << z.transpose();
  EXPECT_LE(lcp_residual(result.z, result.w), tolerance * (1 + z.cwiseAbs().maxCoeff()));
}

}  // namespace

TEST(Lemke, ExamplesOfTextbooks)
{
  // Murty, Linear Complementarity, Linear and Nonlinear Programming, chapter 1: z = (4/3, 7/3)
  expect_solution(lemke(square({{2, 1}, {1, 2}}), vector({-5, -6})), vector({4. / 3, 7. / 3}));
  // the same, chapter 2: lower triangular, z = (8, 0, 0), w = (0, 4, 2)
  const LcpResult result = lemke(murty_matrix(3), vector({-8, -12, -14}));
  expect_solution(result, vector({8, 0, 0}));
  EXPECT_LE((result.w - vector({0, 4, 2})).norm(), 1e-12);
}

TEST(Lemke, NothingToDoWhenAllSeparate)
{
  const LcpResult result = lemke(MatrixXd::Identity(2, 2), vector({1, 0}));
  EXPECT_EQ(result.status, LcpStatus::solved);
  EXPECT_EQ(result.iterations, 0);
  EXPECT_EQ(result.z, VectorXd::Zero(2));
  EXPECT_EQ(lemke(MatrixXd(0, 0), VectorXd(0)).status, LcpStatus::solved);
}

TEST(Lemke, AgreesWithEnumerationForPMatrices)
{
  // the solution of a P-matrix is unique
  std::mt19937 random(7);
  int closed = 0;
  for (int k = 0; k < 400; ++k) {
    const Index n = 1 + k % 8;
    const MatrixXd M = random_p_matrix(random, n);
    const VectorXd q = random_matrix(random, n, 1);
    const auto z = enumerate(M, q);
    ASSERT_TRUE(z);
    closed += static_cast<int>((z->array() > 0).count());
    expect_solution(lemke(M, q), *z, 1e-10);
  }
  EXPECT_GT(closed, 400);
}

TEST(Lemke, LightAndHeavyContactsTogether)
{
  // M ← S M S, q ← S q, z ← S⁻¹ z for any positive diagonal S: eight orders of magnitude
  std::mt19937 random(8);
  for (int k = 0; k < 50; ++k) {
    const MatrixXd M = random_p_matrix(random, 6);
    const VectorXd q = random_matrix(random, 6, 1);
    const VectorXd S = vector({1e-4, 1, 1e4, 1e-2, 10, 1e3});
    const LcpResult result = lemke(S.asDiagonal() * M * S.asDiagonal(), S.cwiseProduct(q));
    EXPECT_EQ(result.status, LcpStatus::solved);
    EXPECT_LE((S.cwiseProduct(result.z) - enumerate(M, q).value()).norm(), 1e-9);
  }
}

TEST(Lemke, ExponentialExampleOfMurty)
{
  // his theorem: 2ⁿ pivots, no fewer
  for (const Index n : {3, 6, 10, 12}) {
    const LcpResult result = lemke(murty_matrix(n), -VectorXd::Ones(n), {.max_pivots = 10000});
    expect_solution(result, VectorXd::Unit(n, 0));
    EXPECT_EQ(result.iterations, 1 << n);
  }
}

TEST(Lemke, LexicographicTestEndsWhereTheFirstTieCycles)
{
  // Kostreva, Mathematical Programming 16 (1979): a P-matrix whose rows all tie at q = −e.
  // By symmetry z = (1, 1, 1)/3.
  const MatrixXd M = square({{1, 2, 0}, {0, 1, 2}, {2, 0, 1}});
  const VectorXd q = -VectorXd::Ones(3);
  expect_solution(lemke(M, q), VectorXd::Constant(3, 1. / 3));
  const LcpResult plain = lemke(M, q, {.max_pivots = 1000, .lexicographic = false});
  EXPECT_EQ(plain.status, LcpStatus::iteration_limit);
  EXPECT_EQ(plain.iterations, 1000);  // there are fewer than a hundred bases: it goes round
}

TEST(Lemke, InfeasibleProblemsEndOnARay)
{
  // z = (1, 1) moves nothing (M z = 0) and q·z < 0: by Farkas no z has M z + q ≥ 0. A body between two walls
  // that both ask it to leave.
  EXPECT_EQ(lemke(square({{1, -1}, {-1, 1}}), vector({-1, -1})).status, LcpStatus::ray);
  EXPECT_EQ(lemke(square({{1, -1}, {-1, 1}}), vector({-1, 0.5})).status, LcpStatus::ray);
  EXPECT_EQ(lemke(MatrixXd::Zero(1, 1), vector({-1})).status, LcpStatus::ray);
  // with q·z = 0 the walls agree: z₁ = z₂ + 1
  const LcpResult agreed = lemke(square({{1, -1}, {-1, 1}}), vector({-1, 1}));
  EXPECT_EQ(agreed.status, LcpStatus::solved);
  EXPECT_LE(lcp_residual(agreed.z, agreed.w), 1e-14);
}

TEST(Lemke, CopositiveMatrixThatIsNotSemiDefinite)
{
  // entries ≥ 0 with a positive diagonal: strictly copositive, a solution for every q; det < 0 here
  const MatrixXd M = square({{1, 3}, {3, 1}});
  const LcpResult result = lemke(M, vector({-1, -2}));
  EXPECT_EQ(result.status, LcpStatus::solved);
  EXPECT_LE(lcp_residual(result.z, result.w), 1e-14);
}

TEST(Lemke, RankDeficientProblemsEndWithASolution)
{
  // M = G Gᵀ with q = G v in its range: feasible; twice as many contacts as freedoms, with copies of rows
  std::mt19937 random(9);
  for (int k = 0; k < 200; ++k) {
    const Index n = 2 + k % 30, freedoms = 1 + n / 2;
    MatrixXd G = random_matrix(random, n, freedoms);
    for (Index i = 0; i + 1 < n; i += 3)
      G.row(i + 1) = G.row(i);
    const LcpResult result = lemke(G * G.transpose(), G * random_matrix(random, freedoms, 1));
    EXPECT_EQ(result.status, LcpStatus::solved) << k;
    EXPECT_LE(lcp_residual(result.z, result.w), 1e-10) << k;
  }
}

TEST(Lemke, HistoryFallsToZeroAndTheLimitIsKept)
{
  std::mt19937 random(10);
  const MatrixXd M = random_p_matrix(random, 20);
  const VectorXd q = random_matrix(random, 20, 1);
  const LcpResult result = lemke(M, q);
  EXPECT_EQ(result.status, LcpStatus::solved);
  EXPECT_EQ(static_cast<int>(result.history.size()), result.iterations);
  EXPECT_GT(result.history.front(), 0);
  EXPECT_EQ(result.history.back(), 0);
  const LcpResult cut = lemke(M, q, {.max_pivots = 3});
  EXPECT_EQ(cut.status, LcpStatus::iteration_limit);
  EXPECT_EQ(cut.iterations, 3);
  EXPECT_THROW(lemke(M, q * std::numeric_limits<double>::quiet_NaN()), InputError);
}
