// SPDX-License-Identifier: MIT
#include "corbel/fem/overlapping_elements.hpp"

#include "corbel/core/threads.hpp"
#include "corbel/elements/shape_functions.hpp"
#include "corbel/fem/element_tree.hpp"
#include "corbel/fem/integration_points.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

constexpr double towards_node = 0.8;  ///< of the way from the middle of an element
/// A point counts as inside when it is deeper than this (natural units, the element has the size 1 or 2):
/// neighbours of different kinds need not agree on a warped face.
constexpr double deep_inside = 0.05;

/// The lowest element but `own` that contains X; `none` without one.
int other_element_at(const Mesh& mesh, const ElementTree& tree, int own, const Vec3& X, int none)
{
  int found = none;
  tree.query(X, 0, [&](int e) {
    if (e == own || e > found) return;
    const ElementNodes nodes(mesh, mesh.elements[static_cast<std::size_t>(e)]);
    const std::optional<Vec3> xi = natural_coordinates(*nodes.kind, nodes.span(), X);
    if (xi && nodes.kind->outside_by(*xi) < -deep_inside) found = e;
  });
  return found;
}

}  // namespace

std::optional<std::pair<int, int>> overlapping_elements(const Mesh& mesh)
{
  constexpr int none = std::numeric_limits<int>::max();
  const ElementTree tree(mesh);
  std::vector<int> other(mesh.elements.size(), none);
  parallel_for(other.size(), 64, [&](std::size_t e) {
    const ElementNodes nodes(mesh, mesh.elements[e]);
    const Vec3 middle = reference_center(*nodes.kind);
    const auto look = [&](const Vec3& xi) {
      const Vec3 X = interpolate(*nodes.kind, nodes.span(), xi);
      other[e] = std::min(other[e], other_element_at(mesh, tree, static_cast<int>(e), X, none));
    };
    look(middle);
    for (const Vec3& node : nodes.kind->reference_nodes)
      look(middle + towards_node * (node - middle));
  });
  const auto first = std::find_if(other.begin(), other.end(), [](int e) { return e != none; });
  if (first == other.end()) return std::nullopt;
  return std::minmax(static_cast<int>(first - other.begin()), *first);
}

}  // namespace corbel
