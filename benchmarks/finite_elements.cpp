// SPDX-License-Identifier: MIT
// benchmark_finite_elements [-t threads]: milliseconds for the parts of a finite element step, of a block of
// 36×36×4 hexahedra; prints a JSON object.
#include "corbel/fem/solid.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <iostream>

namespace {

using namespace corbel;

/// The fastest of a few rounds, for others use the machine too.
template<class Work>
double milliseconds(int rounds, const Work& work)
{
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double, std::milli> passed = std::chrono::steady_clock::now() - begin;
    least = std::min(least, passed.count());
  }
  return least;
}

Solid make_block()
{
  const std::vector<double> corners{0, 0, 0, 9, 0, 0, 9, 9, 0, 0, 9, 0, 0, 0, 1, 9, 0, 1, 9, 9, 1, 0, 9, 1};
  const std::vector<int> surfaces(6, 1);
  const Mesh mesh = make_hex_mesh(corners, 36, 36, 4, 1, surfaces, {}, {}, {});
  return Solid(mesh, {{SaintVenantKirchhoff::from_young_poisson(1e7, 0.25), 1000}},
               std::vector<int>(mesh.elements.size(), 0));
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Finite element assembly");
  int threads = 1;
  app.add_option("-t,--threads", threads);
  CLI11_PARSE(app, argc, argv);
  const ThreadLimit limit(threads);

  const Solid solid = make_block();
  Eigen::VectorXd q(3 * static_cast<Eigen::Index>(solid.node_count())), f;
  for (Eigen::Index i = 0; i < q.size(); ++i)
    q[i] = 1e-3 * std::sin(static_cast<double>(i * i));
  Eigen::SparseMatrix<double> K = solid.tangent_pattern();
  const auto locate_all = [&] {
    for (const Vec3& X : solid.mesh().nodes)
      if (!solid.locate(X, 1e-6)) throw std::logic_error("a node is nowhere");
  };
  nlohmann::json report{
      {"elements", solid.mesh().elements.size()}, {"nodes", solid.node_count()}, {"threads", threads}};
  report["milliseconds"] = {
      {"set up", milliseconds(3, [] { make_block(); })},
      {"internal force", milliseconds(20, [&] { solid.internal_force(q, f); })},
      {"force and tangent", milliseconds(10, [&] { solid.force_and_tangent(q, f, K); })},
      {"energy", milliseconds(20, [&] { solid.energy(q); })},
      {"stress at all nodes", milliseconds(5, [&] { solid.nodal_stress(q); })},
      {"locate all nodes", milliseconds(3, locate_all)}};
  std::cout << report.dump(2) << '\n';
}
