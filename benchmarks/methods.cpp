// SPDX-License-Identifier: MIT
// benchmark_methods [--solvers a,b] [--tolerance 1e-4,1e-8] [--friction s] FILE…: processor time that methods take for contact problems
// in files (FCLIB), from nothing, best of three. One line a solve; at the end how often `auto` is near the fastest.
#include "corbel/core/interrupt.hpp"
#include "corbel/core/threads.hpp"
#include "corbel/fclib/fclib.hpp"
#include "corbel/solvers/portfolio/make_solver.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <iostream>
#include <map>

namespace {

using namespace corbel;

constexpr double near = 1.2;     ///< of the fastest
constexpr std::size_t few = 9;   ///< contacts below which nothing is counted
constexpr double no_time = 1e9;  ///< [s]

double processor_seconds()
{
  timespec t = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

struct Outcome {
  double seconds = no_time;
  bool solved = false;
  SolverReport report;
};

/// Best of three; one that takes long is not repeated, one beyond the limit is given up.
Outcome solve(const LocalProblem& problem, const std::string& name, double tolerance, double limit)
{
  Outcome best;
  const auto solver = make_solver(name, {.tolerance = tolerance});
  double spent = 0;
  for (int k = 0; k < 3 && spent < 0.3; ++k) {
    Impulses R(problem.size(), Vec3::Zero());
    const double begin = processor_seconds();
    const std::function<bool()> too_long = [&] { return processor_seconds() - begin > limit; };
    const InterruptScope scope(too_long);
    try {
      SolverReport report = solver->solve(problem, R);
      const double seconds = processor_seconds() - begin;
      spent += seconds;
      if (seconds >= best.seconds) continue;
      best.seconds = seconds;
      best.solved = report.status == SolverStatus::ok &&
                    std::max(report.residual.absolute, report.residual.scaled) <= tolerance;
      best.report = std::move(report);
    } catch (const Interruption&) {
      return best;
    }
  }
  return best;
}

std::string stages_of(const SolverReport& report)
{
  std::string text;
  for (const SolverStage& stage : report.stages)
    text += fmt::format(" {}:{}:{:.2f}ms:{:.1e}", stage.method, stage.iterations, 1e3 * stage.seconds,
                        std::max(stage.residual.absolute, stage.residual.scaled));
  return text;
}

struct Count {
  int problems = 0, near_fastest = 0, missed = 0;
};

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Processor time of methods on contact problems in files");
  std::vector<std::string> names = {"auto",   "nesterov_gauss_seidel", "anderson_gauss_seidel", "admm",
                                    "newton", "interior_point"};
  std::vector<std::string> files;
  std::vector<double> tolerances = {1e-4, 1e-8};
  double seconds = 10, scale = 1;
  app.add_option("--solvers", names, "Names")->delimiter(',')->allow_extra_args(false);
  app.add_option("--tolerance", tolerances, "Tolerances")->delimiter(',')->allow_extra_args(false);
  app.add_option("--seconds", seconds, "Limit of a solve");
  app.add_option("--friction", scale, "Friction is multiplied by this");
  app.add_option("files", files, "FCLIB files")->required();
  CLI11_PARSE(app, argc, argv);
  const ThreadLimit one(1);
  std::map<double, Count> counts;
  for (const std::string& file : files) {
    FclibProblem read;
    try {
      read = read_fclib(file);
    } catch (const std::exception& refused) {
      std::cout << refused.what() << '\n';
      continue;
    }
    for (Law& law : read.problem.laws)
      law = SignoriniCoulomb{.mu = scale * friction(law).value_or(0)};
    const std::string name = std::filesystem::path(file).stem().string();
    for (const double tolerance : tolerances) {
      double fastest = no_time, of_auto = no_time;
      for (const std::string& solver : names) {
        const Outcome o = solve(read.problem, solver, tolerance, std::min(seconds, 0.3 + 1.5 * fastest));
        std::cout << fmt::format(
            "{:28} {:5} {:.0e} {:22} {:10.3f} ms {} {:.1e}{}\n", name, read.problem.size(), tolerance, solver,
            o.solved ? 1e3 * o.seconds : -1.0, o.report.iterations,
            std::max(o.report.residual.absolute, o.report.residual.scaled), stages_of(o.report));
        if (o.solved) fastest = std::min(fastest, o.seconds);
        if (o.solved && solver == "auto") of_auto = o.seconds;
      }
      std::cout.flush();
      if (read.problem.size() < few || fastest == no_time) continue;
      Count& count = counts[tolerance];
      ++count.problems;
      count.near_fastest += of_auto <= near * fastest;
      count.missed += of_auto == no_time;
    }
  }
  for (const auto& [tolerance, count] : counts)
    std::cout << fmt::format(
        "{:.0e}: auto within {} of the fastest on {} of {} with {} contacts and more; {} missed\n", tolerance,
        near, count.near_fastest, count.problems, few, count.missed);
  return 0;
}
