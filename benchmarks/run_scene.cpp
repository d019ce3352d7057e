// SPDX-License-Identifier: MIT
#include "benchmarks/run_scene.hpp"

#include "corbel/solvers/portfolio/make_solver.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include <fmt/format.h>

#include <bit>

namespace corbel::benchmarks {
namespace {

/// FNV-1a over the bits of all states.
std::string state_hash(const Simulation& simulation)
{
  std::uint64_t hash = 14695981039346656037ULL;
  for (const double number : simulation.frame().state)
    hash = (hash ^ std::bit_cast<std::uint64_t>(number)) * 1099511628211ULL;
  return fmt::format("{:016x}", hash);
}

std::unique_ptr<Solver> solver_of(const SceneRun& scene)
{
  if (!scene.solver.empty()) return make_solver(scene.solver, {.tolerance = scene.epsilon});
  GaussSeidelOptions options;
  options.epsilon = scene.epsilon;
  options.max_iterations = scene.max_iterations;
  return std::make_unique<GaussSeidel>(options);
}

}  // namespace

nlohmann::json run_scene(const SceneRun& scene, int threads)
{
  Simulation simulation(scene.h);
  simulation.threads = threads;
  scene.build(simulation);
  const std::unique_ptr<Solver> chosen = solver_of(scene);
  const Solver& solver = *chosen;
  if (scene.warm_up > 0) simulation.run(solver, scene.warm_up * scene.h, {});

  double contact_steps = 0;  // Σ contacts over steps
  std::size_t most = 0;
  double slowest = 0, before = 0;  // seconds
  RunHooks hooks;
  hooks.progress = [&](const RunStatus& status) {
    slowest = std::max(slowest, status.wall_seconds - before);
    before = status.wall_seconds;
    contact_steps += static_cast<double>(status.contacts);
    most = std::max(most, status.contacts);
  };
  const RunReport report = simulation.run(solver, scene.steps * scene.h, hooks);

  const auto steps = static_cast<double>(report.last.steps);
  nlohmann::json json;
  json["scene"] = scene.name;
  json["threads"] = threads;
  json["bodies"] = report.last.bodies;
  json["steps"] = report.last.steps;
  json["seconds"] = report.last.wall_seconds;
  json["seconds_per_step"] = report.last.wall_seconds / steps;
  json["seconds_of_slowest_step"] = slowest;
  for (std::size_t s = 0; s < stage_count; ++s)
    json["stage_seconds_per_step"][std::string(stage_names[s])] = report.seconds[s] / steps;
  json["contacts_mean"] = contact_steps / steps;
  json["contacts_max"] = most;
  json["iterations_per_step"] = static_cast<double>(report.iterations) / steps;
  json["unconverged_steps"] = report.unconverged_steps;
  json["worst_residual_scaled"] = report.worst_residual;
  json["worst_residual_absolute"] = report.worst_residual_absolute;
  for (const auto& [method, cost] : report.methods) {
    json["steps_by_method"][method] = cost.steps;
    json["solve_seconds_by_method"][method] = cost.seconds;
  }
  const auto stage = [&](Stage s) { return report.seconds[static_cast<std::size_t>(s)]; };
  if (contact_steps > 0)
    json["detect_and_localize_microseconds_per_contact"] =
        1e6 * (stage(Stage::detect) + stage(Stage::localize)) / contact_steps;
  json["state_hash"] = state_hash(simulation);
  return json;
}

}  // namespace corbel::benchmarks
