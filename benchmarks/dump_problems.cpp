// SPDX-License-Identifier: MIT
// benchmark_dump_problems FOLDER [name …]: contact problems of our own scenes as FCLIB files, for
// benchmarks/solvers.py.
#include "corbel/solvers/sweeps/gauss_seidel.hpp"
#include "scenes/arch.hpp"
#include "scenes/brick_array.hpp"
#include "scenes/convex_stack.hpp"
#include "scenes/cubes_pile.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <iostream>

namespace {

using namespace corbel;

/// A scene, and the steps whose problems are kept: one with impacts, one at rest or in motion.
struct Scene {
  std::string name;
  std::function<void(Simulation&)> build;
  double h = 1e-3;  ///< [s]
  std::vector<int> steps;
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

/// Steps in which nothing touches yet are gone past.
void dump(const Scene& scene, const std::filesystem::path& folder)
{
  Simulation simulation(scene.h);
  scene.build(simulation);
  GaussSeidelOptions options;
  options.epsilon = 1e-6;
  const GaussSeidel solver(options);
  for (const int step : scene.steps) {
    const auto ahead = static_cast<double>(step - simulation.steps());
    simulation.run(solver, std::max(1.0, ahead - 0.5) * scene.h, {});
    while (simulation.constraints().empty())
      simulation.run(solver, 0.5 * scene.h, {});
    const auto path = folder / fmt::format("{}_{}.hdf5", scene.name, step);
    simulation.dump_problem(path.string(), FclibForm::compact);
    std::cout << path.string() << '\n';
  }
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Contact problems of our own scenes as FCLIB files");
  std::string folder;
  std::vector<std::string> names;
  app.add_option("folder", folder, "Where to write them")->required();
  app.add_option("names", names, "Scenes (default: all)");
  CLI11_PARSE(app, argc, argv);
  std::filesystem::create_directories(folder);
  for (const Scene& scene : all_scenes())
    if (names.empty() || std::find(names.begin(), names.end(), scene.name) != names.end())
      dump(scene, folder);
  return 0;
}
