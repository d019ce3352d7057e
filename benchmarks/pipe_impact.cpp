// SPDX-License-Identifier: MIT
// benchmark_pipe_impact [--threads 1,2] [--forms BC,TL]: the pipe of TR1 §8.2, 100 steps, and beside
// it the linear algebra that no implementation can avoid: one factorization of A₀ and 100 solutions. Prints a
// JSON array.
#include "scenes/pipe_impact.hpp"
#include "corbel/bodies/total_lagrangian_body.hpp"
#include "corbel/solvers/sweeps/gauss_seidel.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <chrono>
#include <iostream>

namespace {

using namespace corbel;

constexpr double h = 1e-3;
constexpr int steps = 100;

template<class Work>
double seconds(const Work& work)
{
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

/// One factorization of A₀ = M + (ηh/2 + h²/4) K₀ and `steps` solutions with one right-hand side each.
nlohmann::json time_algebra()
{
  Simulation simulation(h);
  const FiniteElementBody& pipe = scenes::build_pipe_impact(simulation, FiniteElementForm::bc);
  const BodyTemplate& of = pipe.body_template();
  Eigen::SparseMatrix<double> A = (0.5e-4 * h + 0.25 * h * h) * of.K0();
  A.diagonal() += of.mass();
  std::optional<SparseCholesky> factor;
  const double factorization = seconds([&] { factor.emplace(A); });
  Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(A.rows(), -1, 1);
  const double solutions = seconds([&] {
    for (int i = 0; i < steps; ++i)
      b = factor->solve(b) / b.norm();
  });
  return {{"unknowns", A.rows()},
          {"factorization", factorization},
          {"solutions", solutions},
          {"sum", factorization + solutions}};
}

nlohmann::json run(const std::string& form, int threads, double algebra)
{
  Simulation simulation(h);
  simulation.threads = threads;
  FiniteElementBody* pipe = nullptr;
  RunReport report;
  const double all = seconds([&] {
    pipe = &scenes::build_pipe_impact(simulation, finite_element_form(form));
    report = simulation.run(GaussSeidel(GaussSeidelOptions{}), steps * h, {});
  });
  nlohmann::json json{
      {"form", form}, {"threads", threads}, {"seconds", all}, {"ratio_to_algebra", all / algebra}};
  for (std::size_t s = 0; s < stage_count; ++s)
    json["stages"][std::string(stage_names[s])] = report.seconds[s];
  json["factorizations"] = pipe->body_template().factorizations();
  json["columns"] = pipe->body_template().columns();
  json["template_bytes"] = pipe->body_template().bytes();
  json["body_bytes"] = pipe->bytes();
  json["kinetic_energy"] = pipe->kinetic_energy();
  if (const auto* tl = dynamic_cast<const TotalLagrangianBody*>(pipe)) {
    json["cg_iterations"] = tl->tangent_solver().iterations();
    json["tangent_factorizations"] = tl->tangent_solver().factorizations();
  }
  return json;
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Pipe impact");
  std::vector<int> threads = {1, 2};
  std::vector<std::string> forms = {"BC", "TL"};
  app.add_option("--threads", threads)->delimiter(',');
  app.add_option("--forms", forms)->delimiter(',');
  CLI11_PARSE(app, argc, argv);
  nlohmann::json report = nlohmann::json::array();
  const nlohmann::json algebra = time_algebra();
  report.push_back(algebra);
  for (const int count : threads)
    for (const std::string& form : forms)
      report.push_back(run(form, count, algebra["sum"]));
  std::cout << report.dump(2) << '\n';
}
