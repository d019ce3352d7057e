// SPDX-License-Identifier: MIT
// Impacts by Poisson's law with the bound on energy: closed forms, Kane's counter-example to Newton's law,
// thousands of random impacts.
#include "solvers/joint_problems.hpp"

#include "corbel/solvers/portfolio/make_solver.hpp"
#include "corbel/step/impact.hpp"

#include <gtest/gtest.h>

#include <numbers>

using namespace corbel;
using namespace corbel::testing;

namespace {

GaussSeidel exact_solver()
{
  GaussSeidelOptions options = tight();
  options.block = {1e-14, 200};
  options.record_history = false;
  return GaussSeidel(options);
}

double kinetic_gain(const LocalProblem& problem, const std::vector<Vec3>& V, const Impulses& R)
{
  const std::vector<Vec3> WR = problem.W.multiply(R);
  double gain = 0;
  for (std::size_t i = 0; i < R.size(); ++i)
    gain += R[i].dot(V[i] + 0.5 * WR[i]);
  return gain;
}

Impulses newton(LocalProblem problem, const std::vector<Vec3>& V, const std::vector<double>& e)
{
  problem.B = V;
  for (std::size_t i = 0; i < V.size(); ++i)
    std::get<SignoriniCoulomb>(problem.laws[i]).shift = SignoriniCoulomb::restitution_shift(e[i], V[i].z());
  Impulses R = zeros(problem);
  exact_solver().solve(problem, R);
  return R;
}

/// A slender rod of mass 1 kg and length 2 m under 45°, its lower end on the ground:
///   J = 1/3,  W_TT = 1 + z²/J = 2.5 = W_NN,  W_TN = −x z/J = 1.5    with the arm (x, z) = (1, −1)/√2     (1)
LocalProblem rod(double mu)
{
  const double arm_length = std::numbers::sqrt2 / 2;
  return problem_of({on_ground(0, arm({1, Vec3::Constant(1. / 3)}, Vec3(arm_length, 0, -arm_length)))}, 1,
                    {Vec3::Zero()}, {SignoriniCoulomb{mu, 0}});
}

}  // namespace

TEST(PoissonImpact, OneContactReboundsAsNewtonSays)
{
  // V⁺_N = −e V_N, R = (1 + e) m v, E = −½ (1 − e²) m v²
  for (const double e : {0.0, 0.3, 1.0}) {
    LocalProblem problem = problem_of({on_ground(0, particle(2))}, 1, {{9, 9, 9}}, {SignoriniCoulomb{0, -7}});
    const Impact impact =
        solve_impact(exact_solver(), problem, std::vector{Vec3(0.5, 0, -3)}, std::vector{e});
    EXPECT_LE((impact.R[0] - Vec3(0, 0, 2 * 3 * (1 + e))).norm(), 1e-14);
    EXPECT_NEAR(impact.work, -0.5 * 2 * 9 * (1 - e * e), 1e-13);
    EXPECT_EQ(impact.share, 1);
    // the problem is given back as it was
    EXPECT_EQ(problem.B[0], Vec3(9, 9, 9));
    EXPECT_EQ(std::get<SignoriniCoulomb>(problem.laws[0]).shift, -7);
  }
}

TEST(PoissonImpact, SpringsAndBondsDoNotActInAnImpact)
{
  // An impact takes no time: the impulse h f of a spring belongs to the step, and must not come in twice.
  LocalProblem problem = problem_of({on_ground(0, particle(2)), on_ground(1, particle(1)),
                                     on_ground(2, particle(1)), on_ground(3, particle(1))},
                                    4, {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()},
                                    {SignoriniCoulomb{0.3, 0}, Spring{.impulse = 5, .stiffness = 1},
                                     SpringDashpot{.spring = 1e3, .gap = -0.1, .h = 0.01, .eta = 0.0025},
                                     SignoriniCoulomb{0.3, 0, 4}});
  const std::vector<Vec3> V = {{0, 0, -3}, {0, 0, -1}, {0, 0, -1}, {0, 0, 2}};
  const Impact impact = solve_impact(exact_solver(), problem, V, std::vector{0.5, 0.0, 0.0, 0.0});
  EXPECT_NEAR(impact.R[0].z(), 2 * 3 * 1.5, 1e-12);
  EXPECT_EQ(impact.R[1].norm(), 0);
  EXPECT_EQ(impact.R[2].norm(), 0);
  EXPECT_EQ(impact.R[3].norm(), 0);  // parts: a bond would hold it back
}

TEST(PoissonImpact, EverySolverFindsTheSameRebound)
{
  for (unsigned seed = 1; seed <= 10; ++seed) {
    LocalProblem problem = random_problem(6, seed);
    std::vector<Vec3> V = problem.B;
    const std::vector<double> e(V.size(), 0.6);
    const Impact expected = solve_impact(exact_solver(), problem, V, e);
    for (const char* name : {"auto", "newton", "admm", "interior_point"}) {
      const Impact impact = solve_impact(*make_solver(name, {.tolerance = 1e-9}), problem, V, e);
      EXPECT_EQ(impact.report.status, SolverStatus::ok) << name << " " << seed;
      EXPECT_NEAR(impact.work, expected.work, 1e-5 * std::abs(expected.work)) << name << " " << seed;
    }
  }
}

TEST(PoissonImpact, KanesRodGainsEnergyByNewtonsLawAndLosesItHere)
{
  // Kane, Levinson, Dynamics: Theory and Applications (1985). The gain is ½ (UᵀW⁻¹U − VᵀW⁻¹V), with (1)
  //   W⁻¹ = ¼ [2.5 −1.5; −1.5 2.5].   V = (−0.6, 0, −1) has the least energy for its V_N: VᵀW⁻¹V = 0.4.
  // Newton, e = 0.9, with U = (0, 0, 0.9): R = W⁻¹(U − V) = (−1.35, 3.85)/4 is in the cone for μ ≥ 0.351, so
  // the end sticks, and the gain is ½ (2.5 · 0.81/4 − 0.4) = 0.053125 J: more than there was.
  const std::vector<Vec3> V = {{-0.6, 0, -1}};
  const std::vector<double> e = {0.9};
  LocalProblem problem = rod(0.5);
  const Impulses by_newton = newton(problem, V, e);
  EXPECT_LE((by_newton[0] - Vec3(-1.35 / 4, 0, 3.85 / 4)).norm(), 1e-13);
  EXPECT_NEAR(kinetic_gain(problem, V, by_newton), 0.053125, 1e-13);

  // Poisson: compression ends in rest without friction, R_c = −W⁻¹V = (0, 0.4); R_eN = 0.36, and as stick
  // would need |R_T| = 0.6 R_N, R_eT = −μ R_eN = −0.18. U = W R_e = (0.09, 0.63): slip against R_T. E = ½
  // R·(V + U) = ½ (−0.18 · −0.51 + 0.76 · −0.37) = −0.0947.
  const Impact impact = solve_impact(exact_solver(), problem, V, e);
  EXPECT_LE((impact.R[0] - Vec3(-0.18, 0, 0.76)).norm(), 1e-13);
  EXPECT_NEAR(impact.work, -0.0947, 1e-13);
  EXPECT_EQ(impact.share, 1);

  // μ = 0.7, stick: R_eT = −0.6 · 0.36, U_N = (2.5 − 0.9) · 0.36 = 0.576,
  // E = ½ (−0.216 · −0.6 + 0.76 · −0.424) = −0.09632.
  problem = rod(0.7);
  EXPECT_NEAR(solve_impact(exact_solver(), problem, V, e).work, -0.09632, 1e-13);
}

TEST(PoissonImpact, TheShareIsReducedWhereTheFullExpansionWouldGain)
{
  // Found by search: the second contact, with e = 1 and no friction, is closed by the friction of the first.
  // W = F Fᵀ + 0.02 I. Full expansion gains; the largest share that does not leaves E just below zero.
  MatrixXd F(6, 2);
  F << 2, 0, -1, 0, 0, 0.5, 0.5, -0.5, 0, 0, 1.5, 0;
  LocalProblem problem;
  problem.W = LocalOperator(std::vector<LocalOperator::Row>(2), 0,
                            full_blocks(F * F.transpose() + 0.02 * MatrixXd::Identity(6, 6)));
  problem.B.assign(2, Vec3::Zero());
  problem.laws = {SignoriniCoulomb{0.6, 0}, SignoriniCoulomb{0, 0}};
  const std::vector<Vec3> V = {{1, -0.5, -1}, {-2, 0, 0.5}};
  const Impact impact = solve_impact(exact_solver(), problem, V, std::vector<double>{0, 1});
  EXPECT_GT(impact.share, 0.1);
  EXPECT_LT(impact.share, 0.9);
  EXPECT_LE(kinetic_gain(problem, V, impact.R), 0);
  const Impact plastic = solve_impact(exact_solver(), problem, V, std::vector<double>{0, 0});
  EXPECT_GT(impact.work, 0.05 * plastic.work);  // all but little of what compression took is given back
}

TEST(PoissonImpact, RandomImpactsNeverAddEnergy)
{
  // dense W of 1 to 10 contacts, mixed e and μ; Newton's law gains in some of them, this one in none
  const GaussSeidel solver = exact_solver();
  int newton_gains = 0, rebounds = 0, solved = 0, reduced = 0;
  for (unsigned seed = 0; seed < 4000; ++seed) {
    Dice dice(seed);
    const std::size_t n = 1 + seed % 10;
    LocalProblem problem;
    const auto rows = static_cast<Index>(3 * n);
    const MatrixXd F = dice.matrix(rows, rows);
    problem.W = LocalOperator(
        std::vector<LocalOperator::Row>(n), 0,
        full_blocks(0.3 * MatrixXd::Identity(rows, rows) + F * F.transpose() / static_cast<double>(rows)));
    problem.B.assign(n, Vec3::Zero());
    problem.laws.assign(n, SignoriniCoulomb{});
    std::vector<Vec3> V(n);
    std::vector<double> e(n);
    for (std::size_t i = 0; i < n; ++i) {
      V[i] = dice.vector() - Vec3(0, 0, 0.5);
      e[i] = dice.uniform();
      std::get<SignoriniCoulomb>(problem.laws[i]).mu = 1.5 * dice.uniform();
    }
    const Impact impact = solve_impact(solver, problem, V, e);
    EXPECT_LE(kinetic_gain(problem, V, impact.R), 1e-11) << seed;
    EXPECT_NEAR(kinetic_gain(problem, V, impact.R), impact.work, 1e-12) << seed;
    const std::vector<Vec3> WR = problem.W.multiply(impact.R);
    for (std::size_t i = 0; i < n; ++i) {
      const double mu = std::get<SignoriniCoulomb>(problem.laws[i]).mu;
      EXPECT_LE(impact.R[i].head<2>().norm(), mu * impact.R[i].z() + 1e-12);
      EXPECT_GE(V[i].z() + WR[i].z(), -1e-9);
      rebounds += impact.R[i].z() > 0 && V[i].z() + WR[i].z() > 1e-6;
    }
    solved += impact.report.status == SolverStatus::ok;
    reduced += impact.share < 1;
    newton_gains += kinetic_gain(problem, V, newton(problem, V, e)) > 1e-9;
  }
  EXPECT_GT(solved, 3980);
  EXPECT_EQ(reduced, 0);  // as docs/restitution.md says
  EXPECT_GT(newton_gains, 0);
  EXPECT_GT(rebounds, 5000);
}

TEST(PoissonImpact, RandomRigidBodiesNeverGainEnergy)
{
  // a body thrown at the ground with up to ten points of it touching: W = G Gᵀ, rank at most six
  const GaussSeidel solver = exact_solver();
  int newton_gains = 0, solved = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Dice dice(seed);
    const std::size_t n = 1 + seed % 4;
    const Inertia body = {0.5 + dice.uniform(), Vec3(0.05 + dice.uniform(), 0.4, 0.3)};
    const Vec3 v = dice.vector() - Vec3(0, 0, 1), omega = 2 * dice.vector();
    LocalProblem problem;
    std::vector<LocalOperator::Row> rows;
    std::vector<Vec3> V;
    std::vector<double> e;
    for (std::size_t i = 0; i < n; ++i) {
      const Vec3 x(dice.normal(), dice.normal(), -0.5 - dice.uniform());
      rows.push_back(on_ground(0, arm(body, x)));
      V.push_back(v + omega.cross(x));
      e.push_back(dice.uniform());
      problem.laws.push_back(SignoriniCoulomb{1.2 * dice.uniform(), 0});
    }
    problem.B = V;
    problem.W = LocalOperator(std::move(rows), 1);
    const Impact impact = solve_impact(solver, problem, V, e);
    EXPECT_LE(kinetic_gain(problem, V, impact.R), 1e-10) << seed;
    solved += impact.report.status == SolverStatus::ok;
    if (n == 1) newton_gains += kinetic_gain(problem, V, newton(problem, V, e)) > 1e-9;
  }
  EXPECT_GT(solved, 1950);
  EXPECT_GT(newton_gains, 5);
}
