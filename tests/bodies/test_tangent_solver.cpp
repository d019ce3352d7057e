// SPDX-License-Identifier: MIT
// A⁻¹ B by conjugate gradients and by factorization against dense solutions, and which of the two is taken.
#include "bodies/fe_reference.hpp"

namespace corbel::testing {
namespace {

constexpr double h = 1e-3;

/// A tangent of a strained and turned block, with the co-rotated operator that preconditions it.
struct Case {
  Reference ref;
  Mat3 Lambda = exp_map({0.4, -1, 2});
  std::shared_ptr<const CorotatedOperator> A0;
  Eigen::SparseMatrix<double> A;
  TangentSolver solver;

  explicit Case(int cells, double strain = 0.005)
      : ref(turned_block(cells, {0, 0, 0}, {0, 0, 0})),
        A0(std::make_shared<CorotatedOperator>(ref.solid.mass_matrix(), ref.K0.sparseView(),
                                               OperatorFactors{1, 0.25 * h * h}, std::size_t{1} << 30)),
        A(tangent(strain))
  {
  }
  Eigen::SparseMatrix<double> tangent(double strain) const
  {
    Eigen::SparseMatrix<double> K = ref.solid.tangent_pattern();
    ref.solid.tangent(turned_nodes(Lambda, ref.X + strain * noise(ref.size(), 4)) - ref.X, K);
    K *= 0.25 * h * h;
    K.diagonal() += ref.M;
    return K;
  }
  Eigen::MatrixXd right_sides(Eigen::Index columns) const
  {
    Eigen::MatrixXd B(ref.size(), columns);
    for (Eigen::Index j = 0; j < columns; ++j)
      B.col(j) = noise(ref.size(), static_cast<unsigned>(j));
    return B;
  }
  Eigen::MatrixXd exact(const Eigen::MatrixXd& B) const { return Eigen::MatrixXd(A).llt().solve(B); }
};

/// Not positive definite.
void spoil(Eigen::SparseMatrix<double>& A) { A.coeffRef(30, 30) = -A.coeff(30, 30); }

class TangentSolvers : public ::testing::TestWithParam<int> {};

TEST_P(TangentSolvers, ManyRightSidesAreWorthAFactorization)
{
  Case c(GetParam());
  c.solver.reset(c.A, c.Lambda, c.A0);
  const Eigen::MatrixXd B = c.right_sides(60);
  EXPECT_LT(relative(c.solver.solve(B), c.exact(B)), 1e-10);
  EXPECT_EQ(c.solver.iterations(), 0);
  EXPECT_EQ(c.solver.factorizations(), 1);
  c.solver.solve(c.right_sides(1));  // it is there now
  EXPECT_EQ(c.solver.iterations(), 0);
  EXPECT_EQ(c.solver.factorizations(), 1);
}

TEST_P(TangentSolvers, WithoutAPreconditionerItIsFactorized)
{
  Case c(GetParam());
  EXPECT_TRUE(c.solver.reset(c.A));
  EXPECT_EQ(c.solver.preconditioner(), nullptr);
  EXPECT_EQ(c.solver.factorizations(), 1);
  const Eigen::MatrixXd B = c.right_sides(2);
  EXPECT_LT(relative(c.solver.solve(B), c.exact(B)), 1e-10);
}

TEST_P(TangentSolvers, EachResetIsOfItsOwnMatrix)
{
  Case c(GetParam());
  const Eigen::MatrixXd B = c.right_sides(60);
  for (const double strain : {0.005, 0.02, 0.001}) {
    c.A = c.tangent(strain);
    c.solver.reset(c.A, c.Lambda, c.A0);
    EXPECT_LT(relative(c.solver.solve(B), c.exact(B)), 1e-10) << strain;
  }
  EXPECT_EQ(c.solver.factorizations(), 3);
}

TEST_P(TangentSolvers, ExpectingManyFactorizesAtOnce)
{
  Case c(GetParam());
  c.solver.reset(c.A, c.Lambda, c.A0);
  c.solver.expect_many();
  c.solver.expect_many();
  EXPECT_EQ(c.solver.factorizations(), 1);
  const Eigen::MatrixXd B = c.right_sides(1);
  EXPECT_LT(relative(c.solver.solve(B), c.exact(B)), 1e-10);
  EXPECT_EQ(c.solver.iterations(), 0);
  EXPECT_EQ(c.solver.preconditioner(), c.A0.get());
  EXPECT_EQ(c.solver.rotation(), c.Lambda);
}

TEST_P(TangentSolvers, IndefiniteMatricesAreRefused)
{
  Case c(GetParam());
  spoil(c.A);
  EXPECT_FALSE(c.solver.reset(c.A));
  c.solver.reset(c.A, c.Lambda, c.A0);
  c.solver.expect_many();  // goes on without a factor
  EXPECT_EQ(c.solver.factorizations(), 0);
  EXPECT_THROW(c.solver.solve(c.right_sides(1)), IndefiniteOperator);
  EXPECT_THROW(c.solver.solve(c.right_sides(60)), IndefiniteOperator);
  c.A = c.tangent(0.005);  // and the next step is sound
  c.solver.reset(c.A, c.Lambda, c.A0);
  const Eigen::MatrixXd B = c.right_sides(60);
  EXPECT_LT(relative(c.solver.solve(B), c.exact(B)), 1e-10);
}

TEST(TangentIterations, GiveTheInverse)
{
  Case c(6);
  c.solver.reset(c.A, c.Lambda, c.A0);
  const Eigen::MatrixXd B = c.right_sides(1);
  EXPECT_LT(relative(c.solver.solve(B), c.exact(B)), 1e-10);
  EXPECT_GT(c.solver.iterations(), 1);
  EXPECT_EQ(c.solver.factorizations(), 0);
}

TEST(TangentIterations, EndAtOnceWithTheRotatedOperatorItself)
{
  Case c(6, 0);
  c.solver.reset(c.A, c.Lambda, c.A0);
  const Eigen::MatrixXd B = c.right_sides(1);
  EXPECT_LT(relative(c.solver.solve(B), c.exact(B)), 1e-10);
  EXPECT_LE(c.solver.iterations(), 2);  // round-off of A itself may take a second one
  const int with_rotation = c.solver.iterations();
  c.solver.reset(c.A, Mat3::Identity(), c.A0);
  c.solver.solve(B);
  EXPECT_GT(c.solver.iterations(), with_rotation + 5);
}

TEST(TangentIterations, GiveWayToAFactorization)
{
  Case c(6);
  const auto poor = std::make_shared<CorotatedOperator>(c.ref.solid.mass_matrix(), c.ref.K0.sparseView(),
                                                        OperatorFactors{1e-6, 1}, std::size_t{1} << 30);
  c.solver.reset(c.A, c.Lambda, poor);
  const Eigen::MatrixXd B = c.right_sides(1);
  EXPECT_LT(relative(c.solver.solve(B), c.exact(B)), 1e-10);
  EXPECT_GT(c.solver.iterations(), 5);  // tried
  EXPECT_EQ(c.solver.factorizations(), 1);
}

TEST(TangentIterations, AreNotWorthwhileForFewUnknowns)
{
  Case c(2);
  c.solver.reset(c.A, c.Lambda, c.A0);
  const Eigen::MatrixXd B = c.right_sides(1);
  EXPECT_LT(relative(c.solver.solve(B), c.exact(B)), 1e-10);
  EXPECT_EQ(c.solver.iterations(), 0);
  EXPECT_EQ(c.solver.factorizations(), 1);
}

INSTANTIATE_TEST_SUITE_P(SmallAndLarge, TangentSolvers, ::testing::Values(2, 6));

}  // namespace
}  // namespace corbel::testing
