// SPDX-License-Identifier: MIT
// Solutions of eight right-hand sides at a time against Eigen's dense factors, on all instruction sets that the processor has, with the
// same bits; and products with matrices of 3×3 blocks.
#include "corbel/core/instruction_set.hpp"
#include "corbel/linalg/batched_cholesky.hpp"
#include "linalg/sample_matrices.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>

using namespace corbel;
using namespace corbel::sample;

namespace {

/// Sets CORBEL_KERNEL while alive.
class WithKernel {
 public:
  explicit WithKernel(const std::string& name)
  {
    if (const char* old = std::getenv("CORBEL_KERNEL")) old_ = old;
    setenv("CORBEL_KERNEL", name.c_str(), 1);
  }
  ~WithKernel()
  {
    if (old_)
      setenv("CORBEL_KERNEL", old_->c_str(), 1);
    else
      unsetenv("CORBEL_KERNEL");
  }
  WithKernel(const WithKernel&) = delete;
  WithKernel& operator=(const WithKernel&) = delete;

 private:
  std::optional<std::string> old_;
};

std::vector<Sparse> some_matrices()
{
  std::mt19937 random(8);
  std::vector<Sparse> all;
  for (const int n : {1, 2, 7, 40, 150}) {
    all.push_back(dominant(n, band(n, 1), random));
    all.push_back(dominant(n, band(n, 9), random));
    all.push_back(dominant(n, arrow(n), random));
    all.push_back(dominant(n, scattered(n, 3 * n, random), random));
  }
  all.push_back(dominant(343, grid(7), random));
  all.push_back(dominant(81, band(81, 81), random));
  return all;
}

/// Full 3×3 blocks between neighbours in a ring of nodes.
Sparse ring_of_blocks(int nodes, std::mt19937& random)
{
  Pairs pairs;
  for (int a = 0; a < nodes; ++a)
    for (const int b : {a, (a + 1) % nodes})
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
          if (3 * a + i != 3 * b + j) pairs.emplace_back(3 * a + i, 3 * b + j);
  return dominant(3 * nodes, pairs, random);
}

LaneArray in_lanes(const Eigen::MatrixXd& B)
{
  LaneArray x(static_cast<std::size_t>(B.rows()));
  for (Eigen::Index j = 0; j < B.cols(); ++j)
    set_lane(x, static_cast<std::size_t>(j), B.col(j));
  return x;
}

}  // namespace

TEST(BatchedCholesky, AgreesWithDenseFactors)
{
  for (const Sparse& A : some_matrices()) {
    const BatchedCholesky batched{SparseCholesky(A)};
    const Eigen::LLT<Eigen::MatrixXd> dense{A.toDense()};
    for (const int columns : {1, 8, 19}) {
      const Eigen::MatrixXd B = random_dense(A.rows(), columns, 1), expected = dense.solve(B);
      Eigen::MatrixXd X = B;
      batched.solve_in_place(X);
      EXPECT_LE((X - expected).norm(), 1e-12 * expected.norm()) << A.rows() << ", " << columns;
    }
  }
}

TEST(BatchedCholesky, AColumnHasTheSameBitsAloneAndAmongOthers)
{
  for (const Sparse& A : some_matrices()) {
    const BatchedCholesky batched{SparseCholesky(A)};
    const Eigen::MatrixXd B = random_dense(A.rows(), 11, 2);
    Eigen::MatrixXd all = B;
    batched.solve_in_place(all);
    for (Eigen::Index j = 0; j < B.cols(); ++j) {
      Eigen::MatrixXd one = B.col(j);
      batched.solve_in_place(one);
      EXPECT_EQ(one.col(0), all.col(j));
    }
  }
}

TEST(BatchedCholesky, AllInstructionSetsGiveTheSameBits)
{
  for (const Sparse& A : some_matrices()) {
    const BatchedCholesky batched{SparseCholesky(A)};
    std::vector<Eigen::MatrixXd> solutions;
    for (const InstructionSet set : instruction_sets()) {
      const WithKernel kernel{std::string(to_string(set))};
      solutions.push_back(random_dense(A.rows(), 8, 3));
      batched.solve_in_place(solutions.back());
    }
    for (const Eigen::MatrixXd& X : solutions)
      EXPECT_EQ(X, solutions.front());
  }
}

/// 4 per entry of L, of which a matrix that is full has n (n + 1)/2.
TEST(BatchedCholesky, CountsItsOperations)
{
  std::mt19937 random(1);
  const BatchedCholesky full{SparseCholesky(dominant(30, band(30, 30), random))};
  EXPECT_EQ(full.flops(), 4.0 * 30 * 31 / 2);
  const BatchedCholesky thin{SparseCholesky(dominant(300, band(300, 1), random))};
  EXPECT_LT(thin.flops(), 0.2 * 2 * 300 * 300);
  EXPECT_GT(thin.bytes(), 600 * sizeof(double));
}

TEST(LaneKernels, MultiplyOneAndTwoVectorsOnAllInstructionSets)
{
  std::mt19937 random(6);
  const Sparse K = ring_of_blocks(12, random);
  const Eigen::MatrixXd X = random_dense(K.rows(), 8, 4), V = random_dense(K.rows(), 8, 5);
  const Eigen::MatrixXd KX = K * X, KV = K * V;
  const SymmetricBlocksView view = {12, K.outerIndexPtr(), K.innerIndexPtr(), K.valuePtr()};
  const LaneArray x = in_lanes(X), v = in_lanes(V);
  std::vector<Eigen::VectorXd> found;
  for (const InstructionSet set : instruction_sets()) {
    const WithKernel kernel{std::string(to_string(set))};
    LaneArray Kx(x.size()), Kv(x.size()), alone(x.size());
    lane_kernels().multiply(view, x.data(), v.data(), Kx.data(), Kv.data());
    lane_kernels().multiply(view, x.data(), nullptr, alone.data(), nullptr);
    for (std::size_t lane = 0; lane < lane_count; ++lane) {
      Eigen::VectorXd product(K.rows()), second(K.rows()), single(K.rows());
      get_lane(Kx, lane, product);
      get_lane(Kv, lane, second);
      get_lane(alone, lane, single);
      EXPECT_LE((product - KX.col(static_cast<Eigen::Index>(lane))).norm(), 1e-14 * KX.norm());
      EXPECT_LE((second - KV.col(static_cast<Eigen::Index>(lane))).norm(), 1e-14 * KV.norm());
      EXPECT_EQ(product, single);
      if (lane == 3) found.push_back(product);
    }
  }
  for (const Eigen::VectorXd& product : found)
    EXPECT_EQ(product, found.front());
}

TEST(InstructionSets, PlainIsAlwaysThereAndOthersAreNamed)
{
  EXPECT_EQ(instruction_sets().back(), InstructionSet::plain);
  {
    const WithKernel kernel("plain");
    EXPECT_EQ(instruction_set(), InstructionSet::plain);
  }
  const WithKernel kernel("abacus");
  try {
    instruction_set();
    FAIL() << "no exception";
  } catch (const InputError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("'abacus'"), std::string::npos) << text;
    EXPECT_NE(text.find("'plain'"), std::string::npos) << text;
  }
}
