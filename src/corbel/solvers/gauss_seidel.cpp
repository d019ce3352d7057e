// SPDX-License-Identifier: MIT
// Block Gauss–Seidel: the loop, the sweep, and the checks at its borders.
#include "corbel/solvers/gauss_seidel.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/checked_problem.hpp"
#include "corbel/solvers/joint_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace corbel {
namespace {

/// [-] Joint equations count as met to this, or to epsilon where that is more.
constexpr double joint_tolerance = 1e-8;

/// What one sweep did.
struct Sweep {
  double change2 = 0;   ///< Σ|ΔR|²
  double impulse2 = 0;  ///< Σ|R|²
  BlockStatus worst = BlockStatus::ok;

  /// With R = 0 everywhere (all open) the change itself: zero from the second sweep on.
  double relative_change() const { return std::sqrt(change2) / (impulse2 > 0 ? std::sqrt(impulse2) : 1); }
};

BlockResult solve_block(const Law& law, const Mat3& W, const Vec3& b, const Vec3& R,
                        const BlockOptions& options)
{
  // Nearly all constraints are contacts: a test is cheaper than the jump table of a visit.
  if (const auto* contact = std::get_if<SignoriniCoulomb>(&law))
    return contact->solve_block(W, b, R, options);
  return std::visit([&](const auto& l) { return l.solve_block(W, b, R, options); }, law);
}

/// (1), (2) for constraint i, with W_ii + Q in both.
void update(const LocalProblem& problem, std::size_t i, const Mat3* Q, const BlockOptions& options,
            Impulses& R, std::vector<Vec6>& y, Sweep& sweep)
{
  Mat3 W = problem.W.diagonal(i);
  if (!(W.trace() > 0)) return;
  if (Q) W += *Q;
  const Vec3 b = problem.B[i] + problem.W.row_product(i, y, R) - W * R[i];
  const BlockResult result = solve_block(problem.laws[i], W, b, R[i], options);
  const Vec3 dR = result.R - R[i];
  const double dR2 = dR.squaredNorm();
  if (dR2 > 0) problem.W.scatter(i, dR, y);
  R[i] = result.R;
  sweep.change2 += dR2;
  sweep.impulse2 += result.R.squaredNorm();
  sweep.worst = std::max(sweep.worst, result.status);
}

/// proximal: Q of all constraints, empty for none.
Sweep sweep_all(const LocalProblem& problem, const std::vector<Mat3>& proximal, bool backwards,
                const BlockOptions& options, Impulses& R, std::vector<Vec6>& y)
{
  Sweep sweep;
  const std::size_t n = problem.size();
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t i = backwards ? n - 1 - k : k;
    update(problem, i, proximal.empty() ? nullptr : &proximal[i], options, R, y, sweep);
  }
  return sweep;
}

bool accurate(const Residual& residual, double tolerance)
{
  return tolerance >= 1 || std::max(residual.absolute, residual.scaled) <= tolerance;
}

SolverStatus status_of(BlockStatus worst, bool converged)
{
  if (worst == BlockStatus::failed) return SolverStatus::diagonal_failed;
  if (worst == BlockStatus::diverged) return SolverStatus::diagonal_diverged;
  return converged ? SolverStatus::ok : SolverStatus::diverged;
}

}  // namespace

GaussSeidel::GaussSeidel(const GaussSeidelOptions& options) : options_(options)
{
  check_positive("epsilon", options.epsilon);
  check_positive("max_iterations", options.max_iterations);
  check_positive("residual_tolerance", options.residual_tolerance);
  check_positive("block.epsilon", options.block.epsilon);
  check_positive("block.max_iterations", options.block.max_iterations);
}

SolverReport GaussSeidel::solve(const LocalProblem& problem, Impulses& R) const
{
  demand_sound_problem(problem, R);
  const JointElimination joints(problem);
  SolverReport report = joints.empty() ? iterate(problem, {}, R) : solve_without(joints, R);
  demand_finite_solution(R);
  report.residual = residual(problem, R);
  if (report.status == SolverStatus::ok && !accurate(report.residual, options_.residual_tolerance))
    report.status = SolverStatus::diverged;
  return report;
}

SolverReport GaussSeidel::solve_without(const JointElimination& joints, Impulses& R) const
{
  Impulses R_C = joints.restrict(R);
  SolverReport report = iterate(joints.reduced(), joints.proximal(), R_C);
  const bool met = joints.recover(R_C, std::max(options_.epsilon, joint_tolerance), R);
  if (report.status == SolverStatus::ok && !met) report.status = SolverStatus::diverged;
  if (report.iterations == 0) {  // joints alone: one direct solution
    report.iterations = 1;
    if (options_.record_history) report.change_history.push_back(0);
  }
  return report;
}

SolverReport GaussSeidel::iterate(const LocalProblem& problem, const std::vector<Mat3>& proximal,
                                  Impulses& R) const
{
  clear_immobile(problem, R);
  SolverReport report;
  BlockStatus worst = BlockStatus::ok;
  bool converged = problem.size() == 0;
  std::vector<Vec6> y = problem.W.gather(R);

  while (!converged && report.iterations < options_.max_iterations) {
    const bool backwards = options_.reverse && report.iterations % 2 == 1;
    const Sweep sweep = sweep_all(problem, proximal, backwards, options_.block, R, y);
    worst = sweep.worst;  // of the last sweep only: R comes from it
    ++report.iterations;
    report.relative_change = sweep.relative_change();
    if (options_.record_history) report.change_history.push_back(report.relative_change);

    converged = report.relative_change <= options_.epsilon;
    if (converged && options_.residual_tolerance < 1)
      converged = accurate(residual(problem, R), options_.residual_tolerance);
  }
  report.status = status_of(worst, converged);
  return report;
}

}  // namespace corbel
