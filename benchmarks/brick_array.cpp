// SPDX-License-Identifier: MIT
// benchmark_brick_array [--threads 1,2] [--steps N] [-n 10]: n×n equal bricks of 432 unknowns thrown at each
// other; seconds per stage, time per 3×3 block of W, factorizations and memory, and beside it the bare matrix
// products. JSON.
#include "scenes/brick_array.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <iostream>
#include <map>

namespace {

using namespace corbel;

/// 3×3 blocks of W that come from bricks: for each brick all pairs of its contact points.
double count_blocks(const Simulation& simulation)
{
  std::map<int, double> touches;
  for (const ConstraintRecord& c : simulation.constraints())
    for (const int id : {c.master, c.slave})
      if (id > 4) ++touches[id];
  double blocks = 0;
  for (const auto& [id, m] : touches)
    blocks += m * m;
  return blocks;
}

/// A₀⁻¹ B for all bricks at once, per step: what free velocities cost at least.
double time_products(const CorotatedOperator& A0, Eigen::Index unknowns, int bricks, int steps)
{
  Eigen::MatrixXd B = Eigen::MatrixXd::Random(unknowns, bricks);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < steps; ++i) {
    A0.solve_in_place(B);
    B /= B.norm();
  }
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

nlohmann::json run(int n, int threads, int steps)
{
  constexpr double h = 1e-4;
  Simulation simulation(h);
  simulation.threads = threads;
  scenes::build_brick_array(simulation, n);
  double blocks = 0, contacts = 0;
  RunHooks hooks;
  hooks.progress = [&](const RunStatus& status) {
    blocks += count_blocks(simulation);
    contacts += static_cast<double>(status.contacts);
  };
  const RunReport report = simulation.run(GaussSeidel(GaussSeidelOptions{}), steps * h, hooks);
  nlohmann::json json{{"bricks", n * n}, {"threads", threads}, {"steps", steps}};
  double all = 0;
  for (std::size_t s = 0; s < stage_count; ++s) {
    json["stages_ms_per_step"][std::string(stage_names[s])] = 1e3 * report.seconds[s] / steps;
    all += report.seconds[s];
  }
  json["ms_per_step"] = 1e3 * all / steps;
  json["contacts_mean"] = contacts / steps;
  json["unconverged_steps"] = report.unconverged_steps;
  json["us_per_W_block"] =
      1e6 * report.seconds[static_cast<std::size_t>(Stage::localize)] / std::max(1.0, blocks);
  json["W_blocks_mean"] = blocks / steps;
  const auto& brick =
      static_cast<const FiniteElementBody&>(*simulation.model.bodies()[simulation.model.bodies().size() - 1]);
  const BodyTemplate& of = brick.body_template();
  json["templates"] = simulation.model.templates.templates().size();
  json["factorizations"] = of.factorizations();
  json["template_bytes"] = of.bytes();
  json["body_bytes"] = brick.bytes();
  const auto A0 = of.with_factors(StepRule::midpoint(h).factors(brick.damping()));
  const double products = time_products(*A0, of.K0().rows(), n * n, steps);
  json["products_ms_per_step"] = 1e3 * products / steps;
  json["predict_to_products"] = report.seconds[static_cast<std::size_t>(Stage::predict)] / products;
  return json;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Brick array");
  std::vector<int> threads = {1, 2};
  int n = 10, steps = 500;
  app.add_option("--threads", threads)->delimiter(',');
  app.add_option("-n", n);
  app.add_option("--steps", steps);
  CLI11_PARSE(app, argc, argv);
  nlohmann::json report = nlohmann::json::array();
  for (const int count : threads)
    report.push_back(run(n, count, steps));
  std::cout << report.dump(2) << '\n';
}
