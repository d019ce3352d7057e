// SPDX-License-Identifier: MIT
// The portfolio: the cheapest method that converges, then others.
#pragma once

#include "corbel/solvers/cones/cone_solver.hpp"

namespace corbel {

struct WorkEstimate;

/// In this order, until both residuals are met:
///
///   0  up to eight constraints, or W in blocks: Gauss–Seidel with exact solutions, where forty, or half a dozen sweeps promise the end
///   1  projected sweeps with momentum (sweeps/nesterov_sweeps.hpp), while they are predicted to take less work than Newton's method
///      would (work_estimate.hpp)
///   2  Newton's method from the start, as long as it gains
///   3  sweeps again from the best point, as long as they gain; with less momentum where friction is 0.9 and more
///   4  ADMM with Anderson acceleration from the start while its residual falls (W symmetric), and a few steps of
///      Newton's method from where it stops: ADMM identifies the active contacts, Newton's method is then accurate
///   5  interior point with Newton's method on the way
///   6  Newton's method from nothing, interior point with the sliding velocities of the best point,
///      and once to its end
///   7  ADMM from the best point with two values of ρ, Newton's method from there and once more from nothing
///      to the end of the effort, Gauss–Seidel from the best point and from nothing, sweeps with momentum from nothing
///
/// A problem of which a single factorization takes more than 20 ms gets fewer of them, in proportion, and none where that would be
/// less than ten: thousands of contacts in a wall are solved by sweeps or returned, honestly, as not solved.
///
/// Decisions come from the problem and the start alone, never from clocks: the same bits again. What was
/// tried is in SolverReport::stages. The answer is the best point that any of them saw, the start included.
///
/// In a run the tolerance is 1e-5, and 1e-4 in steps with impacts unless the user gives one (python/corbel/cone_solvers.py): there, two answers
/// that both satisfy 1e-7 were seen to differ by some percent in the velocities, so that a smaller residual says nothing about the
/// motion; bodies at rest do come to rest with it.
struct AutoOptions {
  double tolerance = 1e-5;      ///< both residuals
  double impact_tolerance = 0;  ///< the same in steps with impacts; 0: no other
  int most_sweeps = 20000;      ///< with momentum, while they promise the end
  int last_resort = 1000;       ///< iterations of ADMM and sweeps of Gauss–Seidel when all else failed
  int effort = 150;  ///< factorizations of Newton's method and interior point; no stage begins after so many
  LocalForm form = LocalForm::by_size;  ///< of W, in a run
};

class AutoSolver : public ConeSolver {
 public:
  explicit AutoSolver(const AutoOptions& options = {});
  const AutoOptions& options() const { return options_; }
  LocalForm local_form() const override { return options_.form; }
  /// Where W is known by products only, sweeps and Newton's method with products; after those, blocks unless they take more than 1 GB.
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;

 private:
  double tolerance_for(const LocalProblem& problem) const override;
  void attempt(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance, Impulses& R,
               std::vector<SolverStage>& stages) const override;
  void last_resort(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                   Impulses& R, std::vector<SolverStage>& stages) const override;
  void iterate(Search& search) const override;
  int affordable(const WorkEstimate& work) const;

  AutoOptions options_;
};

}  // namespace corbel
