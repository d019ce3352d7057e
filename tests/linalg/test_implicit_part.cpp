// SPDX-License-Identifier: MIT
// W with a part that is known by products: against the dense matrix it stands for.
#include "corbel/core/error.hpp"
#include "corbel/linalg/local_operator.hpp"

#include <gtest/gtest.h>

#include <random>

using namespace corbel;

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd flat(const std::vector<Vec3>& x)
{
  VectorXd y(3 * static_cast<Index>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i)
    y.segment<3>(3 * static_cast<Index>(i)) = x[i];
  return y;
}

/// A dense matrix that hides its blocks; row `idle` is empty.
class Hidden : public ImplicitPart {
 public:
  Hidden(MatrixXd C, std::size_t idle) : C_(std::move(C)), idle_(idle) {}

  std::size_t size() const override { return static_cast<std::size_t>(C_.rows() / 3); }
  bool touches(std::size_t i) const override { return i != idle_; }
  Mat3 diagonal(std::size_t i) const override { return block(i, i); }
  std::vector<Vec3> multiply(const std::vector<Vec3>& x) const override
  {
    const VectorXd y = C_ * flat(x);
    std::vector<Vec3> parts(size());
    for (std::size_t i = 0; i < size(); ++i)
      parts[i] = y.segment<3>(3 * static_cast<Index>(i));
    return parts;
  }
  double block_count() const override { return static_cast<double>((size() - 1) * (size() - 1)); }
  BlockSparse assemble() const override
  {
    BlockSparse C;
    C.n = size();
    for (std::size_t i = 0; i < C.n; ++i) {
      for (std::size_t j = 0; j < C.n; ++j)
        if (i != idle_ && j != idle_) {
          C.column.push_back(static_cast<int>(j));
          C.block.push_back(block(i, j));
        }
      C.row_begin.push_back(static_cast<int>(C.column.size()));
    }
    return C;
  }

 private:
  Mat3 block(std::size_t i, std::size_t j) const
  {
    return C_.block<3, 3>(3 * static_cast<Index>(i), 3 * static_cast<Index>(j));
  }

  MatrixXd C_;
  std::size_t idle_;
};

class Implicit : public ::testing::Test {
 protected:
  static constexpr std::size_t n = 7, idle = 2;
  std::mt19937 random{3};
  std::normal_distribution<double> normal;

  MatrixXd random_matrix(Index m, Index columns)
  {
    return MatrixXd::NullaryExpr(m, columns, [&] { return normal(random); });
  }
  std::vector<Vec3> random_vectors(std::size_t count)
  {
    std::vector<Vec3> x(count);
    for (Vec3& v : x)
      v = random_matrix(3, 1);
    return x;
  }

  MatrixXd C = [&] {
    const MatrixXd L = random_matrix(3 * n, 3 * n);
    MatrixXd product = L * L.transpose();
    product.middleRows<3>(3 * idle).setZero();
    product.middleCols<3>(3 * idle).setZero();
    return product;
  }();
  std::shared_ptr<const ImplicitPart> hidden = std::make_shared<Hidden>(C, idle);

  /// Rows 0 and 2 on body 0, row 3 on bodies 0 and 1.
  std::vector<LocalOperator::Row> rows = [&] {
    std::vector<LocalOperator::Row> all(n);
    all[0] = {{0, LocalOperator::none}, {random_matrix(3, 6), Mat36::Zero()}};
    all[2] = {{LocalOperator::none, 0}, {Mat36::Zero(), random_matrix(3, 6)}};
    all[3] = {{0, 1}, {random_matrix(3, 6), random_matrix(3, 6)}};
    return all;
  }();
  LocalOperator W{rows, 2, {}, hidden};
  MatrixXd dense = LocalOperator(rows, 2).assemble().to_dense() + C;
};

TEST_F(Implicit, ProductsDiagonalAndBlocksAreThoseOfTheDenseMatrix)
{
  const std::vector<Vec3> R = random_vectors(n);
  const VectorXd expected = dense * flat(R);
  EXPECT_LE((flat(W.multiply(R)) - expected).norm(), 1e-14 * expected.norm());
  EXPECT_LE((W.assemble().to_dense() - dense).norm(), 1e-14 * dense.norm());
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_LE(
        (W.diagonal(i) - dense.block<3, 3>(3 * static_cast<Index>(i), 3 * static_cast<Index>(i))).norm(),
        1e-14 * dense.norm());
  const LocalOperator with_blocks = W.with_blocks();
  EXPECT_FALSE(with_blocks.implicit());
  EXPECT_LE((flat(with_blocks.multiply(R)) - expected).norm(), 1e-14 * expected.norm());
}

TEST_F(Implicit, BlocksBesideItAddUp)
{
  BlockSparse beside;
  beside.n = n;
  beside.column = {1, 2, 0, 2};
  beside.row_begin = {0, 0, 2, 4, 4, 4, 4, 4};
  for (int k = 0; k < 4; ++k)
    beside.block.push_back(random_matrix(3, 3));
  const LocalOperator both(rows, 2, beside, hidden);
  const MatrixXd expected = dense + beside.to_dense();
  EXPECT_LE((both.assemble().to_dense() - expected).norm(), 1e-14 * dense.norm());
  const std::vector<Vec3> R = random_vectors(n);
  EXPECT_LE((flat(both.multiply(R)) - expected * flat(R)).norm(), 1e-13 * dense.norm());
}

TEST_F(Implicit, WhatNeedsBlocksIsRefusedWhereTheyAreHidden)
{
  const std::vector<Vec3> R = random_vectors(n);
  EXPECT_THROW(W.block(0, 3), InternalError);
  EXPECT_THROW(W.row_product(1, W.gather(R), R), InternalError);
  EXPECT_EQ(W.block(0, idle), LocalOperator(rows, 2).block(0, idle));  // by bodies alone
  EXPECT_NO_THROW(W.row_product(idle, W.gather(R), R));
  EXPECT_THROW(LocalOperator(std::vector<LocalOperator::Row>(n + 1), 0, {}, hidden), InternalError);
}

TEST_F(Implicit, SelectedRowsAreScaled)
{
  const std::vector<std::size_t> some = {5, 2, 0, 6};
  const std::vector<double> scale = {2, 3, 0, -0.5};
  const SelectedPart part(hidden, some, scale);
  MatrixXd P = MatrixXd::Zero(3 * n, 12);
  for (std::size_t k = 0; k < some.size(); ++k)
    P.block<3, 3>(3 * static_cast<Index>(some[k]), 3 * static_cast<Index>(k)) = scale[k] * Mat3::Identity();
  const MatrixXd expected = P.transpose() * C * P;
  ASSERT_EQ(part.size(), some.size());
  const std::vector<Vec3> x = random_vectors(some.size());
  EXPECT_LE((flat(part.multiply(x)) - expected * flat(x)).norm(), 1e-13 * C.norm());
  for (std::size_t k = 0; k < some.size(); ++k) {
    EXPECT_EQ(part.touches(k), k == 0 || k == 3) << k;  // 2 is empty, 0 scaled to nothing
    EXPECT_LE((part.diagonal(k) - expected.block<3, 3>(3 * static_cast<Index>(k), 3 * static_cast<Index>(k)))
                  .norm(),
              1e-14 * C.norm());
  }
  EXPECT_THROW(SelectedPart(hidden, some, {1, 2}), InternalError);
  const SelectedPart ascending(hidden, {0, 4, 6}, {1, 2, 3});
  const std::vector<Vec3> y = random_vectors(3);
  EXPECT_LE((flat(ascending.assemble().multiply(y)) - flat(ascending.multiply(y))).norm(), 1e-13 * C.norm());
}

}  // namespace
