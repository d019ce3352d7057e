// SPDX-License-Identifier: MIT
#include "corbel/mesh/merge_nodes.hpp"

#include "corbel/core/error.hpp"
#include "corbel/geometry/aabb.hpp"
#include "corbel/geometry/coincident_points.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace corbel {
namespace {

/// Two nodes of one element in the same group.
struct Collapsed {
  std::size_t element;
  int a, b;
};

/// use(Collapsed) for each.
template<class Use>
void for_each_collapsed(const Mesh& mesh, const std::vector<int>& group, const Use& use)
{
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const auto nodes = mesh.elements[e].node_span();
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t j = i + 1; j < nodes.size(); ++j)
        if (group[static_cast<std::size_t>(nodes[i])] == group[static_cast<std::size_t>(nodes[j])])
          use(Collapsed{e, nodes[i], nodes[j]});
  }
}

/// Elements have an edge, or a diagonal that is no shorter, between any two of their nodes. Collapsed edges
/// do not count.
double shortest_distance(const Mesh& mesh, double extent)
{
  double shortest = extent;
  for (const Element& element : mesh.elements)
    for (const int a : element.node_span())
      for (const int b : element.node_span()) {
        const double d =
            (mesh.nodes[static_cast<std::size_t>(a)] - mesh.nodes[static_cast<std::size_t>(b)]).norm();
        if (d > 1e-9 * extent) shortest = std::min(shortest, d);
      }
  return shortest;
}

}  // namespace

double coincidence_tolerance(const Mesh& mesh)
{
  Aabb box;
  for (const Vec3& x : mesh.nodes)
    box.extend(x);
  const double extent = box.size().maxCoeff();
  return std::min(1e-6 * extent, 1e-2 * shortest_distance(mesh, extent));
}

std::vector<int> first_nodes_at_places(const Mesh& mesh, double tolerance)
{
  const std::vector<int> group = group_coincident(mesh.nodes, tolerance);
  std::set<int> left_alone;
  for_each_collapsed(mesh, group,
                     [&](const Collapsed& c) { left_alone.insert(group[static_cast<std::size_t>(c.a)]); });
  std::vector<int> first_of_group, first(group.size());
  for (std::size_t n = 0; n < group.size(); ++n) {
    const auto g = static_cast<std::size_t>(group[n]);
    if (g == first_of_group.size()) first_of_group.push_back(static_cast<int>(n));  // groups come in order
    first[n] = left_alone.contains(group[n]) ? static_cast<int>(n) : first_of_group[g];
  }
  return first;
}

std::vector<std::pair<int, int>> coincident_nodes(const Mesh& mesh, double tolerance)
{
  std::vector<std::pair<int, int>> pairs;
  const std::vector<int> first = first_nodes_at_places(mesh, tolerance);
  for (std::size_t n = 0; n < first.size(); ++n)
    if (first[n] != static_cast<int>(n)) pairs.emplace_back(first[n], static_cast<int>(n));
  return pairs;
}

std::vector<int> merge_nodes(Mesh& mesh, double tolerance)
{
  const std::vector<int> group = group_coincident(mesh.nodes, tolerance);
  for_each_collapsed(mesh, group, [&](const Collapsed& c) {
    throw_input_error(
        "merge_nodes",
        fmt::format("{:.3g} m, which joins nodes {} and {} of element {}", tolerance, c.a, c.b, c.element),
        "a distance below the shortest edge of the elements");
  });
  std::vector<Vec3> kept;
  for (std::size_t n = 0; n < group.size(); ++n)
    if (static_cast<std::size_t>(group[n]) == kept.size()) kept.push_back(mesh.nodes[n]);
  mesh.nodes = std::move(kept);
  for (Element& element : mesh.elements)
    for (int& n : element.node_span()) {
      n = group[static_cast<std::size_t>(n)];
    }
  return group;
}

}  // namespace corbel
