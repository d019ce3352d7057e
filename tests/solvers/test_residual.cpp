// SPDX-License-Identifier: MIT
// The two residuals: values by hand, units, and constraints that answer to nothing.
#include "problems.hpp"

#include "corbel/core/error.hpp"
#include "corbel/solvers/residual.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include <gtest/gtest.h>

using namespace corbel;
using namespace corbel::testing;

namespace {

/// A particle of mass m falling with B = (0, 0, −3) on the ground, frictionless.
LocalProblem fall(double mass)
{
  return problem_of({on_ground(0, particle(mass))}, 1, {{0, 0, -3}}, {SignoriniCoulomb{0, 0}});
}

}  // namespace

TEST(Residual, SingleContactByHand)
{
  // m = 4, w = 1/4, R_N = 8: U_N = 8/4 − 3 = −1.
  //   A: R − max(0, 8 + 1) = −1, over |B| = 3.
  //   B: R − max(0, 8 + 4) = −4, times √w = 1/2, over |B|/√w = 6: 2/6.
  const Residual r = residual(fall(4), {{0, 0, 8}});
  EXPECT_DOUBLE_EQ(r.absolute, 1.0 / 3);
  EXPECT_DOUBLE_EQ(r.scaled, 1.0 / 3);
}

TEST(Residual, SolutionHasNone)
{
  const Residual r = residual(fall(4), {{0, 0, 12}});
  EXPECT_LE(r.absolute, 3e-16);  // what round-off of R leaves open
  EXPECT_LE(r.scaled, 3e-16);
}

TEST(Residual, HugeImpulsesAreNoSolution)
{
  // A body squeezed by two contacts faster than it can give way: U_N = −1 in both whatever R. With R = 1e16
  // the difference R − P(R − U) is zero to the last bit.
  const LocalProblem problem =
      problem_of({on_ground(0, particle(1)), on_ground(0, Mat3(Vec3(1, -1, -1).asDiagonal()) * particle(1))},
                 1, {{0, 0, -1}, {0, 0, -1}}, {SignoriniCoulomb{0.5, 0}, SignoriniCoulomb{0.5, 0}});
  for (const double R : {0.0, 1.0, 1e8, 1e16, 1e20}) {
    EXPECT_GE(residual(problem, {{0, 0, R}, {0, 0, R}}).absolute, 0.9) << R;
    EXPECT_GE(residual(problem, {{0, 0, R}, {0, 0, R}}).scaled, 0.9) << R;
  }
}

TEST(Residual, ImpulsesAreMadeAdmissibleFirst)
{
  // Pulling impulse counts as none: U_N = −3; A = 3/3. The tangential part of a frictionless contact is
  // dropped.
  EXPECT_DOUBLE_EQ(residual(fall(4), {{0, 0, -100}}).absolute, 1);
  EXPECT_LE(residual(fall(4), {{5, 5, 12}}).absolute, 3e-16);
}

TEST(Residual, ScaledDoesNotDependOnTheUnitOfMass)
{
  // Grams for kilograms: W/1000, R·1000.
  LocalProblem kilograms = tower(2, 0.4, 0.4, {0.1, 0.05, 0});
  std::vector<LocalOperator::Row> rows;
  for (std::size_t i = 0; i < kilograms.size(); ++i) {
    rows.push_back(kilograms.W.row(i));
    for (FactorBlock& G : rows.back().block)
      G /= std::sqrt(1000.0);
  }
  const LocalProblem grams = problem_of(rows, 2, kilograms.B, kilograms.laws);
  const Impulses R(kilograms.size(), Vec3(0.01, 0, 0.05)), R_grams(grams.size(), Vec3(10, 0, 50));
  const Residual a = residual(kilograms, R), b = residual(grams, R_grams);
  EXPECT_GT(a.scaled, 0.01);
  EXPECT_NEAR(a.scaled, b.scaled, 1e-13);
  EXPECT_GT(std::abs(a.absolute - b.absolute), 0.1 * a.absolute);
}

TEST(Residual, EmptyProblemHasNone)
{
  const Residual r = residual(LocalProblem(), {});
  EXPECT_EQ(r.absolute, 0);
  EXPECT_EQ(r.scaled, 0);
}

TEST(Residual, ImmovableConstraintsAreLeftOut)
{
  LocalProblem problem =
      problem_of({on_ground(0, particle(4)), LocalOperator::Row()}, 1, {{0, 0, -3}, {1, 1, -70}},
                 {SignoriniCoulomb{0, 0}, SignoriniCoulomb{0.5, 0}});
  const Residual r = residual(problem, {{0, 0, 8}, {0, 0, 1e6}});
  EXPECT_DOUBLE_EQ(r.absolute, 1.0 / 3);
  EXPECT_DOUBLE_EQ(r.scaled, 1.0 / 3);
}

TEST(Residual, ZeroFreeVelocityCountsAsOne)
{
  // B = 0 and U* = 2, m = 4, R = 0: A = 2, B = √w · 2/w = 2/√w = 4.
  const LocalProblem problem =
      problem_of({on_ground(0, particle(4))}, 1, {Vec3::Zero()}, {PrescribedVelocity{{0, 0, 2}}});
  const Residual r = residual(problem, {Vec3::Zero()});
  EXPECT_DOUBLE_EQ(r.absolute, 2);
  EXPECT_DOUBLE_EQ(r.scaled, 4);
}

TEST(Residual, WrongSizeIsOurMistake) { EXPECT_THROW((void)residual(fall(4), {}), InternalError); }
