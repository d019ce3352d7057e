// SPDX-License-Identifier: MIT
// Solvers of all constraints at once: single contacts in closed form, agreement with Gauss–Seidel at 1e-12,
// rank deficient problems by residual and velocities, joints, links, warm starts.
#include "../constraints/law_check.hpp"
#include "hard_problems.hpp"

#include "corbel/core/error.hpp"
#include "corbel/solvers/cones/admm.hpp"
#include "corbel/solvers/cones/interior_point.hpp"
#include "corbel/solvers/cones/newton.hpp"
#include "corbel/solvers/portfolio/auto_solver.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

using namespace corbel;
using namespace corbel::testing;

namespace {

double worst(const Residual& r) { return std::max(r.absolute, r.scaled); }

class EverySolver : public ::testing::TestWithParam<const char*> {
 protected:
  SolverReport solve(const LocalProblem& problem, Impulses& R, double tolerance = 1e-9) const
  {
    return make_solver(GetParam(), {.tolerance = tolerance})->solve(problem, R);
  }
};

LocalProblem one_contact(const Mat3& W, const Vec3& B, double mu, double shift = 0)
{
  BlockSparse C;
  C.n = 1;
  C.row_begin = {0, 1};
  C.column = {0};
  C.block = {W};
  return {LocalOperator({{}}, 0, C), {B}, {SignoriniCoulomb{mu, shift}}};
}

Impulses reference(const LocalProblem& problem)
{
  Impulses R = zeros(problem);
  const SolverReport report =
      make_solver("gauss_seidel", {.tolerance = 1e-12, .max_iterations = 200000})->solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::ok) << "Gauss-Seidel to 1e-12";
  return R;
}

double distance(const std::vector<Vec3>& a, const std::vector<Vec3>& b)
{
  double d2 = 0, a2 = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    d2 += (a[i] - b[i]).squaredNorm();
    a2 += a[i].squaredNorm();
  }
  return std::sqrt(d2 / (a2 > 0 ? a2 : 1));
}

}  // namespace

TEST_P(EverySolver, OneContactOpens)
{
  Impulses R = {{1, 2, 3}};
  EXPECT_EQ(solve(one_contact(Mat3::Identity(), {1, 0, 2}, 0.5), R).status, SolverStatus::ok);
  EXPECT_LE(R[0].norm(), 1e-8);
}

TEST_P(EverySolver, OneContactSticks)
{
  // W = w I: U = 0 needs R = −B/w, inside the cone for |B_T| ≤ μ|B_N|.
  Impulses R = {Vec3::Zero()};
  EXPECT_EQ(solve(one_contact(2 * Mat3::Identity(), {0.3, 0.4, -2}, 0.5), R).status, SolverStatus::ok);
  EXPECT_LE((R[0] - Vec3(-0.15, -0.2, 1)).norm(), 1e-8);
}

TEST_P(EverySolver, OneContactSlides)
{
  // W = w I: R_N = −B_N/w = 1, R_T = −μ R_N B_T/|B_T|; restitution as a shift of U_N.
  Impulses R = {Vec3::Zero()};
  EXPECT_EQ(solve(one_contact(2 * Mat3::Identity(), {3, 4, -1.5}, 0.5, -0.5), R).status, SolverStatus::ok);
  EXPECT_LE((R[0] - Vec3(-0.3, -0.4, 1)).norm(), 1e-8);
}

TEST_P(EverySolver, OneContactOfAnAnisotropicBody)
{
  Mat3 W;
  W << 3, 0.4, 0.5, 0.4, 1, -0.3, 0.5, -0.3, 2;
  for (const double mu : {0.0, 0.1, 0.5, 1.0})
    for (const Vec3& B : {Vec3(1, -0.5, -1), Vec3(0.1, 0.1, -1), Vec3(-2, 3, -0.5), Vec3(1, 1, 1)}) {
      Impulses R = {Vec3::Zero()};
      EXPECT_EQ(solve(one_contact(W, B, mu), R, 1e-11).status, SolverStatus::ok);
      expect_signorini_coulomb(mu, 0, W * R[0] + B, R[0], 1e-9);
    }
}

TEST_P(EverySolver, AgreesWithGaussSeidelWhereTheSolutionIsUnique)
{
  for (const unsigned seed : {1u, 2u, 3u, 4u, 5u})
    for (const bool as_blocks : {false, true}) {
      const LocalProblem bodies = random_problem(30, seed);
      const LocalProblem problem = as_blocks ? assembled(bodies) : bodies;
      const Impulses expected = reference(problem);
      Impulses R = zeros(problem);
      const SolverReport report = solve(problem, R, 1e-11);
      EXPECT_EQ(report.status, SolverStatus::ok) << seed;
      EXPECT_LE(distance(expected, R), 1e-8) << seed << (as_blocks ? " blocks" : " bodies");
    }
}

TEST_P(EverySolver, RankDeficientTowersHaveTheRightVelocities)
{
  // Impulses are not unique, velocities are: those of Gauss–Seidel at 1e-12.
  for (const Vec3& v : {Vec3(0, 0, 0), Vec3(0.3, 0.1, 0)}) {
    const LocalProblem problem = tower(6, 0.3, 0.5, v);
    const Impulses expected = reference(problem);
    Impulses R = zeros(problem);
    EXPECT_EQ(solve(problem, R, 1e-10).status, SolverStatus::ok);
    EXPECT_LE(worst(residual(problem, R)), 1e-10);
    const std::vector<Vec3> U = velocities(problem, R), U_expected = velocities(problem, expected);
    for (std::size_t i = 0; i < U.size(); ++i)
      EXPECT_LE((U[i] - U_expected[i]).norm(), 1e-8) << i;
  }
}

TEST_P(EverySolver, JointsAndContactsTogether)
{
  // A particle of 2 kg held along T1 by a joint and resting on the ground, pushed along T1 and T2: the joint
  // takes −m B_1, friction −μ m g h of the weight along T2.
  const double m = 2, mu = 0.2;
  const LocalProblem problem =
      problem_of({on_ground(0, particle(m)),
                  on_ground(0, Mat3(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY())).transpose() * particle(m))},
                 1,
                 {{0.5, 1, -h * gravity},
                  Mat3(Eigen::AngleAxisd(M_PI / 2, Vec3::UnitY())).transpose() * Vec3(0.5, 1, -h * gravity)},
                 {SignoriniCoulomb{mu, 0}, PrescribedNormalVelocity{0}});
  Impulses R = zeros(problem);
  EXPECT_EQ(solve(problem, R).status, SolverStatus::ok);
  EXPECT_NEAR(R[0].z(), m * h * gravity, 1e-8);
  EXPECT_NEAR(R[0].y(), -mu * m * h * gravity, 1e-8);
  EXPECT_NEAR(R[0].x() + R[1].z(), -m * 0.5, 1e-7);
}

TEST_P(EverySolver, ARigidLinkKeepsItsLength)
{
  // A pendulum: the end of the link must lie on the circle after the half step.
  const double eta = 0.05, length = 1;
  const Vec3 b(2, 0, -0.3);
  LocalProblem problem = problem_of({on_ground(0, particle(3))}, 1, {b}, {RigidLink{{0, 0, 1}, eta, length}});
  Impulses R = zeros(problem);
  EXPECT_EQ(solve(problem, R, 1e-10).status, SolverStatus::ok);
  EXPECT_NEAR((Vec3(0, 0, 1) + eta * velocities(problem, R)[0]).norm(), length, 1e-9);
  EXPECT_NEAR(R[0].head<2>().norm(), 0, 1e-12);
}

TEST_P(EverySolver, AnswersFromASolutionAtOnce)
{
  const LocalProblem problem = tower(4, 0.4, 0.4, Vec3(0.2, 0, 0));
  Impulses R = zeros(problem);
  ASSERT_EQ(make_solver("auto", {.tolerance = 1e-12})->solve(problem, R).status, SolverStatus::ok);
  const Impulses before = R;
  const SolverReport report = solve(problem, R, 1e-9);
  EXPECT_EQ(report.status, SolverStatus::ok);
  EXPECT_LE(report.iterations, 1);
  EXPECT_LE(distance(before, R), 1e-8);
}

TEST_P(EverySolver, RefusesWhatIsNotFinite)
{
  LocalProblem problem = tower(2, 0.4, 0.4, Vec3::Zero());
  problem.B[3].y() = std::numeric_limits<double>::quiet_NaN();
  Impulses R = zeros(problem);
  try {
    solve(problem, R);
    FAIL() << "no exception";
  } catch (const std::exception& error) {
    EXPECT_NE(std::string(error.what()).find("constraint 3"), std::string::npos) << error.what();
  }
}

TEST_P(EverySolver, ConstraintsOfImmovableBodiesCarryNothing)
{
  LocalProblem problem = tower(1, 0.4, 0.4, Vec3::Zero());
  std::vector<LocalOperator::Row> rows;
  for (std::size_t i = 0; i < problem.size(); ++i)
    rows.push_back(problem.W.row(i));
  rows.push_back({});
  problem.W = LocalOperator(std::move(rows), 1);
  problem.B.push_back({0, 0, -1});
  problem.laws.push_back(SignoriniCoulomb{0.5, 0});
  Impulses R(problem.size(), Vec3(1, 1, 1));
  EXPECT_EQ(solve(problem, R).status, SolverStatus::ok);
  EXPECT_EQ(R.back().norm(), 0);
}

INSTANTIATE_TEST_SUITE_P(Solvers, EverySolver,
                         ::testing::Values("auto", "gauss_seidel", "nesterov_gauss_seidel", "admm", "newton",
                                           "interior_point"),
                         [](const auto& made) { return std::string(made.param); });

TEST(Admm, FarOffPenaltiesCostFewIterations)
{
  // ρ four orders of magnitude off is changed on the way, and the multiplier with it, so that ρ y = −û stays:
  // not more than about twice the iterations that a good ρ takes for each change, of at most ten times
  // every 20.
  for (const double rho : {1e-4, 1e4})
    for (const LocalProblem& problem : {random_problem(40, 11), tower(6, 0.5, 0.5, {0.1, 0, 0}),
                                        wall(4, 4, 0.1, 0.5, 0), random_problem(100, 5)}) {
      Impulses R = zeros(problem);
      const SolverReport report =
          Admm({.tolerance = 1e-8, .max_iterations = 5000, .rho = rho}).solve(problem, R);
      EXPECT_EQ(report.status, SolverStatus::ok);
      EXPECT_LE(report.iterations, 160) << rho;
    }
}

TEST(Newton, InnerSolutionsByProductsAlone)
{
  for (const unsigned seed : {1u, 2u, 3u}) {
    const LocalProblem problem = random_problem(30, seed);
    Impulses direct = zeros(problem), krylov = zeros(problem);
    EXPECT_EQ(Newton({.tolerance = 1e-10, .inner = InnerSolver::direct}).solve(problem, direct).status,
              SolverStatus::ok);
    EXPECT_EQ(Newton({.tolerance = 1e-10, .inner = InnerSolver::krylov}).solve(problem, krylov).status,
              SolverStatus::ok);
    EXPECT_LE(distance(direct, krylov), 1e-7);
  }
}

namespace {

/// Largest velocity at a contact [m/s]: zero in a wall that stands.
double fastest(const LocalProblem& problem, const Impulses& R)
{
  const std::vector<Vec3> WR = problem.W.multiply(R);
  double most = 0;
  for (std::size_t i = 0; i < problem.size(); ++i)
    most = std::max(most, (WR[i] + problem.B[i]).norm());
  return most;
}

}  // namespace

TEST(Auto, WallsAtTheEdgeOfOverturning)
{
  // tan(tilt) from well inside to beyond the stable range of a running bond wall: out of plane, thickness
  // over height, 1/8.
  for (const double direction : {0.0, M_PI / 2, 0.7})
    for (const double tilt : {0.05, 0.2, 0.35, 0.46})
      for (const double mu : {0.3, 0.6}) {
        const LocalProblem problem = wall(6, 8, tilt, mu, direction);
        Impulses R = zeros(problem);
        const SolverReport report = make_solver("auto", {.tolerance = 1e-8})->solve(problem, R);
        EXPECT_EQ(report.status, SolverStatus::ok) << direction << " " << tilt << " " << mu;
        EXPECT_LE(worst(residual(problem, R)), 1e-8);
        EXPECT_FALSE(report.stages.empty());
        if (direction == M_PI / 2) {
          const double g_h = gravity * h;
          if (std::tan(tilt) < 1.0 / 8)
            EXPECT_LE(fastest(problem, R), 1e-6 * g_h) << tilt << " " << mu;
          else
            EXPECT_GE(fastest(problem, R), 0.01 * g_h) << tilt << " " << mu;
        }
      }
}

TEST(Auto, AWallOfThousandsOfContacts)
{
  const LocalProblem problem = wall(24, 20, 0.3, 0.6, 0);
  Impulses R = zeros(problem);
  EXPECT_EQ(make_solver("auto", {.tolerance = 1e-8})->solve(problem, R).status, SolverStatus::ok);
  EXPECT_GT(problem.size(), 4000u);
}

TEST(Auto, WallsOfThousandsOfContactsBarelyStandingAndFalling)
{
  // Out of plane, a wall of n courses as high as they are thick overturns at tan(tilt) = 1/n. A little beyond
  // it turns about its lower edge as one piece, H = 6 m high, t = 0.5 m thick, since a part of fewer courses
  // is more stable: θ̈ = 3 g (H/2 sin(tilt) − t/2 cos(tilt)) / (H² + t²), and the other edge rises with t h θ̈,
  // the top moves with H h θ̈. Far beyond it upper parts turn as well.
  constexpr double H = 6, t = 0.5, g_h = gravity * h;
  for (const double part : {0.9, 0.99, 1.01, 1.1}) {
    const double tilt = part * std::atan(1.0 / 12);
    const LocalProblem problem = wall(16, 12, tilt, 0.5, M_PI / 2);
    ASSERT_GT(problem.size(), 2000u);
    Impulses R = zeros(problem);
    EXPECT_EQ(make_solver("auto", {.tolerance = 1e-8})->solve(problem, R).status, SolverStatus::ok) << part;
    EXPECT_LE(worst(residual(problem, R)), 1e-8) << part;
    const double turning = 3 * g_h * (H / 2 * std::sin(tilt) - t / 2 * std::cos(tilt)) / (H * H + t * t);
    if (part < 1)
      EXPECT_LE(fastest(problem, R), 1e-6 * g_h) << part;
    else if (part < 1.05)
      EXPECT_NEAR(fastest(problem, R), t * turning, 1e-3 * t * turning);
    else
      EXPECT_GE(fastest(problem, R), t * turning);
  }
}

TEST(Auto, AnyNumberOfSweepsWillDo)
{
  for (const int sweeps : {1, 5, 1000})
    for (const LocalProblem& problem : {wall(4, 4, 0.1, 0.5, 0), assembled(random_problem(40, 11))}) {
      Impulses R = zeros(problem);
      const SolverReport report = AutoSolver({.tolerance = 1e-8, .most_sweeps = sweeps}).solve(problem, R);
      EXPECT_EQ(report.status, SolverStatus::ok) << sweeps;
      int with_momentum = 0;
      for (const SolverStage& stage : report.stages)
        if (stage.method == "nesterov") {
          EXPECT_LE(stage.iterations, sweeps);
          ++with_momentum;
        }
      EXPECT_GE(with_momentum, 1);
    }
}

TEST(InteriorPoint, WithTheSlidingOfTheSolutionHeldFindsTheSolution)
{
  // The problem is convex then, and its solution that of the law itself.
  const LocalProblem problem = random_problem(40, 11);
  const Impulses exact = reference(problem);
  const ConeProblem cones = cone_problem(problem, exact);
  Search search(cones, 1e-8, Eigen::VectorXd::Zero(3 * static_cast<Eigen::Index>(cones.size())));
  InteriorPointPath path(cones, cones.scaled(exact));
  path.follow(search, 60, 0);
  EXPECT_LE(path.least(), 1e-8);  // interior points alone end near there
  EXPECT_LE(distance(exact, cones.unscaled(search.best(), problem.size())), 1e-6);
}

TEST(Auto, UnsymmetricBlocks)
{
  // 1e-4 of asymmetry, as in files of other codes, on a problem of full rank: W stays positive definite.
  LocalProblem problem = assembled(random_problem(40, 11));
  BlockSparse C = problem.W.take_blocks();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-1e-4, 1e-4);
  for (Mat3& block : C.block)
    block += block.cwiseProduct(Mat3::NullaryExpr([&] { return noise(random); }));
  problem.W = LocalOperator(std::vector<LocalOperator::Row>(problem.size()), 0, std::move(C));
  Impulses R = zeros(problem);
  EXPECT_EQ(make_solver("auto", {.tolerance = 1e-8})->solve(problem, R).status, SolverStatus::ok);
}

TEST(Auto, OperatorsThatAreNotPositiveAreNoReasonToFall)
{
  // W symmetric with negative eigenvalues, as round-off or a wrong file may have it: any status, no
  // exception.
  for (const double shift : {0.01, 0.5, 2.0}) {
    LocalProblem problem = assembled(tower(4, 0.4, 0.4, Vec3(0.3, 0, 0)));
    BlockSparse C = problem.W.take_blocks();
    for (std::size_t i = 0; i < C.n; ++i)
      for (int k = C.row_begin[i]; k < C.row_begin[i + 1]; ++k)
        if (C.column[static_cast<std::size_t>(k)] == static_cast<int>(i))
          C.block[static_cast<std::size_t>(k)](0, 0) -= shift;
    problem.W = LocalOperator(std::vector<LocalOperator::Row>(problem.size()), 0, std::move(C));
    for (const char* name : {"auto", "admm", "newton", "interior_point", "gauss_seidel"}) {
      Impulses R = zeros(problem);
      const SolverReport report =
          make_solver(name, {.tolerance = 1e-8, .max_iterations = 200})->solve(problem, R);
      EXPECT_EQ(report.status == SolverStatus::ok, worst(residual(problem, R)) <= 1e-8)
          << name << " " << shift;
    }
  }
}

TEST(Auto, IsNeverWorseThanItsStart)
{
  // Two contacts that squeeze a body between them faster than it can give way: no solution.
  const LocalProblem problem =
      problem_of({on_ground(0, particle(1)), on_ground(0, Mat3(Vec3(1, -1, -1).asDiagonal()) * particle(1))},
                 1, {{0, 0, -1}, {0, 0, -1}}, {SignoriniCoulomb{0.5, 0}, SignoriniCoulomb{0.5, 0}});
  Impulses R = {{0, 0, 1}, {0, 0, 1}};
  const double before = worst(residual(problem, R));
  const SolverReport report = make_solver("auto", {.tolerance = 1e-8})->solve(problem, R);
  EXPECT_EQ(report.status, SolverStatus::diverged);
  EXPECT_LE(worst(report.residual), before);
  EXPECT_NEAR(worst(residual(problem, R)), worst(report.residual), 1e-15);
  EXPECT_GT(report.stages.size(), 3u);
}
