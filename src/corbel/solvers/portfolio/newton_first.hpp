// SPDX-License-Identifier: MIT
// Newton's method, and the portfolio where it does not get there.
#pragma once

#include "corbel/solvers/cones/newton.hpp"
#include "corbel/solvers/solver.hpp"

namespace corbel {

struct NewtonFirstOptions {
  NewtonOptions newton;
  bool fall_back = true;  ///< false: Newton's method alone
};

/// The portfolio (auto_solver.hpp) has Newton's tolerance and begins at the best point that Newton's method
/// saw. Iterations, stages and history are those of both.
class NewtonFirst : public Solver {
 public:
  explicit NewtonFirst(const NewtonFirstOptions& options = {});
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;
  LocalForm local_form() const override { return newton_.local_form(); }
  const NewtonFirstOptions& options() const { return options_; }

 private:
  NewtonFirstOptions options_;
  Newton newton_;
};

}  // namespace corbel
