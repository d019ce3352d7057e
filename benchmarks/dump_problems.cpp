// SPDX-License-Identifier: MIT
// benchmark_dump_problems FOLDER [name …]: contact problems of our own scenes as FCLIB files, for
// benchmarks/solvers.py and benchmark_methods.
#include "corbel/solvers/portfolio/make_solver.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"
#include "scenes/arch.hpp"
#include "scenes/brick_array.hpp"
#include "scenes/brick_wall.hpp"
#include "scenes/convex_stack.hpp"
#include "scenes/cubes_pile.hpp"
#include "scenes/heap.hpp"
#include "scenes/shaken_cubes.hpp"
#include "scenes/shaken_wall.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

namespace {

using namespace corbel;

/// A scene, and the steps whose problems are kept: with impacts, at rest or in motion.
struct Scene {
  std::string name;
  std::function<void(Simulation&)> build;
  double h = 1e-3;  ///< [s]
  std::vector<int> steps;
  double tolerance = 0;  ///< of the portfolio, which makes the steps; 0: Gauss–Seidel does
};

std::vector<Scene> all_scenes()
{
  const auto arch = [](double ratio) {
    return [ratio](Simulation& s) { scenes::build_arch(s, {.thickness_ratio = ratio}); };
  };
  const auto cubes = [](int n) { return [n](Simulation& s) { scenes::build_cubes_pile(s, n); }; };
  return {{"wall", scenes::build_convex_stack, 1e-3, {2, 200}},
          {"arch_standing", arch(0.11), 1e-3, {2, 300}},
          {"arch_falling", arch(0.10), 1e-3, {2, 600}},
          {"cubes_5", cubes(5), 1e-3, {10, 100}},
          {"cubes_10", cubes(10), 1e-3, {10, 100}},
          {"bricks", [](Simulation& s) { scenes::build_brick_array(s, 10); }, 1e-4, {100, 400}}};
}

/// Dense contact in many sizes and with friction from 0.1 to 1: wall_hit_N_F, wall_leaning_N_F, heap_L_F (layers), shaken_cubes_N,
/// shaken_bricks_N (finite elements), with F in percent.
std::vector<Scene> dense_scenes()
{
  std::vector<Scene> all;
  for (const int n : {3, 4, 6, 8, 10, 14, 20, 30})
    for (const int percent : {10, 30, 60, 90, 100}) {
      const double mu = 0.01 * percent;
      all.push_back({fmt::format("wall_hit_{}_{}", n, percent),
                     [n, mu](Simulation& s) { scenes::build_brick_wall(s, {.n = n, .friction = mu}); },
                     scenes::BrickWall::step,
                     n < 20 ? std::vector<int>{2, 16, 18, 25, 45} : std::vector<int>{1, 2, 5, 10, 40}, 1e-4});
      all.push_back({fmt::format("wall_leaning_{}_{}", n, percent),
                     [n, mu](Simulation& s) {
                       scenes::build_brick_wall(s, {.n = n, .friction = mu, .ball = false, .lean = 1.2 / n});
                     },
                     scenes::BrickWall::step,
                     {2, 60},
                     1e-5});
    }
  for (const int layers : {1, 2, 4, 8, 20})
    for (const int percent : {10, 50, 100}) {
      const double mu = 0.01 * percent;
      all.push_back(
          {fmt::format("heap_{}_{}", layers, percent),
           [layers, mu](Simulation& s) { scenes::build_heap(s, {.layers = layers, .friction = mu}); },
           scenes::Heap::step,
           {60, 100, 180, 260},
           1e-5});
    }
  for (const int n : {2, 3, 5, 10}) {
    all.push_back({fmt::format("shaken_cubes_{}", n),
                   [n](Simulation& s) { scenes::build_shaken_cubes(s, {.n = n, .finite_elements = false}); },
                   scenes::ShakenCubes::step,
                   {50, 100, 200},
                   1e-5});
    all.push_back({fmt::format("shaken_elements_{}", n),
                   [n](Simulation& s) { scenes::build_shaken_cubes(s, {.n = n}); },
                   scenes::ShakenCubes::step,
                   {50, 100, 200},
                   1e-5});
  }
  all.push_back({"shaken_wall",
                 [](Simulation& s) { scenes::build_shaken_wall(s, 0.35 * 9.81); },
                 scenes::ShakenWall::step,
                 {2, 500, 1000, 1500},
                 1e-5});
  return all;
}

std::unique_ptr<Solver> solver_of(const Scene& scene)
{
  if (scene.tolerance > 0) return make_solver("auto", {.tolerance = scene.tolerance});
  GaussSeidelOptions options;
  options.epsilon = 1e-6;
  return std::make_unique<GaussSeidel>(options);
}

/// Steps in which nothing touches yet are gone past.
void dump(const Scene& scene, const std::filesystem::path& folder)
{
  Simulation simulation(scene.h);
  scene.build(simulation);
  const std::unique_ptr<Solver> solver = solver_of(scene);
  for (const int step : scene.steps) {
    const auto ahead = static_cast<double>(step - simulation.steps());
    simulation.run(*solver, std::max(1.0, ahead - 0.5) * scene.h, {});
    while (simulation.constraints().empty())
      simulation.run(*solver, 0.5 * scene.h, {});
    const auto path = folder / fmt::format("{}_{}.hdf5", scene.name, step);
    simulation.dump_problem(path.string(), FclibForm::compact);
    std::cout << path.string() << std::endl;
  }
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Contact problems of our own scenes as FCLIB files");
  std::string folder;
  std::vector<std::string> names;
  app.add_option("folder", folder, "Where to write them")->required();
  app.add_option("names", names, "Scenes (default: those that benchmarks/solvers.py takes)");
  CLI11_PARSE(app, argc, argv);
  std::filesystem::create_directories(folder);
  std::vector<Scene> scenes = all_scenes();
  if (!names.empty())
    for (Scene& scene : dense_scenes())
      scenes.push_back(std::move(scene));
  for (const Scene& scene : scenes)
    if (names.empty() || std::find(names.begin(), names.end(), scene.name) != names.end())
      dump(scene, folder);
  return 0;
}
