// SPDX-License-Identifier: MIT
// Solvers by name, for the command line, files of problems and comparisons.
#pragma once

#include "corbel/solvers/solver.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace corbel {

struct SolverOptions {
  double tolerance = 1e-8;  ///< [-] both residuals of the solution at most
  int max_iterations = 0;   ///< 0: what suits the solver
};

/// Names that make_solver knows, in the order of a listing.
std::vector<std::string> solver_names();

/// A new solver is one line in the table behind this. Throws InputError for a name that is not in it.
std::unique_ptr<Solver> make_solver(std::string_view name, const SolverOptions& options);

}  // namespace corbel
