// SPDX-License-Identifier: MIT
// The portfolio: the cheapest method that converges, then others.
#pragma once

#include "corbel/solvers/cones/cone_solver.hpp"

namespace corbel {

/// In this order, until both residuals are met:
///
///   1  50 and more contacts of rigid bodies (300 for tolerances below 1e-6): projected sweeps with momentum
///      (sweeps/nesterov_sweeps.hpp); others: Gauss–Seidel with Anderson acceleration while the residual, extrapolated, converges within
///      `most_sweeps`, a tenth of that where all bodies are rigid with many contacts, a quarter for few
///      contacts with W in blocks: there the next methods cost less
///   2  ADMM with Anderson acceleration from the start while its residual falls (W symmetric), and a few steps of
///      Newton's method from where it stops: ADMM identifies the active contacts, Newton's method is then accurate
///   3  interior point with Newton's method on the way
///   4  Newton's method from nothing and from the start, interior point with the sliding velocities of the
///      best point
///   5  ADMM from the best point with two values of ρ, Newton's method from there and once more from nothing
///      to the end of the effort, Gauss–Seidel from the best point
///
/// Decisions come from the problem and the start alone, never from clocks: the same bits again. What was
/// tried is in SolverReport::stages. The answer is the best point that any of them saw, the start included.
///
/// In a run the tolerance is 1e-5: after impacts, problems with many contacts that are neither loaded nor open
/// are common, and all methods converge slowly from there to 1e-6.
struct AutoOptions {
  double tolerance = 1e-5;  ///< both residuals
  int most_sweeps = 150;    ///< of Gauss–Seidel, while they promise the end
  int last_resort = 1000;   ///< iterations of ADMM and sweeps of Gauss–Seidel when all else failed
  int effort = 150;  ///< factorizations of Newton's method and interior point; no stage begins after so many
};

class AutoSolver : public ConeSolver {
 public:
  explicit AutoSolver(const AutoOptions& options = {});
  const AutoOptions& options() const { return options_; }

 private:
  void attempt(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance, Impulses& R,
               std::vector<SolverStage>& stages) const override;
  void last_resort(const LocalProblem& problem, const std::vector<Mat3>& proximal, double tolerance,
                   Impulses& R, std::vector<SolverStage>& stages) const override;
  void iterate(Search& search) const override;

  AutoOptions options_;
};

}  // namespace corbel
