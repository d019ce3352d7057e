// SPDX-License-Identifier: MIT
// Groups of joints: found by hand, solved like row by row, stiff and redundant ones by their equations.
#include "problems.hpp"

#include "corbel/core/error.hpp"
#include "corbel/solvers/gauss_seidel.hpp"
#include "corbel/solvers/joint_elimination.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <string>

using namespace corbel;
using namespace corbel::testing;
using Eigen::Index;
using Eigen::MatrixXd;

namespace {

class Dice {
 public:
  explicit Dice(unsigned seed) : random_(seed) {}
  double normal() { return normal_(random_); }
  double uniform() { return std::uniform_real_distribution<double>(0, 1)(random_); }
  Vec3 vector() { return {normal(), normal(), normal()}; }
  MatrixXd matrix(Index rows, Index columns)
  {
    return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(); });
  }

 private:
  std::mt19937 random_;
  std::normal_distribution<double> normal_;
};

BlockSparse full_blocks(const MatrixXd& A)
{
  BlockSparse C;
  C.n = static_cast<std::size_t>(A.rows() / 3);
  for (Index i = 0; i < A.rows() / 3; ++i) {
    for (Index j = 0; j < A.rows() / 3; ++j) {
      C.column.push_back(static_cast<int>(j));
      C.block.push_back(A.block<3, 3>(3 * i, 3 * j));
    }
    C.row_begin.push_back(static_cast<int>(C.column.size()));
  }
  return C;
}

Law random_joint(Dice& dice)
{
  if (dice.uniform() < 0.5) return PrescribedVelocity{dice.vector()};
  return PrescribedNormalVelocity{dice.normal()};
}

/// First joints, then contacts; the order is shuffled by taking every third constraint from the back.
void fill_laws(LocalProblem& problem, std::size_t joints, std::size_t contacts, Dice& dice)
{
  for (std::size_t i = 0; i < joints + contacts; ++i) {
    const bool joint = (i * 7) % (joints + contacts) < joints;
    problem.laws.push_back(joint ? random_joint(dice) : Law(SignoriniCoulomb{0.1 + 0.3 * dice.uniform(), 0}));
    problem.B.push_back(dice.vector() - Vec3(0, 0, 0.7));
  }
}

/// One elastic body: W = I + F Fᵀ/n, all rows coupled.
LocalProblem elastic(std::size_t joints, std::size_t contacts, unsigned seed)
{
  Dice dice(seed);
  LocalProblem problem;
  const auto n = static_cast<Index>(joints + contacts);
  const MatrixXd F = dice.matrix(3 * n, 3 * n) / std::sqrt(3.0 * static_cast<double>(n));
  problem.W = LocalOperator(std::vector<LocalOperator::Row>(joints + contacts), 0,
                            full_blocks(0.5 * MatrixXd::Identity(3 * n, 3 * n) + F * F.transpose()));
  fill_laws(problem, joints, contacts, dice);
  return problem;
}

/// Rigid bodies in a chain over G, each row between neighbours, on top of a compliant part that all share.
LocalProblem mixed(std::size_t joints, std::size_t contacts, unsigned seed)
{
  LocalProblem problem = elastic(joints, contacts, seed);
  Dice dice(seed + 1000);
  std::vector<LocalOperator::Row> rows;
  const int bodies = static_cast<int>(joints + contacts) / 2 + 2;
  for (std::size_t i = 0; i < joints + contacts; ++i) {
    const int c = static_cast<int>(i) / 2;
    const Inertia body = {2 + dice.uniform(), Vec3(2, 3, 2.5)};
    const Mat36 G = arm(body, 0.4 * dice.vector());
    rows.push_back(i % 3 == 0 ? on_ground(c, G) : between(c, G, c + 1, arm(body, 0.4 * dice.vector())));
  }
  problem.W = LocalOperator(std::move(rows), bodies, problem.W.take_blocks());
  return problem;
}

/// Row by row over the dense matrix, as the definition of Gauss–Seidel has it, to 1e-14 of change.
Impulses row_by_row(const LocalProblem& problem)
{
  const MatrixXd W = problem.W.assemble().to_dense();
  Eigen::VectorXd R = Eigen::VectorXd::Zero(W.rows());
  double change = 1;
  for (int k = 0; k < 100000 && change > 1e-14 * R.norm(); ++k) {
    change = 0;
    for (std::size_t i = 0; i < problem.size(); ++i) {
      const Index at = 3 * static_cast<Index>(i);
      const Mat3 W_ii = W.block<3, 3>(at, at);
      const Vec3 old = R.segment<3>(at);
      const Vec3 b = problem.B[i] + W.middleRows<3>(at) * R - W_ii * old;
      const BlockResult result =
          std::visit([&](const auto& law) { return law.solve_block(W_ii, b, old, {}); }, problem.laws[i]);
      R.segment<3>(at) = result.R;
      change = std::max(change, (result.R - old).norm());
    }
  }
  Impulses blocks(problem.size());
  for (std::size_t i = 0; i < problem.size(); ++i)
    blocks[i] = R.segment<3>(3 * static_cast<Index>(i));
  return blocks;
}

double largest(const std::vector<Vec3>& a)
{
  double norm = 0;
  for (const Vec3& v : a)
    norm = std::max(norm, v.norm());
  return norm;
}

/// Largest |U_k − U*_k| over all joints, and |R_T| where no impulse may act.
double joint_error(const LocalProblem& problem, const Impulses& R)
{
  const std::vector<Vec3> U = velocities(problem, R);
  double error = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    if (!(problem.W.diagonal(i).trace() > 0)) continue;
    if (const auto* law = std::get_if<PrescribedVelocity>(&problem.laws[i]))
      error = std::max(error, (U[i] - law->U_star).norm());
    if (const auto* law = std::get_if<PrescribedNormalVelocity>(&problem.laws[i]))
      error = std::max({error, std::abs(U[i].z() - law->U_star), R[i].head<2>().norm()});
  }
  return error;
}

/// Largest error of W R that rounding R to double makes, 1.1e-16 |W||R|.
double round_off(const LocalProblem& problem, const Impulses& R)
{
  const MatrixXd W = problem.W.assemble().to_dense();
  Eigen::VectorXd impulse(W.rows());
  for (std::size_t i = 0; i < R.size(); ++i)
    impulse.segment<3>(3 * static_cast<Index>(i)) = R[i];
  return 1.1e-16 * (W.cwiseAbs() * impulse.cwiseAbs()).maxCoeff();
}

GaussSeidelOptions tight()
{
  GaussSeidelOptions options;
  options.epsilon = 1e-13;
  options.max_iterations = 20000;
  return options;
}

void expect_as_row_by_row(const LocalProblem& problem)
{
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel(tight()).solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(report.residual.scaled, 1e-11);
  EXPECT_EQ(report.residual.scaled, residual(problem, R).scaled);
  const std::vector<Vec3> U = velocities(problem, R);
  const std::vector<Vec3> expected = velocities(problem, row_by_row(problem));
  for (std::size_t i = 0; i < problem.size(); ++i)
    EXPECT_LE((U[i] - expected[i]).norm(), 1e-11 * largest(problem.B)) << "constraint " << i;
}

/// n points of one body that is 1e8 times softer in its six rigid motions than elastically, all joints.
LocalProblem nearly_free(std::size_t joints, std::size_t contacts, unsigned seed)
{
  LocalProblem problem = elastic(joints, contacts, seed);
  Dice dice(seed + 2000);
  MatrixXd W = problem.W.assemble().to_dense();
  MatrixXd S(W.rows(), 6);
  for (Index i = 0; i < W.rows() / 3; ++i)
    S.middleRows<3>(3 * i) << Mat3::Identity(), -skew(dice.vector());
  W += 1e8 * S * S.transpose();
  problem.W = LocalOperator(std::vector<LocalOperator::Row>(problem.size()), 0,
                            full_blocks(0.5 * (W + W.transpose())));
  return problem;
}

/// A cuboid held at the given corners, falling and turning for one step.
LocalProblem pinned_cuboid(std::size_t pins, std::size_t contacts_of_others)
{
  const Vec3 edge(1, 0.8, 0.5);
  const Inertia body = cuboid(2, edge);
  const auto corners = lower_corners(edge);
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows;
  for (std::size_t k = 0; k < pins; ++k) {
    rows.push_back(on_ground(0, arm(body, corners.at(k))));
    problem.B.push_back(Vec3(0, 0, -gravity * h) + Vec3(0.1, 0.2, 0.3).cross(corners.at(k)));
    problem.laws.push_back(PrescribedVelocity{Vec3::Zero()});
  }
  for (std::size_t k = 0; k < contacts_of_others; ++k) {  // one cuboid on top of it
    rows.push_back(between(1, arm(body, corners.at(k)), 0, arm(body, corners.at(k) + Vec3(0, 0, edge.z()))));
    problem.B.push_back(Vec3::Zero() - Vec3(0.1, 0.2, 0.3).cross(corners.at(k) + Vec3(0, 0, edge.z())));
    problem.laws.push_back(SignoriniCoulomb{0.5, 0});
  }
  problem.W = LocalOperator(std::move(rows), 2);
  return problem;
}

}  // namespace

// --- which rows make a group ------------------------------------------------------------------------

TEST(BilateralGroups, AreConnectedByBodiesAndByBlocks)
{
  // Bodies 0–1–2 in a chain of joints, body 3 with a contact and one joint, rows 5 and 6 coupled by C alone,
  // row 7 immovable.
  const Mat36 G = particle(1);
  std::vector<LocalOperator::Row> rows = {between(0, G, 1, G),
                                          on_ground(3, G),
                                          between(2, G, 1, G),
                                          on_ground(3, G),
                                          on_ground(2, G),
                                          {},
                                          {},
                                          {}};
  BlockSparse C;
  C.n = 8;
  C.row_begin = {0, 0, 0, 0, 0, 0, 2, 4, 4};
  C.column = {5, 6, 5, 6};
  C.block = {2 * Mat3::Identity(), Mat3::Identity(), Mat3::Identity(), 2 * Mat3::Identity()};
  LocalProblem problem;
  problem.W = LocalOperator(std::move(rows), 4, std::move(C));
  problem.B.assign(8, Vec3::Zero());
  problem.laws.assign(8, PrescribedVelocity{{1, 2, 3}});
  problem.laws[1] = SignoriniCoulomb{0.5, 0};
  problem.laws[4] = PrescribedNormalVelocity{4};
  const std::vector<BilateralGroup> groups = bilateral_groups(problem);
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].rows, (std::vector<std::size_t>{0, 2, 4}));
  EXPECT_EQ(groups[1].rows, (std::vector<std::size_t>{5, 6}));
  ASSERT_EQ(groups[0].unknowns.size(), 7u);
  EXPECT_EQ(groups[0].unknowns[6].axis, 2);
  EXPECT_EQ(groups[0].unknowns[6].target, 4);
  EXPECT_EQ(groups[0].unknowns[4].target, 2);
}

TEST(BilateralGroups, SingleJointsAndContactsMakeNone)
{
  EXPECT_TRUE(bilateral_groups(tower(3, 0.3, 0.3, Vec3::Zero())).empty());
  EXPECT_TRUE(bilateral_groups(pinned_cuboid(1, 4)).empty());
  EXPECT_EQ(bilateral_groups(pinned_cuboid(2, 4)).size(), 1u);
}

// --- the same solution as row by row ----------------------------------------------------------------

TEST(JointElimination, SolvesElasticBodiesAsRowByRow)
{
  for (const std::size_t joints : {1, 2, 7, 25, 60})
    for (const std::size_t contacts : {0, 1, 12, 40}) {
      SCOPED_TRACE(std::to_string(joints) + " joints, " + std::to_string(contacts) + " contacts");
      expect_as_row_by_row(elastic(joints, contacts, static_cast<unsigned>(joints + contacts)));
    }
}

TEST(JointElimination, SolvesRigidAndElasticBodiesTogetherAsRowByRow)
{
  for (const std::size_t joints : {2, 9, 30})
    for (const std::size_t contacts : {0, 5, 40}) {
      SCOPED_TRACE(std::to_string(joints) + " joints, " + std::to_string(contacts) + " contacts");
      expect_as_row_by_row(mixed(joints, contacts, static_cast<unsigned>(3 * joints + contacts)));
    }
}

TEST(JointElimination, SolvesRigidChainsAsRowByRow)
{
  // 80 particles joined to their neighbours and to the ground at both ends: 243 unknowns in a band, which go
  // to the sparse factor; masses that differ keep the sweeps of the reference short.
  const int n = 80;
  LocalProblem problem;
  std::vector<LocalOperator::Row> rows = {on_ground(0, particle(1))};
  const auto mass = [](int c) { return c % 2 == 0 ? 1.0 : 20.0; };
  for (int c = 1; c < n; ++c)
    rows.push_back(between(c, particle(mass(c)), c - 1, particle(mass(c - 1))));
  problem.W = LocalOperator(std::move(rows), n);
  Dice dice(4);
  for (int c = 0; c < n; ++c) {
    problem.B.push_back(dice.vector());
    problem.laws.push_back(PrescribedVelocity{dice.vector()});
  }
  ASSERT_TRUE(JointSystem(problem.W, bilateral_groups(problem).at(0)).regularized());
  Impulses R = zeros(problem);
  const SolverReport report = GaussSeidel().solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_EQ(report.iterations, 1);
  EXPECT_LE(joint_error(problem, R), 1e-12 * static_cast<double>(n));
}

TEST(JointElimination, LeavesContactsAwayFromJointsTheirBits)
{
  // A tower beside a body on two pins: the tower's impulses are those it has alone.
  const LocalProblem alone = tower(3, 0.3, 0.5, {0.3, 0.1, 0});
  const LocalProblem pinned = pinned_cuboid(2, 0);
  LocalProblem both;
  std::vector<LocalOperator::Row> rows;
  for (std::size_t i = 0; i < alone.size(); ++i)
    rows.push_back(alone.W.row(i));
  for (std::size_t i = 0; i < pinned.size(); ++i) {
    rows.push_back(pinned.W.row(i));
    rows.back().column[0] = 3;
  }
  both.W = LocalOperator(std::move(rows), 4);
  both.B = alone.B;
  both.B.insert(both.B.end(), pinned.B.begin(), pinned.B.end());
  both.laws = alone.laws;
  both.laws.insert(both.laws.end(), pinned.laws.begin(), pinned.laws.end());
  Impulses R = zeros(both), expected = zeros(alone);
  const SolverReport report = GaussSeidel().solve(both, R);
  EXPECT_EQ(report.change_history, GaussSeidel().solve(alone, expected).change_history);
  R.resize(alone.size());
  EXPECT_EQ(R, expected);
}

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
