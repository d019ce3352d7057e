// SPDX-License-Identifier: MIT
// Lemke and active set as solvers of contact: against Gauss–Seidel, with joints, redundant stacks, refusals.
#include "joint_problems.hpp"

#include "corbel/core/error.hpp"
#include "corbel/solvers/complementarity/active_set.hpp"
#include "corbel/solvers/complementarity/lemke.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

LocalProblem without_friction(LocalProblem problem)
{
  for (Law& law : problem.laws)
    if (auto* contact = std::get_if<SignoriniCoulomb>(&law)) contact->mu = 0;
  return problem;
}

Impulses gauss_seidel(const LocalProblem& problem)
{
  Impulses R = zeros(problem);
  const SolverReport report = make_solver("gauss_seidel", {.tolerance = 1e-12})->solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  return R;
}

double difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

class Frictionless : public ::testing::TestWithParam<const char*> {
 protected:
  /// Solved to 1e-11 by both residuals.
  Impulses solve(const LocalProblem& problem) const
  {
    Impulses R = zeros(problem);
    const SolverReport report = make_solver(GetParam(), {.tolerance = 1e-11})->solve(problem, R);
    EXPECT_EQ(report.status, SolverStatus::ok);
    const Residual again = residual(problem, R);
    EXPECT_EQ(report.residual.absolute, again.absolute);
    EXPECT_EQ(report.residual.scaled, again.scaled);
    EXPECT_LE(std::max(again.absolute, again.scaled), 1e-11);
    return R;
  }
};

}  // namespace

TEST_P(Frictionless, AgreesWithGaussSeidel)
{
  for (unsigned seed = 0; seed < 30; ++seed) {
    const LocalProblem problem = without_friction(random_problem(1 + 2 * seed, seed));
    const Impulses R = solve(problem), expected = gauss_seidel(problem);
    EXPECT_LE(difference(R, expected), 1e-9 * largest(expected)) << seed;
  }
}

TEST_P(Frictionless, AgreesWithGaussSeidelBesideJoints)
{
  // groups of joints, and a joint that stands alone
  for (unsigned seed = 0; seed < 10; ++seed)
    for (const std::size_t joints : {1u, 5u}) {
      const LocalProblem problem = without_friction(mixed(joints, 12, seed));
      const Impulses R = solve(problem), expected = gauss_seidel(problem);
      EXPECT_LE(difference(R, expected), 1e-9 * largest(expected)) << seed;
      EXPECT_LE(joint_error(problem, R), 1e-11) << seed;
    }
}

TEST_P(Frictionless, RedundantTowerCarriesItsWeight)
{
  // four contacts per joint on three freedoms: impulses are not unique, their sums are. k storeys of 2 kg
  // above a joint weigh k m g h.
  const int storeys = 20;
  const LocalProblem problem = tower(storeys, 0, 0, Vec3::Zero());
  const Impulses R = solve(problem);
  for (std::size_t c = 0; c < static_cast<std::size_t>(storeys); ++c) {
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k)
      sum += R[4 * c + k].z();
    EXPECT_NEAR(sum, (storeys - static_cast<int>(c)) * 2 * gravity * h, 1e-9) << c;
  }
  for (const Vec3& U : velocities(problem, R))
    EXPECT_NEAR(U.z(), 0, 1e-11);
}

TEST(FrictionlessTower, TwoHundredStoreysTakesAFewFactorizations)
{
  // Gauss–Seidel is still at a residual of 0.05 after 20000 sweeps
  const LocalProblem problem = tower(200, 0, 0, Vec3::Zero());
  Impulses R = zeros(problem);
  const SolverReport report = ActiveSet(1e-11).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(report.iterations, 10);
}

TEST_P(Frictionless, RestitutionShiftsTheVelocity)
{
  // a particle that arrives at −2 m/s with e = 0.5 leaves at 1 m/s: R = m (2 + 1)
  const LocalProblem problem =
      problem_of({on_ground(0, particle(3))}, 1, {{0.3, 0, -2}},
                 {SignoriniCoulomb{0, SignoriniCoulomb::restitution_shift(0.5, -2)}});
  EXPECT_LE((solve(problem)[0] - Vec3(0, 0, 9)).norm(), 1e-13);
}

TEST_P(Frictionless, RowsThatCannotMoveCarryNothing)
{
  LocalProblem problem = problem_of({on_ground(0, particle(1)), {}}, 1, {{0, 0, -1}, {0, 0, -1}},
                                    {SignoriniCoulomb{0, 0}, SignoriniCoulomb{0, 0}});
  const Impulses R = solve(problem);
  EXPECT_NEAR(R[0].z(), 1, 1e-13);
  EXPECT_EQ(R[1], Vec3(Vec3::Zero()));
}

TEST_P(Frictionless, FrictionIsRefusedByName)
{
  LocalProblem problem = without_friction(random_problem(5, 1));
  std::get<SignoriniCoulomb>(problem.laws[3]).mu = 0.25;
  Impulses R = zeros(problem);
  try {
    make_solver(GetParam(), {})->solve(problem, R);
    FAIL() << "no error";
  } catch (const InputError& error) {
    const std::string text = error.what();
    for (const char* part : {GetParam(), "constraint 3", "0.25", "gauss_seidel"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  problem.laws[3] = RigidLink{Vec3(0, 0, 1), 0.01, 1};
  EXPECT_THROW(make_solver(GetParam(), {})->solve(problem, R), InputError);
}

TEST_P(Frictionless, ContradictionIsReported)
{
  // a particle between two walls that both ask for separation at 1 m/s
  Mat36 upside_down = particle(1);
  upside_down.row(2) *= -1;
  const LocalProblem problem =
      problem_of({on_ground(0, particle(1)), on_ground(0, upside_down)}, 1, {Vec3::Zero(), Vec3::Zero()},
                 {SignoriniCoulomb{0, -1}, SignoriniCoulomb{0, -1}});
  Impulses R = zeros(problem);
  const SolverReport report = make_solver(GetParam(), {})->solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::diverged);
  EXPECT_GT(report.residual.absolute, 0.1);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Frictionless, ::testing::Values("lemke", "active_set"),
                         [](const auto& p) { return std::string(p.param); });
