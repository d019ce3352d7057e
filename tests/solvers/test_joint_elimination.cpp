// SPDX-License-Identifier: MIT
// Elimination of joints: stiff and redundant groups by their equations, contacts that joints hold, borders.
#include "joint_problems.hpp"

#include "corbel/core/error.hpp"
#include "corbel/solvers/joints/joint_elimination.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <string>

using namespace corbel;
using namespace corbel::testing;

// --- stiff and singular ones ------------------------------------------------------------------------

TEST(JointElimination, MeetsTargetsOfANearlyFreeBodyAtOnce)
{
  for (const std::size_t joints : {4, 20, 60}) {
    const LocalProblem problem = nearly_free(joints, 0, static_cast<unsigned>(joints));
    Impulses R = zeros(problem);
    const SolverReport report = GaussSeidel().solve(problem, R);
    EXPECT_EQ(report.status, SolverStatus::ok);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_EQ(report.relative_change, 0);
    EXPECT_LE(joint_error(problem, R), 10 * round_off(problem, R)) << joints;
  }
}

TEST(JointElimination, MeetsTargetsOfANearlyFreeBodyUnderLoad)
{
  // Free velocities B = W f of loads f at the points, as statics has them: of the order of 1e8. The joints
  // take the loads over, R = −f.
  Dice dice(7);
  LocalProblem problem = nearly_free(40, 0, 7);
  Impulses f;
  for (Law& law : problem.laws) {
    law = PrescribedVelocity{Vec3::Zero()};
    f.push_back(dice.vector());
  }
  problem.B = problem.W.multiply(f);
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_LE(joint_error(problem, R), 1e-12 * largest(problem.B));
  for (std::size_t i = 0; i < R.size(); ++i)
    EXPECT_LE((R[i] + f[i]).norm(), 1e-5);
}

TEST(JointElimination, ContactsOfANearlyFreeBodyConvergeAsThoseOfAnElasticOne)
{
  const LocalProblem problem = nearly_free(20, 10, 5);
  Impulses R = zeros(problem);
  GaussSeidelOptions options;
  options.epsilon = 1e-8;
  const SolverReport report = GaussSeidel(options).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(report.iterations, 40);
  EXPECT_LE(report.residual.absolute, 1e-5);
  EXPECT_LE(joint_error(problem, R), 1e-5);
}

TEST(JointElimination, RigidBodyOnThreePinsCarriesItsWeight)
{
  for (const std::size_t pins : {2, 3, 4}) {
    const LocalProblem problem = pinned_cuboid(pins, 0);
    Impulses R = zeros(problem);
    const SolverReport report = GaussSeidel(tight()).solve(problem, R);
    EXPECT_EQ(report.status, SolverStatus::ok);
    EXPECT_EQ(report.iterations, 1);
    EXPECT_LE(joint_error(problem, R), 1e-14);
    if (pins < 3) continue;
    Vec3 force = Vec3::Zero();
    for (const Vec3& r : R)
      force += r;
    EXPECT_LE((force - 2 * gravity * h * Vec3::UnitZ()).norm(), 1e-13);
  }
}

TEST(JointElimination, FourPinsShareByTheSmallestImpulses)
{
  // No rotation: by symmetry a quarter of the weight each, nothing sideways.
  LocalProblem problem = pinned_cuboid(4, 0);
  problem.B.assign(4, Vec3(0, 0, -gravity * h));
  Impulses R = zeros(problem);
  GaussSeidel().solve(problem, R);
  for (const Vec3& r : R)
    EXPECT_LE((r - Vec3(0, 0, 2 * gravity * h / 4)).norm(), 1e-13);
}

TEST(JointElimination, ABlockOnAPinnedOneSeesTheGround)
{
  // The lower body cannot move: the upper one rests on it as on the ground, Σ R = m g h.
  LocalProblem problem = pinned_cuboid(3, 4);
  for (std::size_t i = 0; i < problem.size(); ++i)
    problem.B[i] = Vec3(0, 0, i < 3 ? -gravity * h : 0);
  Impulses R = zeros(problem), expected = zeros(tower(1, 0.5, 0.5, Vec3::Zero()));
  const SolverReport report = GaussSeidel(tight()).solve(problem, R);
  const SolverReport ground = GaussSeidel(tight()).solve(tower(1, 0.5, 0.5, Vec3::Zero()), expected);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(report.iterations, ground.iterations + 2);
  EXPECT_LE((R[3] + R[4] + R[5] + R[6] - 2 * gravity * h * Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_LE((R[0] + R[1] + R[2] - 4 * gravity * h * Vec3::UnitZ()).norm(), 1e-12);
  EXPECT_LE(report.residual.scaled, 1e-12);
}

TEST(JointElimination, DoubledJointsOfAnElasticBodyChangeNothing)
{
  // Rows 0 … 5 of an elastic body; joints 6 … 8 repeat 0 … 2, so that W has rank 18 of 27.
  const LocalProblem single = elastic(4, 2, 8);
  const MatrixXd W = single.W.assemble().to_dense();
  MatrixXd T = MatrixXd::Zero(3 * 9, 3 * 6);
  T.topRows(18).setIdentity();
  LocalProblem doubled = single;
  int added = 0;
  for (std::size_t i = 0; i < 6 && added < 3; ++i)
    if (!std::holds_alternative<SignoriniCoulomb>(single.laws[i])) {
      T.block<3, 3>(18 + 3 * added++, 3 * static_cast<Index>(i)).setIdentity();
      doubled.laws.push_back(single.laws[i]);
      doubled.B.push_back(single.B[i]);
    }
  ASSERT_EQ(added, 3);
  doubled.W = LocalOperator(std::vector<LocalOperator::Row>(9), 0, full_blocks(T * W * T.transpose()));
  Impulses R = zeros(doubled), expected = zeros(single);
  GaussSeidel(tight()).solve(single, expected);
  const SolverReport report = GaussSeidel(tight()).solve(doubled, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(joint_error(doubled, R), 1e-12);
  const std::vector<Vec3> U = velocities(doubled, R), U_single = velocities(single, expected);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_LE((U[i] - U_single[i]).norm(), 1e-11);
}

TEST(JointElimination, ContradictingPinsAreReportedWithBoundedImpulses)
{
  LocalProblem problem = pinned_cuboid(3, 0);
  problem.laws[1] = PrescribedVelocity{{1, 0, 0}};  // pulled away from pin 0: a rigid body cannot
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::diverged);
  EXPECT_LE(largest(R), 100);
  EXPECT_GT(report.residual.absolute, 0.1);
}

TEST(JointElimination, ContactThatTheJointsHoldCarriesNothing)
{
  // A body on three pins over the ground: its contact answers to no impulse.
  LocalProblem problem = pinned_cuboid(4, 0);
  problem.laws[3] = SignoriniCoulomb{0.5, 0};
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(R[3], Vec3(0, 0, 0));
  EXPECT_LE(report.residual.scaled, 1e-12);
}

TEST(JointElimination, HingedBodyHitsAWall)
{
  // Pins at corners 0 and 1 leave the turn about the x axis; corner 2 lies on the ground below a body that
  // turns downwards. The contact stops the turn: U = 0 everywhere, and its one free impulse follows from the
  // moment about the hinge, J = I_x + m (a_y² + a_z²), ω J = 2 a_y R_N (without friction).
  const Vec3 edge(1, 0.8, 0.5);
  LocalProblem problem = pinned_cuboid(3, 0);
  const Inertia body = cuboid(2, edge);
  const auto corners = lower_corners(edge);
  const double omega = -0.7;
  for (std::size_t k = 0; k < 3; ++k)
    problem.B[k] = Vec3(omega, 0, 0).cross(corners.at(k) - corners[0]);
  problem.laws[2] = SignoriniCoulomb{0, 0};
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel(tight()).solve(problem, R);
  const double J = body.moments.x() + body.mass * (0.4 * 0.4 + 0.25 * 0.25);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_NEAR(R[2].z(), -omega * J / 0.8, 1e-12);
  EXPECT_LE(report.residual.scaled, 1e-12);
  problem.laws[2] = SignoriniCoulomb{0.5, 0};
  EXPECT_EQ(GaussSeidel(tight()).solve(problem, R).status, SolverStatus::ok);
  EXPECT_LE(residual(problem, R).scaled, 1e-11);
}

TEST(JointElimination, DrivenBlockSlipsOnTheGroundAtAnySpeed)
{
  // Two drives along x hold the block at speed v: its four corners cannot move along x, friction is full
  // there whatever v is, Σ R = (−μ, 0, 1) m g h, and the drives overcome it.
  const double mu = 0.3, weight = 2 * gravity * h;
  const Vec3 edge(1, 0.8, 0.5);
  const Inertia body = cuboid(2, edge);
  Mat3 along_x;  // rows T1, T2, N of a frame with N = x
  along_x << 0, 1, 0, 0, 0, 1, 1, 0, 0;
  for (const double v : {1e-4, 1e-2, 1.0}) {
    LocalProblem problem;
    std::vector<LocalOperator::Row> rows;
    for (const Vec3& x : lower_corners(edge)) {
      rows.push_back(on_ground(0, arm(body, x)));
      problem.B.push_back({v, 0, -gravity * h});
      problem.laws.push_back(SignoriniCoulomb{mu, 0});
    }
    for (const double y : {-0.4, 0.4}) {
      rows.push_back(on_ground(0, along_x * arm(body, {-0.5, y, -0.25})));
      problem.B.push_back({0, -gravity * h, v});
      problem.laws.push_back(PrescribedNormalVelocity{v});
    }
    problem.W = LocalOperator(std::move(rows), 1);
    Impulses R = zeros(problem);
    GaussSeidelOptions options = tight();
    options.epsilon = 1e-10;
    const SolverReport report = GaussSeidel(options).solve(problem, R);
    EXPECT_EQ(report.status, SolverStatus::ok) << v;
    EXPECT_LE((R[0] + R[1] + R[2] + R[3] - weight * Vec3(-mu, 0, 1)).norm(), 1e-8 * weight) << v;
    EXPECT_LE(std::abs(R[4].z() + R[5].z() - mu * weight), 1e-8 * weight) << v;
    EXPECT_LE(report.iterations, v < 1e-2 ? 3000 : 60) << v;
  }
}

// --- borders ----------------------------------------------------------------------------------------

TEST(JointElimination, ImmovableJointsCarryNothing)
{
  LocalProblem problem = elastic(3, 0, 2);
  MatrixXd W = problem.W.assemble().to_dense();
  W.middleRows<3>(3).setZero();
  W.middleCols<3>(3).setZero();
  problem.W = LocalOperator(std::vector<LocalOperator::Row>(3), 0, full_blocks(W));
  Impulses R = {{1, 1, 1}, {1, 1, 1}, {1, 1, 1}};
  const SolverReport report = GaussSeidel().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(R[1], Vec3(0, 0, 0));
  EXPECT_LE(joint_error(problem, R), 1e-12);
}

TEST(JointElimination, NonFiniteInputIsRefused)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  LocalProblem problem = elastic(5, 2, 3);
  Impulses R = zeros(problem);
  problem.B[2].x() = nan;
  EXPECT_THROW(GaussSeidel().solve(problem, R), InternalError);
  problem = pinned_cuboid(3, 0);
  problem.laws[1] = PrescribedVelocity{{nan, 0, 0}};
  R = zeros(problem);
  EXPECT_THROW(GaussSeidel().solve(problem, R), InternalError);
}

TEST(JointElimination, SameBitsTwice)
{
  const LocalProblem problem = mixed(20, 20, 6);
  Impulses first = zeros(problem), second = zeros(problem);
  GaussSeidel().solve(problem, first);
  GaussSeidel().solve(problem, second);
  EXPECT_EQ(first, second);
}

TEST(JointElimination, ResidualToleranceIsThatOfTheWholeProblem)
{
  const LocalProblem problem = mixed(10, 20, 9);
  GaussSeidelOptions options;
  options.epsilon = 1e-2;
  options.residual_tolerance = 1e-9;
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel(options).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(report.residual.scaled, 1e-9);
}

TEST(JointElimination, LeavesRigidGroupsThatTouchVeryManyRowsToTheSweeps)
{
  // Two particles tied together twice, with contacts of the first to the ground.
  for (const std::size_t contacts : {200, 201}) {
    std::vector<LocalOperator::Row> rows(contacts, on_ground(0, particle(1)));
    rows.insert(rows.end(), 2, between(0, particle(1), 1, particle(3)));
    LocalProblem problem;
    problem.W = LocalOperator(std::move(rows), 2);
    problem.B.assign(contacts, Vec3(0, 0, -1));
    problem.B.insert(problem.B.end(), 2, Vec3::Zero());
    problem.laws.assign(contacts, SignoriniCoulomb{0, 0});
    problem.laws.insert(problem.laws.end(), 2, PrescribedVelocity{Vec3::Zero()});
    EXPECT_EQ(JointElimination(problem).empty(), contacts > 200);
    Impulses R = zeros(problem);
    EXPECT_EQ(GaussSeidel().solve(problem, R).status, SolverStatus::ok);
    double total = 0;
    for (std::size_t i = 0; i < contacts; ++i)
      total += R[i].z();
    EXPECT_NEAR(total, 4, contacts > 200 ? 1e-2 : 1e-12);  // (1 + 3) kg stopped from 1 m/s
  }
}

TEST(JointElimination, LeavesLongChainsThatContradictThemselvesToTheSweeps)
{
  // Held at both ends and pulled longer in the middle: no impulses can do that.
  LocalProblem problem = particle_chain(80);
  std::vector<LocalOperator::Row> rows;
  for (std::size_t i = 0; i < problem.size(); ++i)
    rows.push_back(problem.W.row(i));
  rows.push_back(on_ground(79, particle(20)));
  problem.W = LocalOperator(std::move(rows), 80);
  problem.B.emplace_back(std::accumulate(problem.B.begin(), problem.B.end(), Vec3(0, 0, 0)));
  problem.laws.assign(81, PrescribedVelocity{Vec3::Zero()});
  EXPECT_FALSE(JointElimination(problem).empty());  // agrees: B is that of one set of bodies
  problem.laws[40] = PrescribedVelocity{{1, 0, 0}};
  EXPECT_TRUE(JointElimination(problem).empty());
}
