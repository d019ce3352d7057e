// SPDX-License-Identifier: MIT
// The penalty law number by number, and joints beside it.
#include "problems.hpp"

#include "corbel/core/error.hpp"

#include "corbel/solvers/sweeps/penalty.hpp"

#include <gtest/gtest.h>

using namespace corbel;

namespace {

using enum PenaltyVariant;

/// s = 1000 N/m, d = 20 N s/m, gap −0.01 m, V_N = −2 m/s, h = 0.01 s.
SpringDashpot contact()
{
  return {.mu = 0.3, .spring = 1000, .dashpot = 20, .gap = -0.01, .V_N = -2, .h = 0.01, .eta = 0.0025};
}

/// W_NN = 2, W_TN = (0.5, 0), W_TT = I; R_T = (0.4, 0) from the last step: B̄ = −1 + 0.2 = −0.8.
const Mat3 W = (Mat3() << 1, 0, 0.5, 0, 1, 0, 0.5, 0, 2).finished();
const Vec3 B(0.1, -0.2, -1), R(0.4, 0, 7);

}  // namespace

TEST(Penalty, NormalImpulseOfEachVariant)
{
  // Forces: 10 N of the spring; the dashpot gives −10 (−0.8 − 2) = 28 N, over 1 + 0.01 · 10 · 2.
  EXPECT_NEAR(contact().penalty_impulse(W, B, R, manual).z(), 0.01 * 38 / 1.2, 1e-15);
  // g = −0.01 + 0.0025 (−0.8 + 2) = −0.007: 7 N; the denominator has 2.5 N s/m of the spring besides.
  EXPECT_NEAR(contact().penalty_impulse(W, B, R, implicit).z(), 0.01 * 35 / 1.25, 1e-15);
  EXPECT_NEAR(contact().penalty_impulse(W, B, R, explicit_).z(), 0.01 * (10 + 40), 1e-15);
}

TEST(Penalty, FrictionSticksAsFarAsItMay)
{
  const double R_N = 0.5;                                                        // explicit
  const Eigen::Vector2d stick = -(B.head<2>() + Eigen::Vector2d(0.5, 0) * R_N);  // (−0.35, 0.2)
  SpringDashpot law = contact();
  law.mu = 1;
  EXPECT_LE((law.penalty_impulse(W, B, R, explicit_).head<2>() - stick).norm(), 1e-15);
  law.mu = 0.3;
  const Eigen::Vector2d slip = 0.3 * R_N * stick.normalized();
  EXPECT_LE((law.penalty_impulse(W, B, R, explicit_).head<2>() - slip).norm(), 1e-15);
}

TEST(Penalty, OpenOrLeavingContactsCarryNothing)
{
  SpringDashpot open = contact();
  open.gap = 0.001;
  SpringDashpot leaving = contact();
  leaving.V_N = 5;
  for (const PenaltyVariant variant : {manual, implicit, explicit_}) {
    EXPECT_EQ(open.penalty_impulse(W, B, R, variant), Vec3(0, 0, 0));
    EXPECT_EQ(leaving.penalty_impulse(W, {0, 0, 5}, R, variant), Vec3(0, 0, 0));
  }
}

TEST(Penalty, BondBearsItsStrength)
{
  SpringDashpot law = contact();
  law.V_N = 5;
  law.cohesion = 0.2;
  for (const PenaltyVariant variant : {manual, implicit, explicit_})
    EXPECT_EQ(law.penalty_impulse(W, {0, 0, 5}, R, variant).z(), -0.2);
  law.gap = 1e-4;  // in tension the spring pulls: −0.1 N
  law.V_N = law.dashpot = 0;
  EXPECT_NEAR(law.penalty_impulse(W, {0, 0, 0}, Vec3::Zero(), explicit_).z(), -1e-3, 1e-15);
}

TEST(Penalty, PowerOfThePenetration)
{
  SpringDashpot law = contact();
  law.power = 1.5;
  law.dashpot = 0;
  EXPECT_NEAR(law.penalty_impulse(W, B, R, manual).z(), 0.01 * 1000 * 0.001, 1e-15);
  const double root = std::sqrt(0.007);
  EXPECT_NEAR(law.penalty_impulse(W, B, R, implicit).z(),
              0.01 * 7 * root / (1 + 0.01 * 0.0025 * 1500 * root * 2), 1e-15);
}

TEST(Penalty, JointsAnswerToContacts)
{
  // One body of unit mass at two points of the centre: a contact and a joint that holds x, U* = 0.
  LocalOperator::Row row;
  row.column[0] = 0;
  row.block[0] = Mat3::Identity();
  LocalProblem problem{LocalOperator({row, row}, 1), {B, B}, {contact(), PrescribedVelocity{}}};
  Impulses impulses(2, Vec3::Zero());
  const SolverReport report = Penalty().solve(problem, impulses);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(impulses[0], contact().penalty_impulse(Mat3::Identity(), B, Vec3::Zero(), implicit));
  EXPECT_LE((impulses[0] + impulses[1] + B).norm(), 1e-12);
}

TEST(Penalty, RigidContactsAreRefused)
{
  const LocalOperator::Row row;
  LocalProblem problem{LocalOperator({row}, 1), {Vec3::Zero()}, {SignoriniCoulomb{}}};
  Impulses impulses(1, Vec3::Zero());
  EXPECT_THROW(Penalty().solve(problem, impulses), InputError);
}

TEST(Penalty, Names)
{
  for (const PenaltyVariant variant : {manual, implicit, explicit_})
    EXPECT_EQ(penalty_variant(to_string(variant)), variant);
  EXPECT_THROW(penalty_variant("SEMI"), InputError);
  EXPECT_TRUE(Penalty().wants_springs());
}
