// SPDX-License-Identifier: MIT
// Modes of spring chains against their closed forms, and of random matrices against Eigen's dense solver.
#include "corbel/core/error.hpp"
#include "corbel/linalg/eigenpairs.hpp"
#include "linalg/sample_matrices.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::sample;

namespace {

constexpr double k = 300, m = 0.02;  // N/m, kg

void expect_modes(const Sparse& K, const Sparse& M, const Eigenpairs& pairs, double highest)
{
  const Eigen::MatrixXd& X = pairs.vectors;
  const Eigen::Index count = pairs.values.size();
  ASSERT_EQ(X.cols(), count);
  EXPECT_LE((X.transpose() * (M * X) - Eigen::MatrixXd::Identity(count, count)).norm(), 1e-10);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Eigen::VectorXd Mx = M * X.col(i);
    EXPECT_LE((K * X.col(i) - pairs.values[i] * Mx).norm(), 1e-9 * highest * Mx.norm()) << i;
    EXPECT_GE(X.col(i).maxCoeff(), (1 - 1e-5) * -X.col(i).minCoeff()) << i;
    EXPECT_GE(pairs.values[i], i > 0 ? pairs.values[i - 1] : 0) << i;
  }
}

Sparse diagonal(const Eigen::VectorXd& d)
{
  Sparse A(d.size(), d.size());
  A.setIdentity();
  A.diagonal() = d;
  return A;
}

}  // namespace

TEST(Eigenpairs, FreeChainOfEqualMasses)
{
  // ω² = 4 k/m sin²(iπ/2n), x_j = cos((j + ½) iπ/n); 5 and 60 points by the dense way, 1200 by Lanczos.
  for (const int n : {5, 60, 1200})
    for (const int count : {1, 4, 12}) {
      if (count >= n) continue;
      SCOPED_TRACE(::testing::Message() << n << " points, " << count << " modes");
      const Sparse K = free_chain(n, k);
      const Eigen::VectorXd masses = Eigen::VectorXd::Constant(n, m);
      const Eigenpairs pairs = lowest_eigenpairs(K, masses, count);
      expect_modes(K, diagonal(masses), pairs, 4 * k / m);
      for (int i = 0; i < count; ++i) {
        const double exact = 4 * k / m * std::pow(std::sin(i * M_PI / (2 * n)), 2);
        EXPECT_NEAR(pairs.values[i], exact, 1e-9 * exact + 1e-13 * 4 * k / m) << i;
        Eigen::VectorXd mode(n);
        for (int j = 0; j < n; ++j)
          mode[j] = std::cos((j + 0.5) * i * M_PI / n);
        mode /= std::sqrt(m) * mode.norm();
        EXPECT_NEAR(std::abs(mode.dot(pairs.vectors.col(i))) * m, 1, 1e-9) << i;
      }
    }
}

TEST(Eigenpairs, RigidModesAndTwinsAreAllFound)
{
  // Six chains side by side that know nothing of each other: every λ six times, also zero.
  const int n = 150, copies = 6, count = 24;
  const Sparse K = free_chain(n, k, copies);
  const Eigen::VectorXd masses = Eigen::VectorXd::Constant(n * copies, m);
  const Eigenpairs pairs = lowest_eigenpairs(K, masses, count);
  expect_modes(K, diagonal(masses), pairs, 4 * k / m);
  for (int i = 0; i < count; ++i) {
    const double exact = 4 * k / m * std::pow(std::sin(i / copies * M_PI / (2 * n)), 2);
    EXPECT_NEAR(pairs.values[i], exact, 1e-9 * exact + 1e-13 * 4 * k / m) << i;
  }
}

TEST(Eigenpairs, BarWithLumpedAndWithConsistentMass)
{
  // N elements: x_j = cos(jθ), θ = iπ/N. Lumped (ends carry half): λ = 2 (1 − cos θ) k/m.
  // Consistent (element mass m/6 [2 1; 1 2]): λ = 6 (1 − cos θ)/(2 + cos θ) k/m.
  const int N = 700, n = N + 1, count = 9;
  const Sparse K = free_chain(n, k);
  Eigen::VectorXd lumped = Eigen::VectorXd::Constant(n, m);
  lumped[0] = lumped[N] = m / 2;
  Sparse consistent = free_chain(n, -m / 6);
  consistent.diagonal() = 4 * lumped / 6;
  const Eigenpairs a = lowest_eigenpairs(K, lumped, count);
  const Eigenpairs b = lowest_eigenpairs(K, consistent, count);
  expect_modes(K, diagonal(lumped), a, 4 * k / m);
  expect_modes(K, consistent, b, 12 * k / m);
  for (int i = 0; i < count; ++i) {
    const double s = 2 * std::pow(std::sin(i * M_PI / (2 * N)), 2);  // 1 − cos θ
    EXPECT_NEAR(a.values[i], 2 * s * k / m, 1e-9 * a.values[i] + 1e-13 * 4 * k / m) << i;
    EXPECT_NEAR(b.values[i], 6 * s / (3 - s) * k / m, 1e-9 * b.values[i] + 1e-13 * 12 * k / m) << i;
  }
}

TEST(Eigenpairs, AgreeWithTheDenseSolver)
{
  std::mt19937 random(31);
  std::uniform_real_distribution<double> mass(0.5, 3);
  const Sparse K = dominant(343, grid(7), random);
  Eigen::VectorXd masses(343);
  for (double& x : masses)
    x = mass(random);
  const int count = 40;
  const Eigenpairs pairs = lowest_eigenpairs(K, masses, count);
  const Eigen::VectorXd scale = masses.cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> dense(scale.asDiagonal() * K.toDense() *
                                                             scale.asDiagonal());
  EXPECT_LE((pairs.values - dense.eigenvalues().head(count)).cwiseAbs().maxCoeff(),
            1e-11 * dense.eigenvalues().maxCoeff());
  expect_modes(K, diagonal(masses), pairs, dense.eigenvalues().maxCoeff());
}

TEST(Eigenpairs, UpperTriangleAndRepetitionGiveTheSameBits)
{
  const Sparse K = free_chain(400, k), upper = K.triangularView<Eigen::Upper>();
  const Eigen::VectorXd masses = Eigen::VectorXd::LinSpaced(400, m, 2 * m);
  const Eigenpairs first = lowest_eigenpairs(K, masses, 7);
  for (const Sparse& again : {K, upper}) {
    const Eigenpairs second = lowest_eigenpairs(again, masses, 7);
    EXPECT_EQ(first.values, second.values);
    EXPECT_EQ(first.vectors, second.vectors);
  }
}

TEST(Eigenpairs, AllOfThem)
{
  const int n = 12;
  const Eigenpairs pairs = lowest_eigenpairs(free_chain(n, k), Eigen::VectorXd::Constant(n, m).eval(), n);
  for (int i = 0; i < n; ++i)
    EXPECT_NEAR(pairs.values[i], 4 * k / m * std::pow(std::sin(i * M_PI / (2 * n)), 2), 1e-12 * 4 * k / m);
  const Eigenpairs one =
      lowest_eigenpairs(from_triplets(1, {{0, 0, 8}}), Eigen::VectorXd::Constant(1, 2.0).eval(), 1);
  EXPECT_DOUBLE_EQ(one.values[0], 4);
  EXPECT_DOUBLE_EQ(one.vectors(0, 0), std::sqrt(0.5));
}

TEST(Eigenpairs, NoStiffnessAtAll)
{
  const Eigenpairs pairs = lowest_eigenpairs(Sparse(300, 300), Eigen::VectorXd::Constant(300, m).eval(), 3);
  EXPECT_EQ(pairs.values, Eigen::VectorXd(Eigen::VectorXd::Zero(3)));
  EXPECT_LE((m * pairs.vectors.transpose() * pairs.vectors - Eigen::MatrixXd::Identity(3, 3)).norm(), 1e-12);
}

TEST(Eigenpairs, RefusesIndefiniteStiffnessAndBadArguments)
{
  for (const int n : {30, 500}) {
    const Eigen::VectorXd masses = Eigen::VectorXd::Constant(n, m);
    Sparse K = free_chain(n, k);
    EXPECT_THROW((void)lowest_eigenpairs(K, masses, 0), InternalError);
    EXPECT_THROW((void)lowest_eigenpairs(K, masses, n + 1), InternalError);
    EXPECT_THROW((void)lowest_eigenpairs(K, Eigen::VectorXd(masses.head(n - 1)), 2), InternalError);
    EXPECT_THROW((void)lowest_eigenpairs(K, Eigen::VectorXd(Eigen::VectorXd::Zero(n)), 2), InternalError);
    K.coeffRef(n / 2, n / 2) -= 5 * k;
    EXPECT_THROW((void)lowest_eigenpairs(K, masses, 2), RunError);
  }
}
