// SPDX-License-Identifier: MIT
// benchmark_scenes [--threads 1,2] [name …]: runs named scenes and prints a JSON array.
#include "benchmarks/run_scene.hpp"
#include "scenes/arch.hpp"
#include "scenes/beam_on_supports.hpp"
#include "scenes/brick_wall.hpp"
#include "scenes/convex_stack.hpp"
#include "scenes/cubes_pile.hpp"
#include "scenes/heap.hpp"
#include "scenes/shaken_cubes.hpp"
#include "scenes/shaken_wall.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <iostream>

namespace {

using namespace corbel;
using corbel::benchmarks::SceneRun;

/// The same scene with one point per pair of convexes, as Solfec-1.0 has it.
std::function<void(Simulation&)> on_centroids(std::function<void(Simulation&)> build)
{
  return [build = std::move(build)](Simulation& simulation) {
    build(simulation);
    simulation.model.contact.points = ContactPoints::centroid;
  };
}

std::vector<SceneRun> all_scenes()
{
  std::vector<SceneRun> all;
  // The two scenes of Solfec-1.0's timings (README.md here): 1000 steps each.
  const auto arch = [](Simulation& s) { scenes::build_arch(s, {.thickness_ratio = 0.10}); };
  all.push_back({"arch", arch, 1e-3, 1000, 0, 1e-4, 10000});
  all.push_back({"arch_centroid", on_centroids(arch), 1e-3, 1000, 0, 1e-4, 10000});
  all.push_back({"convex_stack", scenes::build_convex_stack, 1e-3, 1000, 0, 1e-4, 1000});
  all.push_back(
      {"convex_stack_centroid", on_centroids(scenes::build_convex_stack), 1e-3, 1000, 0, 1e-4, 1000});
  for (const int n : {10, 20, 30})
    all.push_back({"cubes_pile_" + std::to_string(n), [n](Simulation& s) { scenes::build_cubes_pile(s, n); },
                   1e-3, 40, 60, 1e-3, 200});
  // Dense contact, to a tolerance in both residuals.
  for (const int n : {10, 12, 20, 30})
    all.push_back({"wall_hit_" + std::to_string(n),
                   [n](Simulation& s) { scenes::build_brick_wall(s, {.n = n}); }, scenes::BrickWall::step,
                   200, 0, 1e-4, 0, "auto"});
  for (const int n : {10, 20}) {
    const double lean = n == 10 ? 0.11 : 0.15;
    all.push_back(
        {"wall_leaning_" + std::to_string(n),
         [n, lean](Simulation& s) { scenes::build_brick_wall(s, {.n = n, .ball = false, .lean = lean}); },
         scenes::BrickWall::step, 100, 0, 1e-5, 0, "auto"});
  }
  all.push_back({"heap_500", [](Simulation& s) { scenes::build_heap(s, {}); }, scenes::Heap::step, 400, 0,
                 1e-5, 0, "auto"});
  all.push_back({"shaken_wall", [](Simulation& s) { scenes::build_shaken_wall(s, 0.35 * 9.81); },
                 scenes::ShakenWall::step, 2000, 0, 1e-5, 0, "auto"});
  for (const bool elements : {false, true})
    for (const int n : {5, 10}) {
      const std::function<void(Simulation&)> build = [n, elements](Simulation& s) {
        scenes::build_shaken_cubes(s, {.n = n, .finite_elements = elements});
      };
      // Finite elements as decks have them: one point per pair of elements (README.md here).
      all.push_back({fmt::format("shaken_{}_{}", elements ? "elements" : "cubes", n),
                     elements ? on_centroids(build) : build, scenes::ShakenCubes::step, n == 5 ? 400 : 100, 0,
                     1e-4, 0, "auto"});
    }
  all.push_back({"beam_on_supports", scenes::build_beam_on_supports, scenes::BeamOnSupports::step,
                 scenes::BeamOnSupports::steps, 0, 1e-10, 0, "auto"});
  return all;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Named scenes, JSON out");
  std::vector<int> threads = {1, 2};
  std::vector<std::string> names;
  app.add_option("--threads", threads, "Numbers of threads to run each scene with")
      ->delimiter(',')
      ->allow_extra_args(false);
  std::string solver;
  app.add_option("--solver", solver, "Of scenes that are solved to a tolerance: its name (default: auto)");
  app.add_option("names", names, "Scenes to run (default: all)");
  CLI11_PARSE(app, argc, argv);

  nlohmann::json results = nlohmann::json::array();
  for (SceneRun scene : all_scenes()) {
    if (!solver.empty() && !scene.solver.empty()) scene.solver = solver;
    if (!names.empty() && std::find(names.begin(), names.end(), scene.name) == names.end()) continue;
    for (const int count : threads)
      results.push_back(run_scene(scene, count));
  }
  std::cout << results.dump(2) << '\n';
  return results.empty() ? 2 : 0;
}
