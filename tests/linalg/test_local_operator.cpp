// SPDX-License-Identifier: MIT
// W = G Gᵀ of bodies of several widths: the operator, the assembled matrix and a dense product written out here agree.
#include "corbel/core/error.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/linalg/local_operator.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

using namespace corbel;

namespace {

constexpr int none = LocalOperator::none;

/// Rigid and pseudo-rigid bodies, and others whose width is no multiple of six, beside each other.
int width_of(int body)
{
  constexpr std::array<int, 5> widths = {6, 12, 3, 30, 7};
  return widths[static_cast<std::size_t>(body) % widths.size()];
}

/// Rows between random bodies; every fifth has one body, one has none, one has the same body twice.
std::vector<LocalOperator::Row> random_rows(std::size_t n, int columns)
{
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> body(0, columns - 1);
  std::vector<LocalOperator::Row> rows(n);
  for (std::size_t i = 0; i < n; ++i) {
    rows[i].column = {body(random), body(random)};
    if (i % 5 == 0) rows[i].column[i % 2] = none;
    if (i == 1) rows[i].column = {none, none};
    if (i == 2) rows[i].column = {3, 3};
    for (std::size_t a = 0; a < 2; ++a)
      if (rows[i].column[a] != none)
        rows[i].block[a] =
            FactorBlock::NullaryExpr(3, width_of(rows[i].column[a]), [&] { return normal(random); });
  }
  return rows;
}

/// Columns of body c begin at first(c).
Eigen::Index first(int c)
{
  Eigen::Index sum = 0;
  for (int b = 0; b < c; ++b)
    sum += width_of(b);
  return sum;
}

Eigen::MatrixXd dense_G(const std::vector<LocalOperator::Row>& rows, int columns)
{
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(3 * rows.size()), first(columns));
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t a = 0; a < 2; ++a)
      if (const int c = rows[i].column[a]; c != none)
        G.block(static_cast<Eigen::Index>(3 * i), first(c), 3, width_of(c)) += rows[i].block[a];
  return G;
}

class LocalOperatorTest : public ::testing::Test {
 protected:
  static constexpr std::size_t n = 600;  // more than the grain of the thread loops
  static constexpr int columns = 40;
  std::vector<LocalOperator::Row> rows = random_rows(n, columns);
  LocalOperator W{rows, columns};
  Eigen::MatrixXd G = dense_G(rows, columns);
  Eigen::MatrixXd dense = G * G.transpose();

  std::vector<Vec3> random_impulses() const
  {
    std::mt19937 random(12);
    std::normal_distribution<double> normal;
    std::vector<Vec3> R(n);
    for (Vec3& r : R)
      r = {normal(random), normal(random), normal(random)};
    return R;
  }
};

Eigen::Map<const Eigen::VectorXd> flat(const std::vector<Vec3>& a)
{
  return {a.front().data(), static_cast<Eigen::Index>(3 * a.size())};
}

}  // namespace

TEST_F(LocalOperatorTest, DiagonalBlocksAreThoseOfTheDenseProduct)
{
  for (std::size_t i = 0; i < n; ++i) {
    const auto at = static_cast<Eigen::Index>(3 * i);
    EXPECT_LE((W.diagonal(i) - dense.block<3, 3>(at, at)).norm(), 1e-13);
  }
  EXPECT_EQ(W.diagonal(1), Mat3(Mat3::Zero()));
}

TEST_F(LocalOperatorTest, AssembledMatrixIsTheDenseProductWithRowsInOrder)
{
  const BlockSparse assembled = W.assemble();
  ASSERT_EQ(assembled.n, n);
  EXPECT_LE((assembled.to_dense() - dense).norm(), 1e-11);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NE(assembled.find(i, i), nullptr);
    for (int k = assembled.row_begin[i] + 1; k < assembled.row_begin[i + 1]; ++k)
      EXPECT_LT(assembled.column[static_cast<std::size_t>(k - 1)],
                assembled.column[static_cast<std::size_t>(k)]);
  }
}

TEST_F(LocalOperatorTest, ProductsAgree)
{
  const std::vector<Vec3> R = random_impulses();
  const Eigen::VectorXd expected = dense * flat(R);
  EXPECT_LE((flat(W.multiply(R)) - expected).norm(), 1e-12 * expected.norm());
  EXPECT_LE((flat(W.assemble().multiply(R)) - expected).norm(), 1e-12 * expected.norm());
}

TEST_F(LocalOperatorTest, ScatterKeepsGatheredVelocitiesUpToDate)
{
  std::vector<Vec3> R = random_impulses();
  Eigen::VectorXd y = W.gather(R);
  const Vec3 dR(1, -2, 3);
  for (const std::size_t i : {0U, 1U, 2U, 77U}) {
    W.scatter(i, dR, y);
    R[i] += dR;
  }
  const Eigen::VectorXd expected = G.transpose() * flat(R);
  ASSERT_EQ(y.size(), first(columns));
  EXPECT_LE((y - expected).norm(), 1e-12 * expected.norm());
  for (const std::size_t i : {0U, 2U, 77U})
    EXPECT_LE(
        (W.row_product(i, y, R) - (dense * flat(R)).segment<3>(static_cast<Eigen::Index>(3 * i))).norm(),
        1e-11);
}

/// Rows come back as they were given, and lie where y has their bodies.
TEST_F(LocalOperatorTest, RowsAndOffsets)
{
  EXPECT_EQ(W.factor().total_width(), first(columns));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t a = 0; a < 2; ++a) {
      const int c = rows[i].column[a];
      EXPECT_EQ(W.factor().bodies(i)[a], c);
      if (c == none) {
        EXPECT_EQ(W.factor().block(i, a).cols(), 0);
        continue;
      }
      EXPECT_EQ(W.factor().width(c), width_of(c));
      EXPECT_EQ(W.factor().offset(i, a), first(c));
      EXPECT_EQ(FactorBlock(W.factor().block(i, a)), rows[i].block[a]);
      EXPECT_EQ(W.row(i).block[a], rows[i].block[a]);
    }
}

TEST(FactorRows, WidthsThatDifferAreRefused)
{
  LocalOperator::Row six, twelve, empty;
  six.column = twelve.column = empty.column = {0, none};
  six.block[0] = FactorBlock::Ones(3, 6);
  twelve.block[0] = FactorBlock::Ones(3, 12);
  EXPECT_THROW(FactorRows({six, twelve}, 1), InternalError);
  EXPECT_THROW(FactorRows({empty}, 1), InternalError);
  EXPECT_EQ(FactorRows({six, six}, 2).total_width(), 6);  // of the second body no row knows a width
}

/// Six columns at a time and the rest give what the whole product gives.
TEST(FactorRows, ProductsWithAMatrix)
{
  const Mat3 A = (Mat3() << 1, 2, 3, 4, 5, 6, 7, 8, 10).finished();
  for (const int w : {1, 6, 9, 12}) {
    const FactorBlock G = FactorBlock::Random(3, w);
    FactorBlock AG;
    multiply(A, FactorRows::ConstBlock(G.data(), 3, w), AG);
    EXPECT_LE((AG - A * G).norm(), 1e-14 * AG.norm());
  }
}

TEST_F(LocalOperatorTest, SameBitsForAnyThreadCount)
{
  const std::vector<Vec3> R = random_impulses();
  const auto bits = [&](int threads) {
    const ThreadLimit limit(threads);
    return LocalOperator(rows, columns).multiply(R);
  };
  EXPECT_EQ(bits(1), bits(2));
}

TEST(LocalOperator, EmptyAndOutOfRange)
{
  EXPECT_EQ(LocalOperator().size(), 0U);
  EXPECT_TRUE(LocalOperator().multiply({}).empty());
  EXPECT_EQ(LocalOperator().assemble().n, 0U);
  LocalOperator::Row row;
  row.column = {2, none};
  row.block = {Mat36::Zero(), Mat36::Zero()};
  EXPECT_THROW(LocalOperator({row}, 2), InternalError);
}
