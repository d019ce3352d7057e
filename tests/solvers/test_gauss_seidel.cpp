// SPDX-License-Identifier: MIT
// Gauss–Seidel: problems solved by hand, rank-deficient ones by their resultants, every contact by the law.
#include "../constraints/law_check.hpp"
#include "sliding_stack.hpp"

#include "corbel/core/error.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <limits>
#include <string>

using namespace corbel;
using namespace corbel::testing;

namespace {

void expect_laws_hold(const LocalProblem& problem, const Impulses& R, double tolerance)
{
  double U_scale = 0, R_scale = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    U_scale = std::max(U_scale, problem.B[i].norm());
    R_scale = std::max(R_scale, R[i].norm());
  }
  const std::vector<Vec3> U = velocities(problem, R);
  for (std::size_t i = 0; i < problem.size(); ++i) {
    SCOPED_TRACE("contact " + std::to_string(i));
    const auto& law = std::get<SignoriniCoulomb>(problem.laws[i]);
    expect_signorini_coulomb(law.mu, law.shift, U[i], R[i], tolerance, {U_scale, R_scale});
  }
}

}  // namespace

TEST(GaussSeidel, EmptyProblemIsSolved)
{
  Impulses R;
  const SolverReport report = GaussSeidel().solve(LocalProblem(), R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(report.residual.scaled, 0);
}

TEST(GaussSeidel, StackThatSlidesTogether)
{
  // μ_lower < μ_upper: both slow down by μ_lower g h, the joint sticks. Newton's law for each block:
  // R_0 = (−μ_lower, 0, 1)(m_l + m_u) g h, R_1 = (−μ_lower, 0, 1) m_u g h.
  const double m_l = 2, m_u = 3, mu = 0.3;
  Impulses R(2, Vec3::Zero());
  const SolverReport report = GaussSeidel(tight()).solve(sliding_stack(m_l, m_u, mu, 0.6, 1), R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE((R[0] - (m_l + m_u) * gravity * h * Vec3(-mu, 0, 1)).norm(), 1e-11);
  EXPECT_LE((R[1] - m_u * gravity * h * Vec3(-mu, 0, 1)).norm(), 1e-11);
}

TEST(GaussSeidel, StackThatSlidesInBothJoints)
{
  // μ_lower > μ_upper: the lower block slows more, the upper slides forward on it with its full friction.
  // v large enough that the lower block does not stop: v > h g (μ_l (m_l + m_u) − μ_u m_u)/m_l ≈ 0.083.
  const double m_l = 2, m_u = 3;
  const LocalProblem problem = sliding_stack(m_l, m_u, 0.4, 0.1, 1);
  Impulses R(2, Vec3::Zero());
  EXPECT_EQ(GaussSeidel(tight()).solve(problem, R).status, SolverStatus::ok);
  EXPECT_LE((R[0] - (m_l + m_u) * gravity * h * Vec3(-0.4, 0, 1)).norm(), 1e-11);
  EXPECT_LE((R[1] - m_u * gravity * h * Vec3(-0.1, 0, 1)).norm(), 1e-11);
  EXPECT_NEAR(velocities(problem, R)[0].x(), 1 - h * gravity * (0.4 * 5 - 0.1 * 3) / 2, 1e-11);
}

TEST(GaussSeidel, BlockOnFourPointsCarriesItsWeight)
{
  // 12 unknowns on 6 freedoms: single impulses are not determined, their resultant is. At rest: Σ R = m g h
  // e_N, Σ x × R = 0, U = 0.
  const LocalProblem problem = tower(1, 0.5, 0.5, Vec3::Zero());
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel(tight()).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  const auto corners = lower_corners({1, 0.8, 0.5});
  for (std::size_t i = 0; i < 4; ++i) {
    force += R[i];
    moment += corners.at(i).cross(R[i]);
  }
  EXPECT_LE((force - 2 * gravity * h * Vec3::UnitZ()).norm(), 1e-11);
  EXPECT_LE(moment.norm(), 1e-11);
  expect_laws_hold(problem, R, 1e-10);
}

TEST(GaussSeidel, SlidingTowerDeceleratesByItsFriction)
{
  // v ≫ μ g h: the foot slides and all storeys slow down by μ g h; Σ R_T over the foot = −μ M g h.
  const double mu = 0.2;
  const LocalProblem problem = tower(3, mu, 0.5, {1, 0, 0});
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel(tight()).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  expect_laws_hold(problem, R, 1e-9);
  const Vec3 foot = R[0] + R[1] + R[2] + R[3];
  EXPECT_LE((foot - 3 * 2 * gravity * h * Vec3(-mu, 0, 1)).norm(), 1e-9);
}

TEST(GaussSeidel, RandomProblemsObeyTheLawContactByContact)
{
  for (unsigned seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const LocalProblem problem = random_problem(40, seed);
    Impulses R = zeros(problem);
    const SolverReport report = GaussSeidel(tight()).solve(problem, R);
    EXPECT_EQ(report.status, SolverStatus::ok);
    EXPECT_LE(report.residual.absolute, 1e-10);
    EXPECT_LE(report.residual.scaled, 1e-10);
    expect_laws_hold(problem, R, 1e-9);
  }
}

TEST(GaussSeidel, RandomProblemsMeetOpenStickAndSlip)
{
  const LocalProblem problem = random_problem(200, 1);
  Impulses R = zeros(problem);
  GaussSeidel(tight()).solve(problem, R);
  int open = 0, stick = 0, slip = 0;
  for (std::size_t i = 0; i < R.size(); ++i) {
    const double surface = std::get<SignoriniCoulomb>(problem.laws[i]).mu * R[i].z();
    if (R[i] == Vec3::Zero())
      ++open;
    else
      ++(R[i].head<2>().norm() < surface * (1 - 1e-12) ? stick : slip);
  }
  EXPECT_GT(open, 10);
  EXPECT_GT(stick, 10);
  EXPECT_GT(slip, 10);
}

TEST(GaussSeidel, ReversedSweepsFindTheSameUniqueSolution)
{
  const LocalProblem problem = random_problem(40, 3);
  Impulses forward = zeros(problem), alternating = zeros(problem);
  GaussSeidelOptions options = tight();
  GaussSeidel(options).solve(problem, forward);
  options.reverse = true;
  const SolverReport report = GaussSeidel(options).solve(problem, alternating);
  EXPECT_EQ(report.status, SolverStatus::ok);
  for (std::size_t i = 0; i < problem.size(); ++i)
    EXPECT_LE((forward[i] - alternating[i]).norm(), 1e-9);
}

TEST(GaussSeidel, ReversedSweepsRunTheOtherWay)
{
  // Far from convergence the order shows in the numbers.
  const LocalProblem problem = tower(3, 0.3, 0.5, {0.3, 0, 0});
  GaussSeidelOptions options;
  options.max_iterations = 2;
  options.epsilon = 1e-14;
  Impulses forward = zeros(problem), alternating = zeros(problem);
  GaussSeidel(options).solve(problem, forward);
  options.reverse = true;
  GaussSeidel(options).solve(problem, alternating);
  EXPECT_NE(forward, alternating);
}

TEST(GaussSeidel, WarmStartFromTheSolutionTakesOneSweep)
{
  const LocalProblem problem = random_problem(40, 4);
  Impulses R = zeros(problem);
  const int cold = GaussSeidel(tight()).solve(problem, R).iterations;
  const SolverReport warm = GaussSeidel().solve(problem, R);
  EXPECT_GT(cold, 5);
  EXPECT_EQ(warm.iterations, 1);
  EXPECT_EQ(warm.status, SolverStatus::ok);
}

TEST(GaussSeidel, AllOpenConvergesAtOnce)
{
  const LocalProblem problem =
      problem_of({on_ground(0, particle(1)), on_ground(1, particle(1))}, 2, {{1, 0, 1}, {0, 0, 2}},
                 {SignoriniCoulomb{0.5, 0}, SignoriniCoulomb{0.5, 0}});
  Impulses R = zeros(problem);
  SolverReport report = GaussSeidel().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(report.iterations, 1);
  R = {{0, 0, 5}, {1, 1, 7}};  // warm start of contacts that have just opened
  report = GaussSeidel().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(report.iterations, 2);
  EXPECT_EQ(R, zeros(problem));
}

TEST(GaussSeidel, MixedLawsByHand)
{
  // Particle 0 (2 kg) is driven to (0, 0, 1) m/s; particle 1 (1 kg) lies on it: it must move along, so
  // R_1 = 1·(1 + g h) in N, and the drive gives 2·(1 + g h) + R_1.
  const double gh = gravity * h;
  const LocalProblem problem =
      problem_of({on_ground(0, particle(2)), between(1, particle(1), 0, particle(2))}, 2,
                 {{0, 0, -gh}, {0, 0, 0}}, {PrescribedVelocity{{0, 0, 1}}, SignoriniCoulomb{0.5, 0}});
  Impulses R = zeros(problem);
  EXPECT_EQ(GaussSeidel(tight()).solve(problem, R).status, SolverStatus::ok);
  EXPECT_LE((R[1] - Vec3(0, 0, 1 + gh)).norm(), 1e-11);
  EXPECT_LE((R[0] - Vec3(0, 0, 3 * (1 + gh))).norm(), 1e-11);
}

TEST(GaussSeidel, LinkOfTwoParticlesByHand)
{
  // Masses 1 and 3 joined along N, flying apart with b_N = 2: W = 1 + 1/3, R_N = −2/(4/3).
  const double d = 1;
  const LocalProblem problem =
      problem_of({between(0, particle(1), 1, particle(3))}, 2, {{0, 0, 2}}, {RigidLink{{0, 0, d}, h / 2, d}});
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel(tight()).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_NEAR(R[0].z(), -1.5, 1e-12);
  EXPECT_LE(report.residual.scaled, 1e-12);
}

TEST(GaussSeidel, ImmovablePairIsPassedOver)
{
  const LocalProblem problem =
      problem_of({LocalOperator::Row(), on_ground(0, particle(4))}, 1, {{0, 0, -1}, {0, 0, -3}},
                 {SignoriniCoulomb{0.5, 0}, SignoriniCoulomb{0.5, 0}});
  Impulses R = {{1, 2, 3}, {0, 0, 0}};
  const SolverReport report = GaussSeidel().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(R[0], Vec3(0, 0, 0));
  EXPECT_EQ(R[1], Vec3(0, 0, 12));
  EXPECT_LE(report.residual.absolute, 3e-16);
}

TEST(GaussSeidel, OneSweepIsNotEnoughForATower)
{
  const LocalProblem problem = tower(5, 0.3, 0.5, {0.3, 0.1, 0});
  Impulses R = zeros(problem);
  GaussSeidelOptions options;
  options.max_iterations = 1;
  const SolverReport report = GaussSeidel(options).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::diverged);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_GT(report.relative_change, options.epsilon);
  EXPECT_GT(report.residual.scaled, 1e-3);
}

TEST(GaussSeidel, SingularBlockIsReported)
{
  Mat36 normal_only = Mat36::Zero();
  normal_only(2, 2) = 1;
  const LocalProblem problem =
      problem_of({on_ground(0, normal_only)}, 1, {{1, 1, -1}}, {PrescribedVelocity{Vec3::Zero()}});
  Impulses R = {{0.1, 0.2, 0.3}};
  EXPECT_EQ(GaussSeidel().solve(problem, R).status, SolverStatus::diagonal_failed);
  EXPECT_EQ(R[0], Vec3(0.1, 0.2, 0.3));
}

TEST(GaussSeidel, UnreachableLinkIsReported)
{
  // Transverse motion of more than the length in the half step.
  const LocalProblem problem =
      problem_of({on_ground(0, particle(1))}, 1, {{3 / (h / 2), 0, 0}}, {RigidLink{{0, 0, 2}, h / 2, 2}});
  Impulses R = zeros(problem);
  EXPECT_EQ(GaussSeidel().solve(problem, R).status, SolverStatus::diagonal_diverged);
}

TEST(GaussSeidel, ResidualToleranceAsksForMoreSweeps)
{
  const LocalProblem problem = tower(4, 0.3, 0.5, {0.3, 0.1, 0});
  GaussSeidelOptions options;
  options.epsilon = 1e-2;
  options.max_iterations = 20000;
  Impulses loose = zeros(problem), strict = zeros(problem);
  const SolverReport by_change = GaussSeidel(options).solve(problem, loose);
  options.residual_tolerance = 1e-8;
  const SolverReport by_residual = GaussSeidel(options).solve(problem, strict);
  EXPECT_EQ(by_residual.status, SolverStatus::ok);
  EXPECT_GT(by_change.residual.scaled, 1e-8);
  EXPECT_LE(by_residual.residual.scaled, 1e-8);
  EXPECT_LE(by_residual.residual.absolute, 1e-8);
  EXPECT_GT(by_residual.iterations, by_change.iterations);
}

TEST(GaussSeidel, HistoryHasOneEntryPerSweepAndEndsBelowEpsilon)
{
  const LocalProblem problem = random_problem(40, 5);
  Impulses R = zeros(problem);
  GaussSeidelOptions options;
  const SolverReport report = GaussSeidel(options).solve(problem, R);
  ASSERT_EQ(report.change_history.size(), static_cast<std::size_t>(report.iterations));
  EXPECT_EQ(report.change_history.back(), report.relative_change);
  EXPECT_LE(report.relative_change, options.epsilon);
  EXPECT_DOUBLE_EQ(report.change_history.front(), 1);  // from zero, the first change is R itself
  options.record_history = false;
  EXPECT_TRUE(GaussSeidel(options).solve(problem, R).change_history.empty());
}

TEST(GaussSeidel, SameBitsTwice)
{
  const LocalProblem problem = tower(4, 0.3, 0.5, {0.3, 0.1, 0});
  Impulses first = zeros(problem), second = zeros(problem);
  GaussSeidel().solve(problem, first);
  GaussSeidel().solve(problem, second);
  EXPECT_EQ(first, second);
}
