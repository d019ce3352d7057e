// SPDX-License-Identifier: MIT
#include "corbel/solvers/sweeps/nesterov_sweeps.hpp"

#include "corbel/core/interrupt.hpp"
#include "corbel/solvers/sweeps/contact_visits.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <utility>

namespace corbel {
namespace {

constexpr int all_every = 16;        ///< sweeps, the others pass over constraints without impulse
constexpr int evaluate_every = 100;  ///< sweeps at most between two residuals
constexpr int refresh_every = 400;   ///< sweeps
constexpr int first_reorder = 40, second_reorder = 160, reorder_every = 640;
constexpr int least_before_restart = 3;
constexpr int all_at_first = 16;  ///< sweeps: few suffice where contacts hardly couple

/// β of the next sweep: (4), (5).
class Momentum {
 public:
  explicit Momentum(const NesterovSettings& settings) : settings_(settings) {}
  double beta() const { return beta_; }

  void next(double e, double s)
  {
    ++since_restart_;
    const std::size_t turn = static_cast<std::size_t>(restarts_) % settings_.growth.size();
    const double g = settings_.growth[turn];
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
    beta_ = std::min(settings_.cap[turn], (t_ - 1) / t_next);
    t_ = t_next;
  }

 private:
  NesterovSettings settings_;
  double beta_ = 0, t_ = 1, least_ = INFINITY;
  int since_restart_ = 0, restarts_ = 0;
};

double worse(const Residual& r) { return std::max(r.absolute, r.scaled); }

/// How many sweeps are to come, by the slope of e from a half of the sweeps on. e of single sweeps says little: the greatest of a
/// window does.
class Forecast {
 public:
  Forecast(double tolerance, const NesterovLimits& limits) : tolerance_(tolerance), limits_(limits) {}

  /// True when more is predicted than the next method takes, several times in a row.
  bool is_hopeless(double e)
  {
    in_window_ = std::max(in_window_, e);
    if (++sweeps_ % window != 0) return false;
    windows_.push_back(std::log(std::exchange(in_window_, 0)));
    if (sweeps_ < first_look || sweeps_ % look_every != 0) return false;
    doubts_ = sweeps_ > least_share * limits_.next && sweeps_to_go() > limits_.next ? doubts_ + 1 : 0;
    return doubts_ >= most_doubts;
  }

 private:
  static constexpr int window = 16, first_look = 128, look_every = 64, most_doubts = 3;
  static constexpr double least_share = 0.5;  ///< of the next method's work, which may fail: slopes change

  double sweeps_to_go() const
  {
    const std::size_t now = windows_.size() - 1, then = now / 2;
    const double slope = (windows_[now] - windows_[then]) / static_cast<double>(now - then);
    return slope < 0 ? window * std::max(0.0, (std::log(tolerance_) - windows_[now]) / slope) : INFINITY;
  }
  double tolerance_;
  const NesterovLimits& limits_;
  std::vector<double> windows_;  ///< logarithms
  double in_window_ = 0;
  int sweeps_ = 0, doubts_ = 0;
};

/// The best point so far, and when the next one is worth a residual.
class Evaluation {
 public:
  Evaluation(const LocalProblem& problem, double tolerance, Impulses& best)
      : problem_(problem), tolerance_(tolerance), threshold_(tolerance), best_(best),
        reached_(residual(problem, best)), at_halved_(worse(reached_))
  {
  }
  bool is_promising(double e) const { return e < threshold_; }
  bool is_due(double e, int sweep) const { return e < threshold_ || sweep - last_ >= evaluate_every; }
  bool solved() const { return worse(reached_) <= tolerance_; }
  /// Another method would have to begin anew.
  bool is_near() const { return worse(reached_) <= 10 * tolerance_; }
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
  Momentum momentum(limits.settings);
  Forecast forecast(tolerance, limits);
  const double Q = scaled_reference(problem);
  double e = INFINITY;
  for (int sweep = 0; sweep < limits.most_sweeps && !evaluation.solved(); ++sweep) {
    poll_interrupt();
    if (is_time_to_reorder(sweep))
      visits->reorder();
    else if (sweep > 0 && sweep % refresh_every == 0)
      visits->refresh();
    const bool all =
        sweep < all_at_first || sweep % all_every == 0 || visits->is_idle() || evaluation.is_promising(e);
    const VisitSums sums = visits->sweep(momentum.beta(), all);
    e = std::sqrt(sums.e2) / Q;
    stage.iterations = sweep + 1;
    if (!std::isfinite(e)) break;
    momentum.next(e, sums.s);
    if (all && evaluation.is_due(e, sweep)) evaluation.evaluate(*visits, e, sweep);
    if (evaluation.waiting(sweep) >= limits.patience) break;
    if (forecast.is_hopeless(e) && !evaluation.is_near()) break;
  }
  stage.residual = evaluation.reached();
  stage.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return stage;
}

}  // namespace corbel
