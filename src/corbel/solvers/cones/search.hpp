// SPDX-License-Identifier: MIT
// State shared by the methods that solve one ConeProblem.
#pragma once

#include "corbel/solvers/cones/cone_problem.hpp"
#include "corbel/solvers/solver.hpp"

#include <chrono>
#include <cmath>

namespace corbel {

/// Keeps the best point that any method offered, judged by the worse of the two residuals: whatever a method
/// does afterwards, the answer is never worse than its best. Points that are not finite are not taken.
class Search {
 public:
  /// The search begins at `start`.
  Search(const ConeProblem& problem, double tolerance, const Eigen::VectorXd& start);

  const ConeProblem& problem() const { return problem_; }
  double tolerance() const { return tolerance_; }

  /// Iterations and points from now on are those of `method`.
  void begin(std::string method);
  void count_iteration();  ///< at the head of each; polls for Ctrl-C
  /// Looks at r, moved into the cones first. Returns the worse of its residuals, infinity when not finite.
  double offer(const Eigen::VectorXd& r);

  bool solved() const { return worst(residual_) <= tolerance_; }
  const Eigen::VectorXd& best() const { return best_; }
  const Residual& residual() const { return residual_; }  ///< of the best point
  int factorizations() const;                             ///< of those that need one in each iteration
  std::vector<SolverStage> take_stages();
  /// Residuals of the points offered after the first iteration of a method: of Newton's method one each.
  const std::vector<Residual>& history() const { return history_; }

  /// Not a number when one of them is not.
  static double worst(const Residual& r)
  {
    return std::isnan(r.absolute) || r.scaled <= r.absolute ? r.absolute : r.scaled;
  }

 private:
  using Clock = std::chrono::steady_clock;
  void close_stage();

  const ConeProblem& problem_;
  double tolerance_;
  Eigen::VectorXd best_;
  Residual residual_;
  std::vector<SolverStage> stages_;
  std::vector<Residual> history_;
  Clock::time_point begun_;
};

}  // namespace corbel
