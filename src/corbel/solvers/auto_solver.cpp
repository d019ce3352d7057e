// SPDX-License-Identifier: MIT
#include "corbel/solvers/auto_solver.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/admm.hpp"
#include "corbel/solvers/interior_point.hpp"
#include "corbel/solvers/mixed_sweeps.hpp"
#include "corbel/solvers/newton.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <utility>

namespace corbel {
namespace {

using Eigen::VectorXd;

constexpr int bout = 5;             ///< sweeps between two looks at the slope
constexpr int mixed_pairs = 10;     ///< memory of the mixing between sweeps
constexpr double symmetric = 1e-6;  ///< W with less asymmetry is given to ADMM
constexpr AdmmOptions short_admm = {.max_iterations = 500};
constexpr AdmmOptions long_admm = {.max_iterations = 1000, .rho = 0.01};
constexpr double nearly = 30;            ///< tolerances: from there ADMM is cheaper than what comes after
constexpr double worth_a_polish = 0.03;  ///< residual of ADMM from which Newton's method mostly gets there
constexpr NewtonOptions polish = {.max_iterations = 25, .epsilon = 1e-3, .patience = 8};
constexpr NewtonOptions short_polish = {.max_iterations = 8, .epsilon = 1e-3};
constexpr NewtonOptions long_polish = {.max_iterations = 60, .epsilon = 1e-3, .patience = 30};
constexpr NewtonOptions cold_newton = {.max_iterations = 100, .epsilon = 0.1};
constexpr int interior_iterations = 40;
constexpr std::size_t most_direct = 100000;    ///< constraints that the interior point method is tried on
constexpr double thetas[] = {1, 0.9, 0.5, 0};  ///< of the interior point method, in this order

class Clock {
 public:
  double seconds() const
  {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// A method whose factors do not fit into memory is passed over.
template<class Method>
void stage(const Method& method)
{
  try {
    method();
  } catch (const std::bad_alloc&) {
  }
}

/// Newton's method is tried early, with few iterations: it is cheaper where it works. A path that stalls is
/// given up, after a longer try.
void interior_point_and_polish(Search& search, double theta)
{
  InteriorPointPath path(search.problem(), theta);
  for (const double until : {1e-3, 1e-5, 0.0}) {
    const VectorXd& r = path.follow(search, interior_iterations, until);
    if (search.solved()) return;
    const bool stalled = path.least() > until;
    newton(search, stalled ? long_polish : short_polish, r);
    if (search.solved() || stalled) return;
  }
}

/// Σ|B_i|²/w_i, the square of the scaled residual's denominator; one if zero.
double scaled_reference2(const LocalProblem& problem)
{
  double sum = 0;
  for (std::size_t i = 0; i < problem.size(); ++i)
    if (const double w = mobility(problem, i); w > 0) sum += problem.B[i].squaredNorm() / w;
  return sum > 0 ? sum : 1;
}

/// Sweeps that the residual needs at this slope to get to the tolerance; infinity when it does not fall.
double sweeps_to_go(double before, double now, double tolerance)
{
  if (std::isinf(before)) return bout;  // no slope yet
  const double slope = std::log(now / before) / bout;
  return slope < 0 ? std::log(tolerance / now) / slope : INFINITY;
}

/// Sweeps until the tolerance is met or go_on(sweeps, estimate a bout ago, now) is false. The change of a
/// sweep stands in for the residual, which is looked at only when that says that it is time. R becomes the
/// best point looked at.
template<class GoOn>
SolverStage sweep(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                  Impulses& R, const GoOn& go_on)
{
  const Clock clock;
  const BlockOptions blocks{.epsilon = 1e-14, .max_iterations = 100};
  SolverStage stage{"gauss_seidel", 0, 0, {INFINITY, INFINITY}};
  Impulses trial = R;
  const auto look = [&] {
    const Residual reached = residual(problem, trial);
    if (Search::worst(reached) < Search::worst(stage.residual)) {
      stage.residual = reached;
      R = trial;
    }
    return Search::worst(reached);
  };
  look();  // the start itself may be the best point
  MixedSweeps sweeps(problem, proximal, blocks, mixed_pairs);
  sweeps.start(trial);
  const double reference = std::sqrt(scaled_reference2(problem));
  double time_to_look = tolerance, before = INFINITY, least = INFINITY;
  for (;;) {
    const double now = std::sqrt(sweeps.sweep(trial).scaled2) / reference;
    least = std::min(least, now);
    ++stage.iterations;
    if (now <= time_to_look) {
      const double reached = look();
      if (reached <= tolerance || now == 0) break;
      time_to_look = 0.7 * now * std::max(tolerance / reached, 0.01);
    }
    if (stage.iterations % bout == 0) {
      if (!go_on(stage.iterations, before, least)) {
        look();
        break;
      }
      before = least;
    }
    if (!sweeps.mix(trial)) break;
  }
  stage.seconds = clock.seconds();
  return stage;
}

}  // namespace

AutoSolver::AutoSolver(const AutoOptions& options) : ConeSolver(options.tolerance), options_(options)
{
  check_positive("most_sweeps", options.most_sweeps);
  check_positive("last_resort", options.last_resort);
  check_not_negative("effort", options.effort);
}

bool AutoSolver::attempt(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                         Impulses& R, std::vector<SolverStage>& stages) const
{
  // ADMM is worth that many sweeps: few where its matrix is that of the bodies, more where it is W.
  const int limit = problem.W.blocks().n == 0 ? std::max(1, options_.most_sweeps / 4) : options_.most_sweeps;
  int doubts = 0;  // one bout may stall where contacts change
  stages.push_back(sweep(problem, proximal, tolerance, R, [&](int sweeps, double before, double now) {
    doubts = sweeps + sweeps_to_go(before, now, tolerance) < limit ? 0 : doubts + 1;
    return doubts < 2;
  }));
  return Search::worst(stages.back().residual) <= tolerance;
}

bool AutoSolver::last_resort(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                             Impulses& R, std::vector<SolverStage>& stages) const
{
  Impulses swept = R;
  stages.push_back(sweep(problem, proximal, tolerance, swept,
                         [&](int sweeps, double, double) { return sweeps < options_.last_resort; }));
  const double reached = Search::worst(stages.back().residual);
  if (reached < Search::worst(residual(problem, R))) R = std::move(swept);
  return reached <= tolerance;
}

void AutoSolver::look(Search& search) const
{
  const VectorXd start = search.best();
  const bool is_symmetric = search.problem().W.asymmetry() < symmetric;
  // Costs of a stage are known before: it is begun while there is effort left.
  const auto done = [&] { return search.solved() || search.factorizations() >= options_.effort; };
  if (is_symmetric) {
    stage([&] { admm(search, short_admm, false); });
    if (!done() && Search::worst(search.residual()) < worth_a_polish)
      stage([&] { newton(search, polish, search.best()); });
    if (!search.solved() && Search::worst(search.residual()) < nearly * search.tolerance())
      stage([&] { admm(search, long_admm, true); });
  } else if (!done()) {
    stage([&] { newton(search, cold_newton, start); });
  }
  if (search.problem().size() <= most_direct)
    for (const double theta : thetas)
      if (!done()) stage([&] { interior_point_and_polish(search, theta); });
  if (!done()) stage([&] { newton(search, cold_newton, VectorXd::Zero(start.size())); });
  if (!done()) stage([&] { newton(search, cold_newton, start); });
  if (search.solved() || !is_symmetric) return;
  stage([&] { admm(search, {.max_iterations = options_.last_resort}, true); });
  if (!done()) stage([&] { newton(search, long_polish, search.best()); });
}

}  // namespace corbel
