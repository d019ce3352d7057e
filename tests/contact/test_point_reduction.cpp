// SPDX-License-Identifier: MIT
// Fewer points with the same weighted sums (Carathéodory's theorem): no more than the rank, no negative weight, sums kept.
#include "corbel/contact/point_reduction.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

namespace corbel::testing {
namespace {

std::vector<std::size_t> in_order(Eigen::Index count)
{
  std::vector<std::size_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// Shape functions of random points on a row of bars with hat functions, for each of two rows of different lengths.
Eigen::MatrixXd two_rows(int cells1, int cells2, const std::vector<double>& x)
{
  Eigen::MatrixXd Phi = Eigen::MatrixXd::Zero(cells1 + cells2 + 2, static_cast<Eigen::Index>(x.size()));
  for (std::size_t k = 0; k < x.size(); ++k)
    for (const auto& [cells, first] : {std::pair(cells1, 0), {cells2, cells1 + 1}}) {
      const int cell = std::min(static_cast<int>(x[k] * cells), cells - 1);
      const double xi = x[k] * cells - cell;
      Phi(first + cell, static_cast<Eigen::Index>(k)) = 1 - xi;
      Phi(first + cell + 1, static_cast<Eigen::Index>(k)) = xi;
    }
  return Phi;
}

TEST(PointReduction, KeepsSumsWithNoMorePointsThanTheRank)
{
  std::mt19937 random(12);
  std::uniform_real_distribution<double> at(0, 1);
  for (int trial = 0; trial < 200; ++trial) {
    const int cells1 = 1 + trial % 7, cells2 = 1 + trial % 5, count = 20 + trial;
    std::vector<double> x;
    Eigen::VectorXd w(count);
    for (int k = 0; k < count; ++k) {
      x.push_back(at(random));
      w[k] = 0.01 + at(random);
    }
    const Eigen::MatrixXd Phi = two_rows(cells1, cells2, x);
    const std::vector<std::size_t> kept = independent_points(Phi, w, in_order(count));
    EXPECT_LE(kept.size(), static_cast<std::size_t>(Phi.rows()));
    const auto weights = weights_of(Phi, kept, w);
    ASSERT_TRUE(weights) << trial;
    EXPECT_GE(weights->minCoeff(), 0);
    EXPECT_NEAR(weights->sum(), w.sum(), 1e-12 * w.sum());
    Eigen::VectorXd t = Eigen::VectorXd::Zero(Phi.rows());
    for (std::size_t k = 0; k < kept.size(); ++k)
      t += (*weights)[static_cast<Eigen::Index>(k)] * Phi.col(static_cast<Eigen::Index>(kept[k]));
    EXPECT_LT((t - Phi * w).norm(), 1e-9 * (Phi * w).norm()) << trial;
  }
}

TEST(PointReduction, PointsAtTheNodesOfOneRowAreAllNeeded)
{
  const std::vector<double> x = {0, 0.25, 0.5, 0.75, 1};
  const Eigen::MatrixXd Phi = two_rows(4, 4, x);
  const Eigen::VectorXd w = Eigen::VectorXd::LinSpaced(5, 1, 2);
  EXPECT_EQ(independent_points(Phi, w, in_order(5)), in_order(5));
  const auto weights = weights_of(Phi, in_order(5), w);
  ASSERT_TRUE(weights);
  EXPECT_LT((*weights - w).norm(), 1e-12);
}

TEST(PointReduction, PointsThatMissASumOrWouldPullAreRefused)
{
  const std::vector<double> x = {0, 0.1, 0.5, 0.9, 1};
  const Eigen::MatrixXd Phi = two_rows(1, 1, x);
  const Eigen::VectorXd w = Eigen::VectorXd::Ones(5);
  EXPECT_TRUE(weights_of(Phi, std::vector<std::size_t>{0, 4}, w));
  EXPECT_FALSE(
      weights_of(Phi, std::vector<std::size_t>{2}, two_rows(1, 1, x).row(0).transpose()));  // another moment
  EXPECT_FALSE(weights_of(Phi, std::vector<std::size_t>{0, 1}, w));  // the first would have to pull
  EXPECT_FALSE(weights_of(Phi, {}, w));
}

}  // namespace
}  // namespace corbel::testing
