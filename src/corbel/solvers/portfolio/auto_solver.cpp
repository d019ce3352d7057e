// SPDX-License-Identifier: MIT
#include "corbel/solvers/portfolio/auto_solver.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/cones/admm.hpp"
#include "corbel/solvers/cones/interior_point.hpp"
#include "corbel/solvers/cones/newton.hpp"
#include "corbel/solvers/portfolio/work_estimate.hpp"
#include "corbel/solvers/sweeps/accelerated_sweeps.hpp"
#include "corbel/solvers/sweeps/nesterov_sweeps.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <new>
#include <utility>

namespace corbel {
namespace {

using Eigen::VectorXd;

constexpr int anderson_memory = 10;  ///< memory of the Anderson acceleration
constexpr double most_blocks =
    1.5e7;  ///< that are made of W known by products: 1 GB, and several times that in factors
constexpr int momentum_patience = 8000;  ///< sweeps in which the best residual has to halve
constexpr double strong_friction = 0.9;  ///< from here on sweeps get further with less momentum
constexpr double symmetric = 1e-6;       ///< W with less asymmetry is given to ADMM
constexpr AdmmOptions short_admm = {.max_iterations = 500};
constexpr AdmmOptions long_admm = {.max_iterations = 600, .rho = 0.01};
constexpr double nearly = 10;  ///< tolerances: below this residual ADMM is cheaper than the next methods
constexpr double worth_a_polish = 1e-3;  ///< residual of ADMM below which Newton's method mostly converges
constexpr NewtonOptions polish = {.max_iterations = 10, .epsilon = 1e-3, .patience = 8};
constexpr NewtonOptions short_polish = {.max_iterations = 8, .epsilon = 1e-3};
constexpr NewtonOptions long_polish = {.max_iterations = 150, .epsilon = 1e-3, .patience = 30};
constexpr NewtonOptions far_polish = {.max_iterations = 60, .epsilon = 1e-3};
constexpr NewtonOptions impatient_newton = {.max_iterations = 60, .epsilon = 0.1, .patience = 20};
constexpr NewtonOptions cold_newton = {.max_iterations = 100, .epsilon = 0.1};
constexpr int interior_iterations = 40;
constexpr std::size_t most_interior_point =
    100000;                                    ///< constraints that the interior point method is tried on
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
void polish_along(InteriorPointPath&& path, Search& search)
{
  for (const double until : {1e-3, 1e-5, 0.0}) {
    const VectorXd& r = path.follow(search, interior_iterations, until);
    if (search.solved()) return;
    const bool stalled = path.least() > until;
    newton(search, stalled ? long_polish : short_polish, r);
    if (search.solved() || stalled) return;
  }
}

/// When sweeps are abandoned.
struct Patience {
  int limit;   ///< largest total number of sweeps that may be predicted
  int bout;    ///< sweeps between two estimates of the convergence rate
  int doubts;  ///< successive estimates above the limit after which sweeps end
};

/// A few sweeps with exact solutions of each constraint suffice where constraints hardly couple. Rows in blocks are dear enough
/// for exact solutions not to matter; where W is a factor they would cost as much as ten sweeps with momentum each.
constexpr Patience hardly_coupled = {6, 2, 1};

/// A handful of contacts cost next to nothing either way, and exact solutions leave round-off where a tolerance would be seen: one ball
/// on a floor comes to rest.
constexpr std::size_t most_exact = 8;
constexpr Patience exact = {40, 3, 1};

/// Sweeps needed to reach the tolerance at this convergence rate; infinity if the residual does not fall.
double sweeps_to_go(double before, double now, int sweeps, double tolerance)
{
  const double slope = std::log(now / before) / sweeps;
  return slope < 0 ? std::max(0.0, std::log(tolerance / now) / slope) : INFINITY;
}

/// Sweeps until the tolerance is met or is not predicted to be met within the limit. The change in a sweep is
/// used as an estimate of the residual, which is evaluated only when the estimate is small. R becomes the best
/// of the points evaluated and itself.
SolverStage sweep(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                  const Patience& patience, Impulses& R)
{
  const Clock clock;
  const BlockOptions blocks{.epsilon = 1e-14, .max_iterations = 100};
  SolverStage stage{"gauss_seidel", 0, 0, {INFINITY, INFINITY}};
  Impulses trial = R;
  const auto evaluate = [&] {
    const Residual reached = residual(problem, trial);
    const double worst = Search::worst(reached);
    if (worst > tolerance && std::isinf(stage.residual.scaled)) stage.residual = residual(problem, R);
    if (worst < Search::worst(stage.residual)) {
      stage.residual = reached;
      R = trial;
    }
    return worst;
  };
  AcceleratedSweeps sweeps(problem, proximal, blocks, anderson_memory);
  const double reference = scaled_reference(problem);
  double evaluation_threshold = tolerance, before = INFINITY, least = INFINITY, last = 0, last_ratio = 0;
  int at_before = 1, doubts = 0;
  for (;;) {
    const double now = std::sqrt(sweeps.sweep(trial).scaled2) / reference;
    least = std::min(least, now);
    if (++stage.iterations == 1) before = now;
    // What the next sweep would change, by the slower of the last two ratios: acceleration can make a single one
    // large.
    const double ratio = now / last;
    const double next = now * std::min(1.0, std::max(ratio, last_ratio));
    last = now;
    last_ratio = ratio;
    if (next <= evaluation_threshold) {
      const double reached = evaluate();
      if (reached <= tolerance || now == 0) break;
      evaluation_threshold = 0.7 * next * std::max(tolerance / reached, 0.01);
    }
    if (stage.iterations % patience.bout == 0) {
      const double to_go = sweeps_to_go(before, least, stage.iterations - at_before, tolerance);
      doubts = stage.iterations + to_go < patience.limit ? 0 : doubts + 1;
      if (doubts == patience.doubts) {
        if (stage.iterations > patience.bout) evaluate();  // else there is nothing to keep yet
        break;
      }
      before = least;
      at_before = stage.iterations;
    }
    if (!sweeps.accelerate(trial)) break;
  }
  if (std::isinf(stage.residual.scaled)) stage.residual = residual(problem, R);
  stage.seconds = clock.seconds();
  return stage;
}

double strongest_friction(const LocalProblem& problem)
{
  double mu = 0;
  for (const Law& law : problem.laws)
    mu = std::max(mu, friction(law).value_or(0));
  return mu;
}

/// Newton's method from R while it gains, before anything dearer. Laws that have to be linearized again and again are left to the
/// search.
void quick_newton(const LocalProblem& problem, double tolerance, int most, const Impulses& start, Impulses& R,
                  std::vector<SolverStage>& stages)
{
  const ConeProblem cones = cone_problem(problem, start);
  if (cones.linearized || cones.size() == 0) return;
  Search search(cones, tolerance, cones.scaled(start));
  NewtonOptions options = impatient_newton;
  options.max_iterations = std::min(options.max_iterations, most);
  newton(search, options, search.best());
  Impulses found = cones.unscaled(search.best(), problem.size());
  const Residual reached = residual(problem, found);
  if (Search::worst(reached) < Search::worst(stages.back().residual)) R = std::move(found);
  std::vector<SolverStage> made = search.take_stages();
  made.back().residual = reached;
  stages.push_back(made.back());
}

}  // namespace

AutoSolver::AutoSolver(const AutoOptions& options) : ConeSolver(options.tolerance), options_(options)
{
  check_positive("most_sweeps", options.most_sweeps);
  check_positive("last_resort", options.last_resort);
  check_not_negative("effort", options.effort);
  check_not_negative("impact_tolerance", options.impact_tolerance);
}

double AutoSolver::tolerance_for(const LocalProblem& problem) const
{
  return problem.impacts && options_.impact_tolerance > 0 ? options_.impact_tolerance : options_.tolerance;
}

SolverReport AutoSolver::solve(const LocalProblem& problem, Impulses& R) const
{
  SolverReport report = ConeSolver::solve(problem, R);
  if (report.status == SolverStatus::ok || !problem.W.implicit() ||
      problem.W.implicit()->block_count() > most_blocks)
    return report;
  SolverReport again =
      ConeSolver::solve({problem.W.with_blocks(), problem.B, problem.laws, problem.impacts}, R);
  again.put_before(report);
  return again;
}

/// Factorizations that a problem may take: `effort`, fewer where each is dear.
int AutoSolver::affordable(const WorkEstimate& work) const
{
  constexpr double dear = 2e7;  // [ns]
  constexpr int least = 10;     // fewer lead nowhere
  const int count = static_cast<int>(options_.effort * std::min(1.0, dear / work.newton_iteration));
  return count < least ? 0 : count;
}

void AutoSolver::attempt(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                         Impulses& R, std::vector<SolverStage>& stages) const
{
  const Impulses start = R;
  const WorkEstimate work = estimate_work(problem);
  NesterovLimits limits = {.most_sweeps = options_.most_sweeps, .patience = momentum_patience};
  const int factorizations = affordable(work);
  if (factorizations > 0) limits.next = work.newton_in_sweeps(tolerance);
  const auto solved = [&] { return Search::worst(stages.back().residual) <= tolerance; };
  const bool few = problem.size() <= most_exact;
  if (!problem.W.implicit() && (few || problem.W.blocks().n > 0)) {
    stages.push_back(sweep(problem, proximal, tolerance, few ? exact : hardly_coupled, R));
    if (solved()) return;
  }
  stages.push_back(nesterov_sweeps(problem, proximal, tolerance, limits, R));
  if (solved()) return;
  if (factorizations > 0) stage([&] { quick_newton(problem, tolerance, factorizations, start, R, stages); });
  if (solved()) return;
  limits.next = INFINITY;
  if (strongest_friction(problem) >= strong_friction) limits.settings = cautious_momentum;
  stages.push_back(nesterov_sweeps(problem, proximal, tolerance, limits, R));
}

void AutoSolver::last_resort(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                             Impulses& R, std::vector<SolverStage>& stages) const
{
  if (problem.W.implicit() || affordable(estimate_work(problem)) == 0) return;
  Residual reached = residual(problem, R);
  const auto attempt_from = [&](Impulses point, const auto& method) {
    if (Search::worst(reached) <= tolerance) return;
    stages.push_back(method(point));
    if (Search::worst(stages.back().residual) >= Search::worst(reached)) return;
    reached = stages.back().residual;
    R = std::move(point);
  };
  const Patience to_the_end = {0, (options_.last_resort + 1) / 2, 2};
  const auto gauss_seidel = [&](Impulses& point) {
    return sweep(problem, proximal, tolerance, to_the_end, point);
  };
  const Impulses nothing(problem.size(), Vec3::Zero());
  attempt_from(R, gauss_seidel);
  attempt_from(nothing, gauss_seidel);
  attempt_from(nothing, [&](Impulses& point) {
    const NesterovLimits limits = {.most_sweeps = options_.most_sweeps, .patience = options_.most_sweeps};
    return nesterov_sweeps(problem, proximal, tolerance, limits, point);
  });
}

void AutoSolver::iterate(Search& search) const
{
  const VectorXd start = search.best(), zero = VectorXd::Zero(start.size());
  const ConeProblem& p = search.problem();
  const bool is_symmetric = p.W.asymmetry() < symmetric && !p.W.is_implicit();
  const int effort = affordable(estimate_work(p.W));
  // Costs of a stage are known before: it is begun while there is effort left.
  const auto done = [&] { return search.solved() || search.factorizations() >= effort; };
  if (is_symmetric) {
    stage([&] { admm(search, short_admm, false); });
    if (!done() && Search::worst(search.residual()) < worth_a_polish)
      stage([&] { newton(search, polish, search.best()); });
    if (!search.solved() && Search::worst(search.residual()) < nearly * search.tolerance())
      stage([&] { admm(search, long_admm, true); });
  } else if (!done() && !p.W.is_implicit()) {
    stage([&] { newton(search, cold_newton, start); });
  }
  if (p.W.is_implicit() || done()) return;
  if (p.size() <= most_interior_point)
    for (const double theta : thetas)
      if (!done()) stage([&] { polish_along({p, theta}, search); });
  if (!done()) stage([&] { newton(search, cold_newton, zero); });
  if (!done() && start.squaredNorm() > 0) stage([&] { newton(search, cold_newton, start); });
  if (p.size() <= most_interior_point)
    for (double before = INFINITY; !done() && Search::worst(search.residual()) < before / 2;) {
      before = Search::worst(search.residual());
      stage([&] { polish_along({p, search.best()}, search); });
    }
  if (!done() && p.size() <= most_interior_point)
    stage([&] {
      InteriorPointPath path(p, 1);
      newton(search, far_polish, path.follow(search, interior_iterations, 0));
    });
  if (search.solved() || !is_symmetric) return;
  for (const double rho : {0.1, 0.001})
    if (!search.solved())
      stage([&] { admm(search, {.max_iterations = options_.last_resort, .rho = rho}, true); });
  if (!done()) stage([&] { newton(search, long_polish, search.best()); });
  const int left = effort - search.factorizations();
  const NewtonOptions to_the_end = {.max_iterations = left, .epsilon = 0.1, .patience = 500};
  if (!done()) stage([&] { newton(search, to_the_end, zero); });
}

}  // namespace corbel
