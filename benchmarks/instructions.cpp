// SPDX-License-Identifier: MIT
// benchmark_instructions [name …]: short runs of one thread, one of each kind of body and analysis, for
// count_instructions.py. Prints a JSON array.
#include "benchmarks/run_scene.hpp"
#include "scenes/arch.hpp"
#include "scenes/brick_array.hpp"
#include "scenes/cubes_pile.hpp"
#include "tests/recorded/scenes.hpp"

#include <CLI/CLI.hpp>

#include <filesystem>
#include <iostream>
#include <unistd.h>

namespace {

using namespace corbel;
using corbel::benchmarks::SceneRun;

/// The same with a result file, a frame every fifth step.
SceneRun recorded(SceneRun scene, const std::filesystem::path& file)
{
  scene.build = [build = scene.build, h = scene.h, file](Simulation& simulation) {
    build(simulation);
    simulation.output.file = file;
    simulation.output.interval = 5 * h;
  };
  return scene;
}

std::vector<SceneRun> all_scenes()
{
  const auto arch = [](Simulation& s) { scenes::build_arch(s, {.thickness_ratio = 0.10}); };
  const auto cubes = [](Simulation& s) { scenes::build_cubes_pile(s, 6); };
  const auto bricks = [](Simulation& s) { scenes::build_brick_array(s, 4); };
  return {{"arch", arch, 1e-3, 10, 0, 1e-4, 100},
          {"cubes", cubes, 1e-3, 10, 0, 1e-3, 50},
          {"pseudo_rigid", testing::build_pseudo_rigid, 1e-3, 100, 0, 1e-4, 50},
          {"tl", testing::build_tl, 5e-4, 10, 0, 1e-4, 50},
          {"bc", testing::build_bc, 5e-4, 20, 0, 1e-4, 50},
          {"bricks", bricks, 1e-4, 20, 0, 1e-4, 50},
          {"mixed", testing::build_mixed, 5e-4, 30, 0, 1e-4, 50},
          {"joints", testing::build_joints, 1e-3, 50, 0, 1e-6, 50},
          {"statics", testing::build_statics, 0.5, 1, 0, 1e-12, 10000}};
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Short runs of one thread, JSON out");
  std::vector<std::string> names;
  app.add_option("names", names, "Scenes to run (default: all)");
  CLI11_PARSE(app, argc, argv);
  const auto file =
      std::filesystem::temp_directory_path() / ("corbel_instructions_" + std::to_string(::getpid()) + ".h5");
  nlohmann::json results = nlohmann::json::array();
  for (const SceneRun& scene : all_scenes())
    if (names.empty() || std::find(names.begin(), names.end(), scene.name) != names.end())
      results.push_back(run_scene(recorded(scene, file), 1));
  std::filesystem::remove(file);
  std::cout << results.dump(2) << '\n';
  return results.empty() ? 2 : 0;
}
