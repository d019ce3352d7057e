// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/nesterov_sweeps.hpp"

#include "corbel/core/interrupt.hpp"
#include "corbel/solvers/sweeps/contact_visits.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

namespace corbel {
namespace {

constexpr int all_every = 16;        ///< sweeps, the others pass over constraints without impulse
constexpr int evaluate_every = 100;  ///< sweeps at most between two residuals
constexpr int refresh_every = 400;   ///< sweeps
constexpr int first_reorder = 40, second_reorder = 160, reorder_every = 640;
constexpr std::array growth_at_restart = {3.0, 3.0, 1.3, 1.3};  ///< g of (4)
constexpr double most_momentum = 0.98;                          ///< cap of (5)
constexpr int least_before_restart = 3;

/// β of the next sweep: (4), (5).
class Momentum {
 public:
  double beta() const { return beta_; }

  void next(double e, double s)
  {
    ++since_restart_;
    const double g = growth_at_restart[static_cast<std::size_t>(restarts_) % growth_at_restart.size()];
    if (s > 0 || (since_restart_ > least_before_restart && e > g * least_)) {
      beta_ = 0;
      t_ = 1;
      since_restart_ = 0;
      least_ = e;
      ++restarts_;
      return;
    }
    least_ = std::min(least_, e);
    const double t_next = (1 + std::sqrt(1 + 4 * t_ * t_)) / 2;
    beta_ = std::min(most_momentum, (t_ - 1) / t_next);
    t_ = t_next;
  }

 private:
  double beta_ = 0, t_ = 1, least_ = INFINITY;
  int since_restart_ = 0, restarts_ = 0;
};

double worse(const Residual& r) { return std::max(r.absolute, r.scaled); }

/// The best point so far, and when the next one is worth a residual.
class Evaluation {
 public:
  Evaluation(const LocalProblem& problem, double tolerance, Impulses& best)
      : problem_(problem), tolerance_(tolerance), threshold_(tolerance), best_(best),
        reached_(residual(problem, best)), at_halved_(worse(reached_))
  {
  }
  bool is_due(double e, int sweep) const { return e < threshold_ || sweep - last_ >= evaluate_every; }
  bool solved() const { return worse(reached_) <= tolerance_; }
  const Residual& reached() const { return reached_; }
  /// Of sweeps since the best residual halved.
  int waiting(int sweep) const { return sweep - halved_; }

  void evaluate(const ContactVisits& visits, double e, int sweep)
  {
    visits.impulses(trial_);
    const Residual now = residual(problem_, trial_);
    last_ = sweep;
    if (worse(now) < worse(reached_)) {
      reached_ = now;
      std::swap(best_, trial_);
    }
    if (worse(reached_) < 0.5 * at_halved_) {
      at_halved_ = worse(reached_);
      halved_ = sweep;
    }
    threshold_ = 0.9 * e * std::clamp(tolerance_ / worse(now), 0.2, 1.0);
  }

 private:
  const LocalProblem& problem_;
  double tolerance_, threshold_;
  Impulses& best_;
  Impulses trial_;
  Residual reached_;
  double at_halved_;
  int last_ = 0, halved_ = 0;
};

bool is_time_to_reorder(int sweep)
{
  return sweep == first_reorder || sweep == second_reorder || (sweep > 0 && sweep % reorder_every == 0);
}

}  // namespace

SolverStage nesterov_sweeps(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                            const NesterovLimits& limits, Impulses& R)
{
  const auto begin = std::chrono::steady_clock::now();
  SolverStage stage{"nesterov", 0, 0, {}};
  const std::unique_ptr<ContactVisits> visits = make_visits(problem, proximal);
  visits->start(R);
  Evaluation evaluation(problem, tolerance, R);
  Momentum momentum;
  const double Q = scaled_reference(problem);
  for (int sweep = 0; sweep < limits.most_sweeps && !evaluation.solved(); ++sweep) {
    poll_interrupt();
    if (is_time_to_reorder(sweep))
      visits->reorder();
    else if (sweep > 0 && sweep % refresh_every == 0)
      visits->refresh();
    const bool all = sweep % all_every == 0 || visits->is_idle();
    const VisitSums sums = visits->sweep(momentum.beta(), all);
    const double e = std::sqrt(sums.e2) / Q;
    stage.iterations = sweep + 1;
    if (!std::isfinite(e)) break;
    momentum.next(e, sums.s);
    if (all && evaluation.is_due(e, sweep)) evaluation.evaluate(*visits, e, sweep);
    if (evaluation.waiting(sweep) >= limits.patience) break;
  }
  stage.residual = evaluation.reached();
  stage.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return stage;
}

}  // namespace corbel
