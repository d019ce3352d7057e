// SPDX-License-Identifier: MIT
// Block-sparse look-up and product against the dense matrix written by hand.
#include "corbel/core/error.hpp"
#include "corbel/linalg/block_sparse.hpp"

#include <gtest/gtest.h>

using namespace corbel;

namespace {

///   [ A 0 B ]
///   [ 0 0 0 ]
///   [ 0 C 0 ]
struct Sample {
  Mat3 A, B, C;
  BlockSparse matrix;

  Sample()
  {
    A << 1, 2, 3, 4, 5, 6, 7, 8, 9;
    B = 10 * A;
    C = A.transpose();
    matrix.n = 3;
    matrix.row_begin = {0, 2, 2, 3};
    matrix.column = {0, 2, 1};
    matrix.block = {A, B, C};
  }
};

}  // namespace

TEST(BlockSparse, FindsStoredBlocksOnly)
{
  const Sample s;
  ASSERT_NE(s.matrix.find(0, 0), nullptr);
  EXPECT_EQ(*s.matrix.find(0, 0), s.A);
  ASSERT_NE(s.matrix.find(0, 2), nullptr);
  EXPECT_EQ(*s.matrix.find(0, 2), s.B);
  ASSERT_NE(s.matrix.find(2, 1), nullptr);
  EXPECT_EQ(*s.matrix.find(2, 1), s.C);
  EXPECT_EQ(s.matrix.find(0, 1), nullptr);
  EXPECT_EQ(s.matrix.find(1, 1), nullptr);
  EXPECT_EQ(s.matrix.find(2, 2), nullptr);
}

TEST(BlockSparse, DenseMatrixHasTheBlocksInPlace)
{
  const Sample s;
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(9, 9);
  expected.block<3, 3>(0, 0) = s.A;
  expected.block<3, 3>(0, 6) = s.B;
  expected.block<3, 3>(6, 3) = s.C;
  EXPECT_EQ(s.matrix.to_dense(), expected);
}

TEST(BlockSparse, ProductByHand)
{
  const Sample s;
  const std::vector<Vec3> y = s.matrix.multiply({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  ASSERT_EQ(y.size(), 3U);
  EXPECT_EQ(y[0], Vec3(1 + 30, 4 + 60, 7 + 90));
  EXPECT_EQ(y[1], Vec3(0, 0, 0));
  EXPECT_EQ(y[2], Vec3(4, 5, 6));
}

TEST(BlockSparse, EmptyAndWrongSizes)
{
  EXPECT_TRUE(BlockSparse().multiply({}).empty());
  EXPECT_EQ(BlockSparse().to_dense().size(), 0);
  EXPECT_THROW((void)Sample().matrix.multiply({Vec3::Zero()}), InternalError);
}
