// SPDX-License-Identifier: MIT
// Contacts by springs and dashpots, each once and for itself; joints by Gauss–Seidel afterwards.
// How a contact is evaluated: constraints/penalty_impulse.hpp.
//
// Contacts do not see each other within a step: bodies on several contacts need a smaller step than one
// contact tells.
#pragma once

#include "corbel/solvers/solver.hpp"

namespace corbel {

struct PenaltyOptions {
  PenaltyVariant variant = PenaltyVariant::implicit;
  double epsilon = 1e-4;      ///< of Gauss–Seidel for joints
  int max_iterations = 1000;  ///< of Gauss–Seidel for joints
};

class Penalty : public Solver {
 public:
  explicit Penalty(const PenaltyOptions& options = {});

  /// Iterations and residuals are those of the joints: a penalty is evaluated, not solved for. Throws
  /// InputError for a contact without spring data.
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;
  bool wants_springs() const override { return true; }

  const PenaltyOptions& options() const { return options_; }

 private:
  PenaltyOptions options_;
};

}  // namespace corbel
