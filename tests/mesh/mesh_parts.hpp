// SPDX-License-Identifier: MIT
// A mesh taken apart into two.
#pragma once

#include "corbel/mesh/mesh.hpp"

#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace corbel::testing {

/// The elements whose middle satisfies the condition, with their nodes.
inline Mesh elements_where(const Mesh& mesh, const std::function<bool(const Vec3&)>& condition)
{
  std::map<int, int> number;
  std::vector<double> nodes;
  std::vector<int> elements;
  for (const Element& element : mesh.elements) {
    Vec3 middle = Vec3::Zero();
    for (const int node : element.node_span())
      middle += mesh.nodes[static_cast<std::size_t>(node)] / element.node_count();
    if (!condition(middle)) continue;
    elements.push_back(element.node_count());
    for (const int node : element.node_span()) {
      const auto [known, is_new] = number.try_emplace(node, static_cast<int>(number.size()));
      if (is_new) {
        const Vec3& x = mesh.nodes[static_cast<std::size_t>(node)];
        nodes.insert(nodes.end(), x.data(), x.data() + 3);
      }
      elements.push_back(known->second);
    }
    elements.push_back(0);
  }
  return make_mesh(nodes, elements, std::vector<int>{0});
}

/// 2 × 2 × 2 unit cubes, taken apart across the space diagonal: four around the origin, four around (2, 2,
/// 2). Elements of the one share edges and vertices with elements of the other whose inner faces lie there.
inline std::pair<Mesh, Mesh> halves_of_a_cube()
{
  std::vector<double> corners;
  for (const double z : {0.0, 2.0})
    for (const auto& [x, y] : {std::pair(0.0, 0.0), {2.0, 0.0}, {2.0, 2.0}, {0.0, 2.0}})
      corners.insert(corners.end(), {x, y, z});
  const Mesh cube = make_hex_mesh(corners, 2, 2, 2, 0, std::vector<int>(6, 0), {}, {}, {});
  return {elements_where(cube, [](const Vec3& x) { return x.sum() < 3; }),
          elements_where(cube, [](const Vec3& x) { return x.sum() > 3; })};
}

}  // namespace corbel::testing
