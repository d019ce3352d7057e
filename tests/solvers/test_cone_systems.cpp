// SPDX-License-Identifier: MIT
// Systems with W by way of bodies, by sparse and by dense factors: one answer.
#include "hard_problems.hpp"

#include "corbel/solvers/cones/cone_problem.hpp"
#include "corbel/solvers/cones/cone_systems.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

struct Blocks {
  std::vector<Mat3> A, B;
};

Blocks random_blocks(std::size_t n, double epsilon)
{
  std::srand(4);
  Blocks blocks;
  for (std::size_t i = 0; i < n; ++i) {
    const bool stick = i % 3 == 0, open = i % 3 == 1;
    blocks.A.push_back(open    ? Mat3(Mat3::Zero())
                       : stick ? Mat3(Mat3::Identity())
                               : Mat3(Mat3::Identity() + 0.3 * Mat3::Random()));
    blocks.B.push_back(open ? Mat3(Mat3::Identity())
                            : Mat3(epsilon * Mat3::Identity() + (stick ? 0.0 : 0.5) * Mat3::Identity()));
  }
  return blocks;
}

MatrixXd dense(const ConeOperator& W, const Blocks& blocks)
{
  MatrixXd K = MatrixXd(W.assembled());
  for (std::size_t i = 0; i < blocks.A.size(); ++i) {
    const auto k = 3 * static_cast<Eigen::Index>(i);
    K.middleRows<3>(k) = (blocks.A[i] * K.middleRows<3>(k)).eval();
    K.block<3, 3>(k, k) += blocks.B[i];
  }
  return K;
}

ConeProblem cones_of(const LocalProblem& problem) { return cone_problem(problem, zeros(problem)); }

}  // namespace

TEST(ConeOperator, BodiesAndBlocksAreOneOperator)
{
  const LocalProblem problem = wall(3, 4, 0.2, 0.5, 0);
  const ConeProblem by_bodies = cones_of(problem), by_blocks = cones_of(assembled(problem));
  const VectorXd r = VectorXd::LinSpaced(by_bodies.q.size(), -1, 1);
  EXPECT_LE((by_bodies.W.multiply(r) - by_blocks.W.multiply(r)).norm(), 1e-12 * r.norm());
  EXPECT_LE(MatrixXd(by_bodies.W.assembled() - by_blocks.W.assembled()).norm(), 1e-12);
  EXPECT_LE(by_blocks.W.asymmetry(), 1e-15);
  const std::vector<Mat3> diagonal = by_bodies.W.diagonal(), of_blocks = by_blocks.W.diagonal();
  for (std::size_t i = 0; i < diagonal.size(); ++i) {
    EXPECT_NEAR(diagonal[i].trace(), 3, 1e-12);  // mobility one
    EXPECT_LE((diagonal[i] - of_blocks[i]).norm(), 1e-12);
  }
}

TEST(ShiftedSystem, SolvesByBodiesAndByBlocks)
{
  const LocalProblem problem = wall(3, 4, 0.2, 0.5, 0);
  for (const double rho : {1e-3, 0.1, 10.0})
    for (const LocalProblem& form : {problem, assembled(problem)}) {
      const ConeProblem p = cones_of(form);
      ShiftedSystem system(p.W);
      system.factorize(1);
      system.factorize(rho);  // again, in the same pattern
      const VectorXd b = VectorXd::LinSpaced(p.q.size(), -1, 1), x = system.solve(b);
      EXPECT_LE((p.W.multiply(x) + rho * x - b).norm(), 1e-10 * b.norm()) << rho;
    }
}

TEST(NewtonSystem, AllFormsGiveOneAnswer)
{
  const LocalProblem small = wall(2, 2, 0.2, 0.5, 0), large = wall(3, 4, 0.2, 0.5, 0);
  for (const double epsilon : {1e-1, 1e-4, 1e-8})
    for (const LocalProblem& form : {small, large, assembled(large)}) {
      const ConeProblem p = cones_of(form);
      const Blocks blocks = random_blocks(p.size(), epsilon);
      NewtonSystem system(p.W);
      ASSERT_TRUE(system.factorize(blocks.A, blocks.B));
      const VectorXd b = VectorXd::LinSpaced(p.q.size(), -1, 1), x = system.solve(b);
      EXPECT_LE((dense(p.W, blocks) * x - b).norm(), 1e-6 * b.norm()) << epsilon << " " << p.size();
    }
}

TEST(NewtonSystem, TellsOfSingularMatrices)
{
  for (const LocalProblem& problem : {wall(1, 2, 0.2, 0.5, 0), wall(3, 4, 0.2, 0.5, 0)}) {
    const ConeProblem p = cones_of(problem);
    const std::vector<Mat3> zero(p.size(), Mat3::Zero());
    EXPECT_FALSE(NewtonSystem(p.W).factorize(zero, zero));
  }
}

TEST(KrylovSystem, SolvesWithProductsAlone)
{
  const ConeProblem p = cones_of(random_problem(40, 3));
  const Blocks blocks = random_blocks(p.size(), 0.1);
  KrylovSystem system(p.W, 1e-9, 500);
  ASSERT_TRUE(system.factorize(blocks.A, blocks.B));
  const VectorXd b = VectorXd::LinSpaced(p.q.size(), -1, 1);
  EXPECT_LE((dense(p.W, blocks) * system.solve(b) - b).norm(), 1e-8 * b.norm());
}
