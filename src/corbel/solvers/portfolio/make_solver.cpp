// SPDX-License-Identifier: MIT
#include "corbel/solvers/portfolio/make_solver.hpp"

#include "corbel/core/check.hpp"
#include "corbel/solvers/complementarity/active_set.hpp"
#include "corbel/solvers/complementarity/lemke.hpp"
#include "corbel/solvers/cones/admm.hpp"
#include "corbel/solvers/cones/interior_point.hpp"
#include "corbel/solvers/cones/newton.hpp"
#include "corbel/solvers/portfolio/auto_solver.hpp"
#include "corbel/solvers/sweeps/anderson_gauss_seidel.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"
#include "corbel/solvers/sweeps/nesterov_gauss_seidel.hpp"

#include <array>

namespace corbel {
namespace {

using Maker = std::unique_ptr<Solver> (*)(const SolverOptions&);

int limit(const SolverOptions& options, int suitable)
{
  return options.max_iterations > 0 ? options.max_iterations : suitable;
}

/// The change of a sweep says little about the error: only the residual counts. One direction only: to and
/// fro was better on no scene of benchmarks/sweeps.cpp and much worse on a wall.
std::unique_ptr<Solver> gauss_seidel(const SolverOptions& o)
{
  return std::make_unique<GaussSeidel>(GaussSeidelOptions{.epsilon = o.tolerance,
                                                          .max_iterations = limit(o, 20000),
                                                          .residual_tolerance = o.tolerance,
                                                          .residual_decides = true,
                                                          .block = {1e-14, 200}});
}

std::unique_ptr<Solver> anderson_gauss_seidel(const SolverOptions& o)
{
  return std::make_unique<AndersonGaussSeidel>(
      AndersonGaussSeidelOptions{.tolerance = o.tolerance, .max_iterations = limit(o, 20000)});
}

std::unique_ptr<Solver> nesterov_gauss_seidel(const SolverOptions& o)
{
  return std::make_unique<NesterovGaussSeidel>(
      NesterovGaussSeidelOptions{.tolerance = o.tolerance, .max_iterations = limit(o, 20000)});
}

std::unique_ptr<Solver> automatic(const SolverOptions& o)
{
  return std::make_unique<AutoSolver>(
      AutoOptions{.tolerance = o.tolerance, .last_resort = limit(o, 2000), .effort = 2000});
}

std::unique_ptr<Solver> admm_alone(const SolverOptions& o)
{
  return std::make_unique<Admm>(AdmmOptions{.tolerance = o.tolerance, .max_iterations = limit(o, 2000)});
}

std::unique_ptr<Solver> newton_alone(const SolverOptions& o)
{
  return std::make_unique<Newton>(NewtonOptions{.tolerance = o.tolerance, .max_iterations = limit(o, 200)});
}

std::unique_ptr<Solver> interior_point_and_polish(const SolverOptions& o)
{
  return std::make_unique<InteriorPoint>(
      InteriorPointOptions{.tolerance = o.tolerance, .max_iterations = limit(o, 40)});
}

/// Both frictionless only; they end at round-off or not at all.
std::unique_ptr<Solver> lemke_method(const SolverOptions& o)
{
  return std::make_unique<Lemke>(o.tolerance, LemkeOptions{.max_pivots = o.max_iterations});
}

std::unique_ptr<Solver> active_set_method(const SolverOptions& o)
{
  return std::make_unique<ActiveSet>(o.tolerance, ActiveSetOptions{.max_iterations = o.max_iterations});
}

struct Entry {
  std::string_view name;
  Maker make;
};

constexpr std::array table = {Entry{"auto", automatic},
                              Entry{"gauss_seidel", gauss_seidel},
                              Entry{"anderson_gauss_seidel", anderson_gauss_seidel},
                              Entry{"nesterov_gauss_seidel", nesterov_gauss_seidel},
                              Entry{"admm", admm_alone},
                              Entry{"newton", newton_alone},
                              Entry{"interior_point", interior_point_and_polish},
                              Entry{"lemke", lemke_method},
                              Entry{"active_set", active_set_method}};

}  // namespace

std::vector<std::string> solver_names()
{
  std::vector<std::string> names;
  for (const Entry& entry : table)
    names.emplace_back(entry.name);
  return names;
}

std::unique_ptr<Solver> make_solver(std::string_view name, const SolverOptions& options)
{
  check_positive("tolerance", options.tolerance);
  for (const Entry& entry : table)
    if (entry.name == name) return entry.make(options);
  throw_input_error("solver", name, fmt::format("one of {}", fmt::join(solver_names(), ", ")), "");
}

}  // namespace corbel
