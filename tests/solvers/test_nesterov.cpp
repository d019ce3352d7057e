// SPDX-License-Identifier: MIT
// Projected sweeps with momentum: every kernel gives the same bits, batches and rows the same solution, and both residuals are met.
#include "problems.hpp"

#include "corbel/core/error.hpp"
#include "corbel/solvers/portfolio/auto_solver.hpp"
#include "corbel/solvers/residual.hpp"
#include "corbel/solvers/sweeps/batched_visits.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"
#include "corbel/solvers/sweeps/nesterov_gauss_seidel.hpp"
#include "corbel/solvers/sweeps/row_visits.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// A wall of cuboids in bond: two below each, four contacts with either, pushed sideways so that some slide and some open.
LocalProblem wall(int n, int courses)
{
  const Vec3 edge(1, 0.8, 0.5);
  const Inertia body = cuboid(2, edge);
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows;
  const auto contact = [&](const LocalOperator::Row& row, const Vec3& B) {
    rows.push_back(row);
    problem.B.push_back(B);
    problem.laws.push_back(SignoriniCoulomb{0.3 + 0.01 * static_cast<double>(rows.size() % 40), 0});
  };
  for (int c = 0; c < n * courses; ++c)
    for (const Vec3& x : lower_corners(edge)) {
      const int below = c - n + (x.x() > 0 && c % n != n - 1 ? 1 : 0);
      const Vec3 push(0.03 * (c % 5), 0.01 * (c % 3), 0);
      if (c < n)
        contact(on_ground(c, arm(body, x)), push - Vec3(0, 0, h * gravity));
      else
        contact(between(c, arm(body, x), below, arm(body, Vec3(-x.x(), x.y(), 0.5 * edge.z()))),
                c % 7 == 0 ? Vec3(push + Vec3(0, 0, 0.05)) : push);
    }
  problem.W = LocalOperator(std::move(rows), n * courses);
  return problem;
}

std::vector<ConeForm> forms_of(const LocalProblem& problem)
{
  std::vector<ConeForm> forms;
  for (const Law& law : problem.laws)
    forms.push_back(rigid_contact(law).value());
  return forms;
}

Impulses swept(ContactVisits& visits, const LocalProblem& problem, int sweeps, std::vector<double>& sums)
{
  Impulses R = zeros(problem);
  visits.start(R);
  for (int k = 0; k < sweeps; ++k) {
    if (k == 10) visits.reorder();
    const VisitSums sum = visits.sweep(k < 3 ? 0.0 : 0.8, k % 4 == 0 || visits.is_idle());
    sums.insert(sums.end(), {sum.e2, sum.s});
  }
  visits.impulses(R);
  return R;
}

double worst(const Residual& r) { return std::max(r.absolute, r.scaled); }

LocalProblem in_blocks(const LocalProblem& problem)
{
  return {LocalOperator(std::vector<LocalOperator::Row>(problem.size()), 0, problem.W.assemble()), problem.B,
          problem.laws};
}

}  // namespace

TEST(NesterovSweeps, EveryKernelGivesTheSameBits)
{
  const LocalProblem problem = wall(13, 6);
  ASSERT_EQ(sweep_kernels().back().name, "plain");
  Impulses first;
  std::vector<double> first_sums;
  for (const SweepKernel& kernel : sweep_kernels()) {
    BatchedVisits visits(problem, {}, forms_of(problem), kernel);
    std::vector<double> sums;
    const Impulses R = swept(visits, problem, 40, sums);
    if (first.empty()) {
      first = R;
      first_sums = sums;
    }
    EXPECT_EQ(R, first) << kernel.name;
    EXPECT_EQ(sums, first_sums) << kernel.name;
  }
}

/// One contact per body: nothing depends on the order, so a sweep of batches is a sweep of rows.
TEST(NesterovSweeps, BatchesDoWhatRowsDo)
{
  const Inertia body = cuboid(2, {1, 0.8, 0.5});
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows;
  for (int c = 0; c < 21; ++c) {
    rows.push_back(on_ground(c, arm(body, {0.1 * (c % 4), -0.2, -0.25})));
    problem.B.push_back({0.2 * (c % 3) - 0.1, 0.05 * (c % 5), c % 6 == 0 ? 0.1 : -0.1});
    problem.laws.push_back(SignoriniCoulomb{0.1 * (c % 9), 0, c % 4 == 1 ? 0.05 : 0.0});
  }
  problem.W = LocalOperator(std::move(rows), 21);
  BatchedVisits batches(problem, {}, forms_of(problem));
  RowVisits one_by_one(problem, {});
  std::vector<double> sums, expected_sums;
  const Impulses R = swept(batches, problem, 25, sums),
                 expected = swept(one_by_one, problem, 25, expected_sums);
  for (std::size_t i = 0; i < R.size(); ++i)
    EXPECT_LT((R[i] - expected[i]).norm(), 1e-13) << i;
  for (std::size_t k = 0; k < sums.size(); ++k)
    EXPECT_NEAR(sums[k], expected_sums[k], 1e-14) << k;
}

TEST(NesterovSweeps, AWallIsSolvedToBothResidualsInBatchesAndInBlocks)
{
  const LocalProblem problem = wall(13, 6);
  const LocalProblem blocks = in_blocks(problem);
  for (const LocalProblem& p : {problem, blocks}) {
    Impulses R = zeros(p);
    const SolverReport report = NesterovGaussSeidel({.tolerance = 1e-6}).solve(p, R);
    EXPECT_EQ(report.status, SolverStatus::ok) << report.iterations;
    EXPECT_LE(worst(residual(p, R)), 1e-6);
    EXPECT_GT(report.iterations, 10);
  }
}

TEST(NesterovSweeps, ItReturnsItsBestPointAndSaysThatItIsNotEnough)
{
  const LocalProblem problem = wall(13, 6);
  Impulses R = zeros(problem);
  const double before = worst(residual(problem, R));
  const SolverReport report =
      NesterovGaussSeidel({.tolerance = 1e-12, .max_iterations = 20}).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::diverged);
  EXPECT_LE(worst(residual(problem, R)), before);
  EXPECT_EQ(worst(report.residual), worst(residual(problem, R)));
}

TEST(NesterovSweeps, AKernelCanBeForcedByName)
{
  ASSERT_EQ(::setenv("CORBEL_KERNEL", "plain", 1), 0);
  EXPECT_EQ(sweep_kernel().name, "plain");
  ASSERT_EQ(::setenv("CORBEL_KERNEL", "mmx", 1), 0);
  EXPECT_THROW(sweep_kernel(), InputError);
  ::unsetenv("CORBEL_KERNEL");
  EXPECT_EQ(sweep_kernel().name, sweep_kernels().front().name);
}

TEST(NesterovSweeps, EveryKernelMultipliesRowsOfBlocksToTheSameBits)
{
  const LocalProblem problem = in_blocks(wall(13, 6));
  Impulses first;
  std::vector<double> first_sums;
  for (const SweepKernel& kernel : sweep_kernels()) {
    RowVisits visits(problem, {}, kernel);
    std::vector<double> sums;
    const Impulses R = swept(visits, problem, 40, sums);
    if (first.empty()) {
      first = R;
      first_sums = sums;
    }
    EXPECT_EQ(R, first) << kernel.name;
    EXPECT_EQ(sums, first_sums) << kernel.name;
  }
}

namespace {

/// W of another problem by products alone.
class Products : public ImplicitPart {
 public:
  explicit Products(const LocalOperator& W) : W_(W) {}
  std::size_t size() const override { return W_.size(); }
  bool touches(std::size_t /*i*/) const override { return true; }
  Mat3 diagonal(std::size_t i) const override { return W_.diagonal(i); }
  std::vector<Vec3> multiply(const std::vector<Vec3>& x) const override { return W_.multiply(x); }
  double block_count() const override { return 1; }
  BlockSparse assemble() const override
  {
    ADD_FAILURE() << "blocks were asked for";
    return W_.assemble();
  }

 private:
  LocalOperator W_;
};

LocalProblem by_products(const LocalProblem& problem)
{
  return {LocalOperator(std::vector<LocalOperator::Row>(problem.size()), 0, {},
                        std::make_shared<Products>(problem.W)),
          problem.B, problem.laws};
}

}  // namespace

/// A wall has many solutions; its velocities are known to the residual only. Contacts of their own have one each.
TEST(NesterovSweeps, ProductsAreEnough)
{
  const LocalProblem problem = wall(7, 4), products = by_products(problem);
  Impulses R = zeros(problem);
  const SolverReport report = NesterovGaussSeidel({.tolerance = 1e-5}).solve(products, R);
  EXPECT_EQ(report.status, SolverStatus::ok) << report.iterations;
  EXPECT_LE(worst(residual(problem, R)), 1e-5);
}

TEST(NesterovSweeps, AutoTakesProductsAndAsksForNoBlocks)
{
  const LocalProblem problem = wall(7, 4), products = by_products(problem);
  Impulses R = zeros(problem);
  const SolverReport report = AutoSolver({.tolerance = 1e-6}).solve(products, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(report.stages.at(0).method, "nesterov");
  EXPECT_LE(worst(residual(problem, R)), 1e-6);
}

TEST(NesterovSweeps, AutoBeginsWithThemHoweverFewTheContacts)
{
  const auto first_stage = [](const LocalProblem& problem, double tolerance) {
    Impulses R = zeros(problem);
    const SolverReport report = AutoSolver({.tolerance = tolerance}).solve(problem, R);
    EXPECT_EQ(report.status, SolverStatus::ok);
    return report.stages.at(0).method;
  };
  EXPECT_EQ(first_stage(wall(13, 6), 1e-5), "nesterov");  // 312 contacts
  EXPECT_EQ(first_stage(wall(13, 6), 1e-8), "nesterov");
  EXPECT_EQ(first_stage(wall(4, 3), 1e-5), "nesterov");  // 48
  EXPECT_EQ(first_stage(in_blocks(wall(4, 3)), 1e-5), "gauss_seidel");
}
