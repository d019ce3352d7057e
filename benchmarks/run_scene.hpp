// SPDX-License-Identifier: MIT
// Runs a named scene and prints one JSON object: seconds and counts per stage.
#pragma once

#include "corbel/run/simulation.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace corbel::benchmarks {

struct SceneRun {
  std::string name;
  std::function<void(Simulation&)> build;
  double h = 1e-3;  ///< [s]
  int steps = 100;
  int warm_up = 0;  ///< steps before the clock starts
  double epsilon = 1e-4;
  int max_iterations = 1000;
  std::string solver =
      {};  ///< by name, to `epsilon` in both residuals; empty: Gauss–Seidel by its own criterion
};

/// Seconds per step and stage, contacts, iterations, residuals, microseconds of detection and localization
/// per contact, and a hash of the final state (equal for every number of threads).
nlohmann::json run_scene(const SceneRun& scene, int threads);

}  // namespace corbel::benchmarks
