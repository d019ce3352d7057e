// SPDX-License-Identifier: MIT
#include "corbel/siconos/siconos_solver.hpp"

#include "corbel/core/check.hpp"
#include "corbel/siconos/friction_problem.hpp"

#include <Friction_cst.h>
#include <NonSmoothDrivers.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>

#include <array>
#include <chrono>
#include <cmath>

// Both libraries have a SolverOptions: theirs is the one in the global namespace.
using TheirOptions = ::SolverOptions;

namespace corbel {
namespace {

constexpr int most_calls = 4;

struct Entry {
  std::string_view name;
  int id;
  int iterations;  ///< that suit it
};

constexpr std::array table = {Entry{"siconos_nsgs", SICONOS_FRICTION_3D_NSGS, 100000},
                              Entry{"siconos_newton", SICONOS_FRICTION_3D_NSN_AC, 1000},
                              Entry{"siconos_admm", SICONOS_FRICTION_3D_ADMM, 20000}};

const Entry& find(std::string_view name)
{
  for (const Entry& entry : table)
    if (entry.name == name) return entry;
  throw_input_error("solver", name, fmt::format("one of {}", fmt::join(siconos_names(), ", ")), "");
}

struct DeleteOptions {
  void operator()(TheirOptions* options) const
  {
    solver_options_delete(options);
    std::free(options);
  }
};

/// One call of their driver: R in their order, improved in place; content: Siconos is.
SolverStage call(FrictionContactProblem& problem, const Entry& entry, double tolerance, int iterations,
                 std::vector<double>& R, bool& content)
{
  const std::unique_ptr<TheirOptions, DeleteOptions> options(solver_options_create(entry.id));
  options->iparam[SICONOS_IPARAM_MAX_ITER] = iterations;
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  std::vector<double> U(R.size(), 0.0);
  const auto begin = std::chrono::steady_clock::now();
  content = fc3d_driver(&problem, R.data(), U.data(), options.get()) == 0;
  SolverStage stage;
  stage.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  stage.method = fmt::format("{} to {:.0e}", entry.name, tolerance);
  stage.iterations = options->iparam[SICONOS_IPARAM_ITER_DONE];
  return stage;
}

bool is_within(const Residual& r, double tolerance)
{
  return r.absolute <= tolerance && r.scaled <= tolerance;
}

bool is_finite(const std::vector<double>& x)
{
  return std::all_of(x.begin(), x.end(), [](double a) { return std::isfinite(a); });
}

}  // namespace

std::vector<std::string> siconos_names()
{
  std::vector<std::string> names;
  for (const Entry& entry : table)
    names.emplace_back(entry.name);
  return names;
}

SiconosSolver::SiconosSolver(std::string_view name, const corbel::SolverOptions& options)
    : name_(find(name).name), options_(options)
{
  check_positive("tolerance", options.tolerance);
}

SolverReport SiconosSolver::solve(const LocalProblem& problem, Impulses& R) const
{
  numerics_set_verbose(0);
  SolverReport report;
  report.residual = residual(problem, R);
  if (problem.size() == 0) return report;
  const Entry& entry = find(name_);
  const FrictionProblem theirs = friction_problem(problem);
  const int iterations = options_.max_iterations > 0 ? options_.max_iterations : entry.iterations;
  const std::vector<double> start = siconos_order(R);
  double tolerance = options_.tolerance;
  for (int k = 0; k < most_calls; ++k, tolerance *= 0.1) {
    std::vector<double> x = start;
    bool content = false;
    SolverStage stage = call(*theirs, entry, tolerance, iterations, x, content);
    if (is_finite(x)) {
      R = our_order(x);
      stage.residual = residual(problem, R);
      report.residual = stage.residual;
    }
    report.iterations = stage.iterations;
    report.stages.push_back(std::move(stage));
    if (!content || is_within(report.residual, options_.tolerance)) break;
  }
  report.status = is_within(report.residual, options_.tolerance) ? SolverStatus::ok : SolverStatus::diverged;
  return report;
}

}  // namespace corbel
