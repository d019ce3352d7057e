// SPDX-License-Identifier: MIT
// Meshes, bodies and tables of the tests of deformable bodies; what they share with rigid ones is in
// physics/scene_helpers.hpp.
#pragma once

#include "physics/scene_helpers.hpp"

#include "corbel/bodies/corotated_body.hpp"
#include "corbel/bodies/total_lagrangian_body.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

namespace corbel::testing {

#ifdef CORBEL_INSTRUMENTED
inline constexpr bool instrumented = true;  // programs are slow: shorter runs
#else
inline constexpr bool instrumented = false;
#endif

// --- bodies -----------------------------------------------------------------------------------------

/// A box of i × j × k hexahedra.
inline Mesh grid(const Vec3& lo, const Vec3& hi, int i, int j, int k)
{
  std::vector<double> corners;
  for (const double z : {lo.z(), hi.z()})
    for (const auto& [x, y] :
         {std::pair(lo.x(), lo.y()), {hi.x(), lo.y()}, {hi.x(), hi.y()}, {lo.x(), hi.y()}})
      corners.insert(corners.end(), {x, y, z});
  return make_hex_mesh(corners, i, j, k, 0, std::vector<int>(6, 0), {}, {}, {});
}

inline FiniteElementBody& add_elastic(Simulation& simulation, const Mesh& mesh, const BulkMaterial& material,
                                      const std::string& form)
{
  return simulation.model.add_finite_element(mesh, material, finite_element_form(form), "");
}

inline Eigen::VectorXd vector(const std::vector<double>& v)
{
  return Eigen::Map<const Eigen::VectorXd>(v.data(), static_cast<Eigen::Index>(v.size()));
}

inline std::vector<double> flat(const Eigen::VectorXd& v) { return {v.data(), v.data() + v.size()}; }

/// Runs bodies that touch nothing.
inline void fly(Simulation& simulation, double duration, const std::function<void()>& look = {})
{
  run_steps(simulation, static_cast<int>(std::lround(duration / simulation.h())), look, solver(1e-10, 100));
}

// --- the rotating bar of TR1 §8.1 ------------------------------------------------------------

/// 0.1 × 0.1 × 1 m, 2 × 2 × 20 elements, spinning about the x axis through its centre with 1 rad/s.
inline FiniteElementBody& add_rotating_bar(Simulation& simulation, const std::string& form, double young,
                                           double eta, double poisson = 0.26)
{
  FiniteElementBody& bar =
      add_elastic(simulation, grid({-0.05, -0.05, 0}, {0.05, 0.05, 1}, 2, 2, 20),
                  {.label = "", .young = young, .poisson = poisson, .density = 7800}, form);
  bar.set_damping({eta, 0});
  bar.set_initial_velocity({0, 0, 0}, {1, 0, 0});
  return bar;
}

/// Change of the distance of its end points [m].
inline double elongation(const FiniteElementBody& bar)
{
  return (bar.position(bar.locate("top", {0, 0, 1})) - bar.position(bar.locate("bottom", {0, 0, 0}))).norm() -
         1;
}

// --- tables -----------------------------------------------------------------------------------------

/// Numbers of a file of tests/data, row by row, without its heading.
inline std::vector<std::vector<double>> read_table(const std::string& name)
{
  std::ifstream in(std::string(CORBEL_TEST_DATA) + "/" + name);
  if (!in) throw std::runtime_error("no file tests/data/" + name);
  std::vector<std::vector<double>> rows;
  std::string line, cell;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    while (std::getline(cells, cell, ','))
      rows.back().push_back(std::stod(cell));
  }
  return rows;
}

}  // namespace corbel::testing
