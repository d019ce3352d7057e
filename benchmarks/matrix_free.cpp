// SPDX-License-Identifier: MIT
// benchmark_matrix_free [--elements 10,10,3] [--form BC] [--solver implicit] [--steps 5] [--threads 1]: one
// elastic block on the floor with contacts all over its lower face, W assembled in blocks or matrix-free through the
// body. One solver per process, as its peak memory is reported. Prints JSON.
#include "corbel/mesh/generators.hpp"
#include "corbel/run/simulation.hpp"
#include "corbel/solvers/cones/newton.hpp"
#include "corbel/solvers/portfolio/auto_solver.hpp"
#include "scenes/shapes.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <sys/resource.h>

#include <ctime>
#include <iostream>
#include <memory>

namespace {

using namespace corbel;

constexpr double h = 1e-3;
constexpr double tolerance = 1e-6;

Mesh box(const Vec3& lo, const Vec3& hi, const std::vector<int>& elements)
{
  std::vector<double> corners;
  for (const double z : {lo.z(), hi.z()})
    for (const auto& [x, y] :
         {std::pair(lo.x(), lo.y()), {hi.x(), lo.y()}, {hi.x(), hi.y()}, {lo.x(), hi.y()}})
      corners.insert(corners.end(), {x, y, z});
  return make_hex_mesh(corners, elements[0], elements[1], elements[2], 0, std::vector<int>(6, 0), {}, {}, {});
}

/// Falls with 1 m/s, slides with 0.5 m/s and turns a little.
FiniteElementBody& build(Simulation& simulation, const std::vector<int>& elements, const std::string& form,
                         double young)
{
  Model& model = simulation.model;
  model.contact.points = ContactPoints::centroid;  // one per element
  model.gravity = {0, 0, -9.81};
  model.surface_materials.add({"", {}, {}, 0.4});
  const BulkMaterial material = {.label = "", .young = young, .poisson = 0.25, .density = 2000};
  model.add_body(BodyKind::obstacle, {scenes::box({-9, -9, -1}, {9, 9, 0})}, material, "floor");
  FiniteElementBody& block = model.add_finite_element(box({0, 0, -1e-5}, {1, 1, 0.3}, elements), material,
                                                      finite_element_form(form), "block");
  block.set_initial_velocity({0.5, 0, -1}, {0.1, 0, 0.2});
  block.set_damping({1e-4, 0});
  return block;
}

std::unique_ptr<Solver> make(const std::string& name)
{
  NewtonOptions options{.tolerance = tolerance, .max_iterations = 200};
  options.form = name == "implicit" ? LocalForm::matrix_free : LocalForm::blocks;
  options.inner = name == "direct" ? InnerSolver::direct : InnerSolver::krylov;
  if (name == "auto") return std::make_unique<AutoSolver>(AutoOptions{.tolerance = tolerance});
  return std::make_unique<Newton>(options);
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("W assembled and matrix-free");
  std::vector<int> elements = {10, 10, 3};
  std::string form = "BC", solver = "implicit";
  int steps = 5, threads = 1;
  double young = 1e8;
  app.add_option("--elements", elements)->delimiter(',')->expected(3);
  app.add_option("--form", form);
  app.add_option("--solver", solver)->check(CLI::IsMember({"implicit", "krylov", "direct", "auto"}));
  app.add_option("--steps", steps);
  app.add_option("--threads", threads);
  app.add_option("--young", young);
  CLI11_PARSE(app, argc, argv);

  Simulation simulation(h);
  simulation.threads = threads;
  const FiniteElementBody& block = build(simulation, elements, form, young);
  const std::unique_ptr<Solver> method = make(solver);
  nlohmann::json report{{"elements", elements}, {"form", form}, {"solver", solver}, {"threads", threads}};
  report["unknowns"] = 3 * block.node_count();
  std::clock_t begin = std::clock();
  for (int k = 0; k < steps; ++k) {
    const RunReport run = simulation.run(*method, h, {});
    const std::clock_t end = std::clock();
    report["steps"].push_back({{"contacts", simulation.constraints().size()},
                               {"cpu_seconds", static_cast<double>(end - begin) / CLOCKS_PER_SEC},
                               {"localize", run.seconds[static_cast<std::size_t>(Stage::localize)]},
                               {"solve", run.seconds[static_cast<std::size_t>(Stage::solve)]},
                               {"iterations", run.last.iterations},
                               {"residual", std::max(run.worst_residual, run.worst_residual_absolute)}});
    begin = std::clock();
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  report["peak_megabytes"] = static_cast<double>(usage.ru_maxrss) / 1024;
  report["kinetic_energy"] = block.kinetic_energy();
  std::cout << report.dump(2) << '\n';
}
