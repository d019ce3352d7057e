// SPDX-License-Identifier: MIT
// Solvers of Siconos behind our interface, to be compared with.
#pragma once

#include "corbel/solvers/portfolio/make_solver.hpp"

namespace corbel {

/// siconos_nsgs (Gauss–Seidel), siconos_newton (semismooth Newton of Alart and Curnier), siconos_admm: with
/// the options that Siconos gives them, but for tolerance and iterations. Siconos stops by a residual near to
/// (A) of residual.hpp; where it is content and we are not, it is asked again, from the same start, for a
/// tenth of the tolerance, three times at most. Each call is a stage of the report; iterations are those of
/// the last.
///
/// A stage's seconds are those of the call, without the conversion of the problem. Siconos may end the
/// process where it meets what it did not expect: callers who mind run it in one of its own.
class SiconosSolver : public Solver {
 public:
  /// Throws InputError for another name.
  SiconosSolver(std::string_view name, const SolverOptions& options);
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;

 private:
  std::string name_;
  SolverOptions options_;
};

std::vector<std::string> siconos_names();

}  // namespace corbel
