// SPDX-License-Identifier: MIT
// benchmark_sweeps [name …]: problems of single steps taken from scenes, solved by Gauss–Seidel in the given
// order, by colour and with Anderson acceleration: sweeps to residuals of 1e-4 and 1e-8, and milliseconds per
// sweep on one and two threads. A table.
#include "corbel/core/threads.hpp"
#include "corbel/solvers/sweeps/anderson_gauss_seidel.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"
#include "scenes/arch.hpp"
#include "scenes/brick_array.hpp"
#include "scenes/convex_stack.hpp"
#include "scenes/cubes_pile.hpp"
#include "scenes/shapes.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <chrono>
#include <functional>

namespace {

using namespace corbel;

/// Keeps the problem of the last step.
class Keeper : public Solver {
 public:
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override
  {
    kept = problem;
    start = R;
    return GaussSeidel({.epsilon = 1e-4, .max_iterations = 100}).solve(problem, R);
  }
  mutable LocalProblem kept;
  mutable Impulses start;
};

/// Courses of whole bricks and half a brick's shift, seen from the side; leaning loads come from gravity.
void build_wall(Simulation& simulation, int courses, int bricks)
{
  Model& model = simulation.model;
  model.gravity[1] = 1;
  model.gravity[2] = -9.81;
  model.surface_materials.add({.label = "brick", .surface1 = {}, .surface2 = {}, .friction = 0.7});
  const BulkMaterial brick{.label = "brick", .density = 2000};
  const double length = 0.5, height = 0.2, depth = 0.25, gap = 1e-5;
  model.add_body(BodyKind::obstacle, {scenes::box({-1, -1, -1}, {bricks * length + 1, 1, 0})}, brick,
                 "ground");
  for (int k = 0; k < courses; ++k)
    for (int i = 0; i < bricks; ++i) {
      const Vec3 lo((i + 0.5 * (k % 2)) * (length + gap), 0, k * height - gap);
      model.add_body(BodyKind::rigid, {scenes::box(lo, lo + Vec3(length, depth, height))}, brick, "");
    }
}

void build_spheres(Simulation& simulation, int n)
{
  Model& model = simulation.model;
  model.gravity[2] = -9.81;
  model.surface_materials.add({.label = "ball", .surface1 = {}, .surface2 = {}, .friction = 0.3});
  const BulkMaterial ball{.label = "ball", .density = 1000};
  const double half = 2.0 * n;
  model.add_body(BodyKind::obstacle, {scenes::box({-half, -half, -1}, {half, half, 0})}, ball, "ground");
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n - k; ++j)
      for (int i = 0; i < n - k; ++i) {
        const Vec3 c(i + 0.5 * k, j + 0.5 * k, 0.4999 + k * 0.7070);
        model.add_body(BodyKind::rigid, {Sphere{.center = c, .radius = 0.5}}, ball, "");
      }
}

struct Case {
  std::string name;
  std::function<void(Simulation&)> build;
  double h;
  int steps;
};

std::vector<Case> all_cases()
{
  using namespace scenes;
  return {{"arch", [](Simulation& s) { build_arch(s, {.thickness_ratio = 0.11}); }, 1e-3, 20},
          {"convex_stack", build_convex_stack, 1e-3, 20},
          {"wall_10x10", [](Simulation& s) { build_wall(s, 10, 10); }, 1e-3, 5},
          {"wall_20x40", [](Simulation& s) { build_wall(s, 20, 40); }, 1e-3, 5},
          {"wall_40x80", [](Simulation& s) { build_wall(s, 40, 80); }, 1e-3, 3},
          {"cubes_10", [](Simulation& s) { build_cubes_pile(s, 10); }, 1e-3, 60},
          {"cubes_20", [](Simulation& s) { build_cubes_pile(s, 20); }, 1e-3, 60},
          {"spheres_15", [](Simulation& s) { build_spheres(s, 15); }, 1e-3, 5},
          {"spheres_30", [](Simulation& s) { build_spheres(s, 30); }, 1e-3, 5},
          {"bricks_fe", [](Simulation& s) { build_brick_array(s, 10); }, 1e-4, 100}};
}

constexpr int most_sweeps = 2000;

struct Method {
  std::string name;
  SweepOrder order;
  bool reverse;
  bool anderson;
};

std::unique_ptr<Solver> make(const Method& method, double tolerance, int limit)
{
  if (method.anderson)
    return std::make_unique<AndersonGaussSeidel>(
        AndersonGaussSeidelOptions{.tolerance = tolerance, .max_iterations = limit, .order = method.order});
  return std::make_unique<GaussSeidel>(GaussSeidelOptions{.epsilon = tolerance,
                                                          .max_iterations = limit,
                                                          .residual_tolerance = tolerance,
                                                          .block = {1e-14, 200},
                                                          .reverse = method.reverse,
                                                          .order = method.order});
}

/// Sweeps to the tolerance, or the residual that was reached instead.
std::string sweeps_to(double tolerance, const Keeper& problem, const Method& method)
{
  Impulses R = problem.start;
  const SolverReport report = make(method, tolerance, most_sweeps)->solve(problem.kept, R);
  if (report.status == SolverStatus::ok) return fmt::format("{:8}", report.iterations);
  return fmt::format("({:.0e})", std::max(report.residual.absolute, report.residual.scaled));
}

/// Least of several runs: the machine has other things to do.
double milliseconds_per_sweep(const Keeper& problem, const Method& method, int threads)
{
  constexpr int sweeps = 30;
  const ThreadLimit limit(threads);
  const auto solver = make(method, 1e-15, sweeps);
  double best = 1e9;
  for (int k = 0; k < 5; ++k) {
    Impulses R = problem.start;
    const auto begin = std::chrono::steady_clock::now();
    solver->solve(problem.kept, R);
    best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return 1e3 * best / sweeps;
}

void measure(const Keeper& problem, const Method& method)
{
  fmt::print("  {:18}  1e-4 {}  1e-8 {}  ms/sweep {:.3f} {:.3f}\n", method.name,
             sweeps_to(1e-4, problem, method), sweeps_to(1e-8, problem, method),
             milliseconds_per_sweep(problem, method, 1), milliseconds_per_sweep(problem, method, 2));
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Sweeps of Gauss-Seidel on steps of scenes");
  std::vector<std::string> names;
  app.add_option("names", names, "Scenes to take (default: all)");
  CLI11_PARSE(app, argc, argv);
  for (const Case& c : all_cases()) {
    if (!names.empty() && std::find(names.begin(), names.end(), c.name) == names.end()) continue;
    Keeper keeper;
    Simulation simulation(c.h);
    c.build(simulation);
    simulation.run(keeper, c.steps * c.h, {});
    const BlockOptions block;
    const std::vector<Mat3> none;
    const Sweeps coloured(keeper.kept, none, block, SweepOrder::coloured);
    fmt::print("{}: {} constraints, {} colours\n", c.name, keeper.kept.size(), coloured.colours());
    measure(keeper, {"given", SweepOrder::given, false, false});
    measure(keeper, {"given, reverse", SweepOrder::given, true, false});
    measure(keeper, {"coloured", SweepOrder::coloured, false, false});
    measure(keeper, {"coloured, reverse", SweepOrder::coloured, true, false});
    measure(keeper, {"anderson, given", SweepOrder::given, false, true});
    measure(keeper, {"anderson, coloured", SweepOrder::coloured, false, true});
  }
}
