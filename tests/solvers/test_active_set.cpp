// SPDX-License-Identifier: MIT
// The primal–dual active set: small problems by enumeration, a cycle that the plain method cannot leave,
// singular and infeasible ones.
#include "lcp_problems.hpp"

#include "corbel/solvers/complementarity/active_set.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

LcpMatrix sparse(const MatrixXd& M) { return M.sparseView(); }

MatrixXd random_spd(std::mt19937& random, Index n)
{
  const MatrixXd F = random_matrix(random, n, n);
  return F * F.transpose() / static_cast<double>(n) + 0.01 * MatrixXd::Identity(n, n);
}

}  // namespace

TEST(ActiveSet, AgreesWithEnumeration)
{
  std::mt19937 random(17);
  int closed = 0;
  for (int k = 0; k < 400; ++k) {
    const Index n = 1 + k % 8;
    const MatrixXd M = random_spd(random, n);
    const VectorXd q = random_matrix(random, n, 1);
    const VectorXd z = enumerate(M, q).value();
    const LcpResult result = active_set(sparse(M), q);
    EXPECT_EQ(result.status, LcpStatus::solved) << k;
    EXPECT_LE((result.z - z).cwiseAbs().maxCoeff(), 1e-10 * (1 + z.maxCoeff())) << k;
    closed += static_cast<int>((z.array() > 0).count());
  }
  EXPECT_GT(closed, 400);
}

TEST(ActiveSet, LeavesACycleOfTheNewtonSteps)
{
  // Found by search; the plain method goes {2} → {1, 2, 3} → {3} → {2}:
  //   {2}  z₂ = 4/14: w₁ = 2 − 9·2/7 < 0, w₃ = 1 − 10·2/7 < 0;   {3}  z₃ = −1/25: w₂ = −4 + 0.4 < 0, w₁ > 0
  const MatrixXd M{{9, -9, 14}, {-9, 14, -10}, {14, -10, 25}};
  const VectorXd q{{2, -4, 1}};
  const LcpResult plain = active_set(sparse(M), q, {}, {.max_iterations = 300, .patience = 1000});
  EXPECT_EQ(plain.status, LcpStatus::iteration_limit);
  EXPECT_EQ(plain.iterations, 300);
  const LcpResult safe = active_set(sparse(M), q);
  EXPECT_EQ(safe.status, LcpStatus::solved);
  EXPECT_LE((safe.z - enumerate(M, q).value()).norm(), 1e-12);
}

TEST(ActiveSet, MurtysRuleAloneIsEnough)
{
  std::mt19937 random(18);
  for (int k = 0; k < 100; ++k) {
    const MatrixXd M = random_spd(random, 8);
    const VectorXd q = random_matrix(random, 8, 1);
    const LcpResult result = active_set(sparse(M), q, {}, {.patience = 0});
    EXPECT_EQ(result.status, LcpStatus::solved) << k;
    EXPECT_LE((result.z - enumerate(M, q).value()).norm(), 1e-9) << k;
  }
}

TEST(ActiveSet, RankDeficientProblems)
{
  // dense and sparse factors; q = G v: feasible however singular M is
  std::mt19937 random(19);
  int worst = 0;
  for (int k = 0; k < 60; ++k) {
    const Index n = k < 50 ? 2 + k : 300 + 20 * (k - 50), freedoms = 1 + n / 2;
    MatrixXd G = random_matrix(random, n, freedoms);
    for (Index i = 0; i + 1 < n; i += 3)
      G.row(i + 1) = G.row(i);
    const VectorXd v = random_matrix(random, freedoms, 1);
    const LcpResult result = active_set(sparse(G * G.transpose()), G * v);
    EXPECT_EQ(result.status, LcpStatus::solved) << k;
    EXPECT_LE(lcp_residual(result.z, result.w), 1e-9) << k;
    worst = std::max(worst, result.iterations);
  }
  EXPECT_LE(worst, 60);  // 11 measured; one pivot for each of 480 contacts it is not
}

TEST(ActiveSet, InfeasibleProblemsEndOnARay)
{
  // as for Lemke's method: two walls that both push
  const LcpMatrix M = sparse(MatrixXd{{1, -1}, {-1, 1}});
  EXPECT_EQ(active_set(M, VectorXd{{-1, -1}}).status, LcpStatus::ray);
  EXPECT_EQ(active_set(M, VectorXd{{-1, 0.5}}).status, LcpStatus::ray);
  EXPECT_EQ(active_set(M, VectorXd{{-1, 1}}).status, LcpStatus::solved);
}

TEST(ActiveSet, AGoodStartTakesOneFactorization)
{
  std::mt19937 random(20);
  const MatrixXd M = random_spd(random, 50);
  const VectorXd q = random_matrix(random, 50, 1);
  const LcpResult cold = active_set(sparse(M), q);
  const LcpResult warm = active_set(sparse(M), q, cold.z);
  EXPECT_EQ(warm.status, LcpStatus::solved);
  EXPECT_LE(warm.iterations, 2);
  EXPECT_LT(warm.iterations, cold.iterations);
  EXPECT_LE((warm.z - cold.z).norm(), 1e-10 * cold.z.norm());
  EXPECT_EQ(static_cast<int>(cold.history.size()), cold.iterations);
}
