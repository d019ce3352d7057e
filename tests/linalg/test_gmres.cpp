// SPDX-License-Identifier: MIT
#include "corbel/linalg/gmres.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

using namespace corbel;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

VectorXd same(const VectorXd& x) { return x; }

}  // namespace

TEST(Gmres, EndsAfterAsManyProductsAsThereAreUnknowns)
{
  std::srand(5);
  const MatrixXd A = MatrixXd::Random(12, 12) + 3 * MatrixXd::Identity(12, 12);
  const VectorXd b = VectorXd::Random(12);
  const GmresResult r =
      gmres([&](const VectorXd& x) { return VectorXd(A * x); }, same, b, {.tolerance = 1e-12});
  EXPECT_LE(r.iterations, 13);
  EXPECT_LE((A * r.x - b).norm(), 1e-11 * b.norm());
}

TEST(Gmres, RestartsAndPreconditions)
{
  // Tridiagonal, unsymmetric, of very different rows: with its diagonal as preconditioner a few products are
  // enough.
  const int n = 300;
  MatrixXd A = MatrixXd::Zero(n, n);
  for (int i = 0; i < n; ++i) {
    const double scale = 1 + 1000 * (i % 7);
    A(i, i) = 3 * scale;
    if (i > 0) A(i, i - 1) = -scale;
    if (i + 1 < n) A(i, i + 1) = 0.5 * scale;
  }
  const VectorXd b = VectorXd::Ones(n), d = A.diagonal();
  const auto product = [&](const VectorXd& x) { return VectorXd(A * x); };
  const GmresResult good = gmres(product, [&](const VectorXd& x) { return VectorXd(x.cwiseQuotient(d)); }, b,
                                 {.tolerance = 1e-10, .max_iterations = 200, .restart = 10});
  EXPECT_LE(good.residual, 1e-10);
  EXPECT_LE((A * good.x - b).norm(), 1e-9 * b.norm());
  EXPECT_LT(good.iterations, 60);
}

TEST(Gmres, NothingToDo)
{
  const GmresResult r = gmres(same, same, VectorXd::Zero(4), {});
  EXPECT_EQ(r.iterations, 0);
  EXPECT_EQ(r.x.norm(), 0);
}

TEST(Gmres, GivesUpOnASingularMatrix)
{
  const VectorXd b = VectorXd::Unit(3, 2);
  const GmresResult r = gmres(
      [](const VectorXd& x) { return VectorXd(x.cwiseProduct(Eigen::Vector3d(1, 2, 0))); }, same, b, {});
  EXPECT_TRUE(r.x.allFinite());
  EXPECT_GT(r.residual, 0.9);
}
