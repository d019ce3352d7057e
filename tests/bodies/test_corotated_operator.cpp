// SPDX-License-Identifier: MIT
// A₀ = (1 + αh/2) M + (ηh/2 + h²/4) K₀ of small and of large meshes against dense matrices, and what is kept of A₀⁻¹.
#include "bodies/fe_reference.hpp"

#include "corbel/core/threads.hpp"

#include <numeric>

namespace corbel::testing {
namespace {

constexpr OperatorFactors factors = {1.01, 3e-7};
constexpr std::size_t plenty = std::size_t{1} << 30;

/// 2 cells: inverted; 6: factorized.
struct Case {
  Reference ref;
  Eigen::MatrixXd A;
  Eigen::LLT<Eigen::MatrixXd> llt;
  CorotatedOperator op;

  explicit Case(int cells, std::size_t budget = plenty)
      : ref(turned_block(cells, {0.2, 0.1, -0.4}, {1, 2, 3})), A(factors.stiffness * ref.K0),
        op(ref.solid.mass_matrix(), ref.K0.sparseView(), factors, budget)
  {
    A.diagonal() += factors.mass * ref.M;
    llt.compute(A);
  }
  /// S A₀⁻¹ Sᵀ of two points of elements.
  Mat3 block(const Eigen::MatrixXd& S, const Eigen::MatrixXd& T) const
  {
    return S * llt.solve(T.transpose());
  }
};

std::size_t column_bytes(const Case& c)
{
  return 3 * sizeof(double) * static_cast<std::size_t>(c.ref.size());
}

/// Of a point in an element: all of its nodes, or one of them.
NodeWeights weights_in(const Reference& ref, int element, const Vec3& xi)
{
  const Element& e = ref.mesh.elements[static_cast<std::size_t>(element)];
  std::array<double, max_element_nodes> N;
  e.kind->shape_values(xi, N);
  NodeWeights w;
  for (std::size_t a = 0; a < 8; ++a)
    if (N[a] != 0) {
      w.node[static_cast<std::size_t>(w.count)] = e.nodes[a];
      w.N[static_cast<std::size_t>(w.count++)] = N[a];
    }
  return w;
}
Eigen::MatrixXd S_of(const Reference& ref, int element, const Vec3& xi)
{
  MaterialPoint point;
  point.element = element;
  point.xi = xi;
  return ref.S(point);
}
std::vector<int> nodes_of(const NodeWeights& w) { return {w.node.begin(), w.node.begin() + w.count}; }

class CorotatedOperators : public ::testing::TestWithParam<int> {};

TEST_P(CorotatedOperators, SolveOneAndMany)
{
  const Case c(GetParam());
  Eigen::MatrixXd B(c.ref.size(), 5);
  for (Eigen::Index j = 0; j < 5; ++j)
    B.col(j) = noise(c.ref.size(), static_cast<unsigned>(j));
  Eigen::MatrixXd X = B;
  c.op.solve_in_place(X);
  EXPECT_LT((c.A * X - B).norm(), 1e-11 * B.norm());
  Eigen::VectorXd x = B.col(3);
  c.op.solve_in_place(x);
  EXPECT_LT(relative(x, c.llt.solve(B.col(3))), 1e-11);
}

TEST_P(CorotatedOperators, BlocksOfPoints)
{
  const Case c(GetParam());
  const Vec3 inside(0.2, -0.4, 0.6), corner(1, 1, -1);
  const NodeWeights X = weights_in(c.ref, 0, inside), Y = weights_in(c.ref, 5, corner);
  EXPECT_EQ(Y.count, 1);
  c.op.need_columns(nodes_of(X));
  c.op.need_columns(nodes_of(Y));
  const Eigen::MatrixXd S = S_of(c.ref, 0, inside), T = S_of(c.ref, 5, corner);
  EXPECT_LT(relative(c.op.block(X, Y), c.block(S, T)), 1e-10);
  EXPECT_LT(relative(c.op.block(X, X), c.block(S, S)), 1e-10);
  EXPECT_EQ(c.op.block(X, Y), c.op.block(Y, X).transpose());  // to the last bit
}

TEST_P(CorotatedOperators, OwnBlocksFromNeighbours)
{
  const Case c(GetParam());
  for (const Vec3& xi : {Vec3(0.2, -0.4, 0.6), Vec3(-1, 0.3, -0.2), Vec3(1, 1, 1)}) {
    const NodeWeights X = weights_in(c.ref, 3, xi);
    c.op.need_neighbours(nodes_of(X));
    const Eigen::MatrixXd S = S_of(c.ref, 3, xi);
    EXPECT_LT(relative(c.op.own_block(X), c.block(S, S)), 1e-10);
  }
  EXPECT_EQ(c.op.columns(), 0U);  // given up
}

TEST_P(CorotatedOperators, NoFactorOfAnIndefiniteMatrix)
{
  const Reference ref(turned_block(GetParam(), {0, 0, 0}, {0, 0, 0}));
  EXPECT_THROW(CorotatedOperator(ref.solid.mass_matrix(), ref.K0.sparseView(), {-1, 3e-7}, plenty),
               NotPositiveDefinite);
}

INSTANTIATE_TEST_SUITE_P(SmallAndLarge, CorotatedOperators, ::testing::Values(2, 6));

TEST(CorotatedOperatorKinds, SmallOnesAreInverted)
{
  const Case small(2), large(6);
  EXPECT_TRUE(small.op.is_small());
  EXPECT_FALSE(large.op.is_small());
  EXPECT_GT(small.op.bytes(), 81U * 81U * sizeof(double));
  EXPECT_LT(small.op.bytes(), 2 * 81U * 81U * sizeof(double));  // the factor takes less than the inverse
  EXPECT_LE(small.op.solve_flops(), 2.0 * 81 * 82);             // that of a full triangle
  EXPECT_GT(large.op.factor_flops(), large.op.solve_flops());
}

TEST(CorotatedOperatorColumns, AreCountedOnceEach)
{
  const Case c(6);
  const std::size_t without = c.op.bytes();
  c.op.need_columns(std::vector<int>{7, 3, 7, 100});
  EXPECT_EQ(c.op.columns(), 3U);
  c.op.need_columns(std::vector<int>{100, 3, 4});
  EXPECT_EQ(c.op.columns(), 4U);
  EXPECT_EQ(c.op.bytes(), without + 4 * column_bytes(c));
}

/// A column is the same whenever and with whichever others it is asked for.
TEST(CorotatedOperatorColumns, DoNotDependOnOthers)
{
  const Case c(6), other(6);
  NodeWeights X, Y;
  X.node[0] = 40;
  Y.node[0] = 41;
  X.N[0] = Y.N[0] = 1;
  X.count = Y.count = 1;
  c.op.need_columns(std::vector<int>{40});
  c.op.need_columns(std::vector<int>{41});
  std::vector<int> all(200);
  for (int i = 0; i < 200; ++i)
    all[static_cast<std::size_t>(i)] = i;
  {
    const ThreadLimit two(2);
    other.op.need_columns(all);
  }
  EXPECT_EQ(c.op.block(X, Y), other.op.block(X, Y));
  EXPECT_EQ(c.op.block(Y, Y), other.op.block(Y, Y));
}

TEST(CorotatedOperatorColumns, BeyondTheBudgetServeOneStep)
{
  Case c(6, 0);
  const std::size_t bytes = column_bytes(c);
  const CorotatedOperator some(c.ref.solid.mass_matrix(), c.ref.K0.sparseView(), factors, 2 * bytes + 1);
  const std::size_t without = some.bytes();
  some.need_columns(std::vector<int>{1, 2, 3, 4, 5});
  EXPECT_EQ(some.columns(), 5U);  // while the step needs them
  NodeWeights X;
  X.node[0] = 5;
  X.N[0] = 1;
  X.count = 1;
  const Mat3 passing = some.block(X, X);
  some.drop_passing();
  EXPECT_EQ(some.columns(), 2U);
  EXPECT_EQ(some.bytes(), without + 2 * bytes);
  some.need_columns(std::vector<int>{5});
  EXPECT_EQ(some.block(X, X), passing);
  some.drop_passing();
  some.drop_passing();
  EXPECT_EQ(some.columns(), 2U);
}

/// A few impulses at nodes: a sum of columns, where the factor has more entries than they.
TEST(CorotatedOperatorColumns, GiveTheSolutionForAFewNodes)
{
  const Case c(6);
  const std::vector<int> nodes = {3, 17, 40};
  ASSERT_TRUE(c.op.has_few(nodes));
  std::vector<int> many(343);
  std::iota(many.begin(), many.end(), 0);
  EXPECT_FALSE(c.op.has_few(many));
  EXPECT_FALSE(Case(2).op.has_few(nodes));  // eight solutions at a time cost less
  c.op.need_columns(nodes);
  Eigen::VectorXd b = Eigen::VectorXd::Zero(c.ref.size());
  b.segment<3>(3 * 3) = Vec3(1, -2, 3);
  b.segment<3>(3 * 40) = Vec3(0, 0.5, 0);
  Eigen::VectorXd x = b;
  c.op.solve_by_columns(nodes, x);
  EXPECT_LT(relative(x, c.llt.solve(b)), 1e-11);
}

TEST(CorotatedOperatorColumns, NoBudgetKeepsNone)
{
  const Case c(6, 0);
  c.op.need_columns(std::vector<int>{10, 20});
  EXPECT_EQ(c.op.columns(), 2U);
  c.op.drop_passing();
  EXPECT_EQ(c.op.columns(), 0U);
}

}  // namespace
}  // namespace corbel::testing
