// SPDX-License-Identifier: MIT
#include "corbel/elements/element_kind.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>

namespace corbel {

LocalFace local_face(const FaceKind& kind, std::span<const int> nodes)
{
  demand(static_cast<int>(nodes.size()) == kind.node_count,
         "local_face: as many nodes as the kind of face has");
  LocalFace face{&kind, {}};
  face.nodes.fill(-1);
  std::copy(nodes.begin(), nodes.end(), face.nodes.begin());
  return face;
}

Vec3 reference_center(const ElementKind& kind)
{
  Vec3 sum = Vec3::Zero();
  for (const Vec3& node : kind.reference_nodes)
    sum += node;
  return sum / kind.node_count;
}

void demand_complete(const ElementKind& kind)
{
  const auto expect = [&](bool fits, const char* what) {
    if (!fits) throw InternalError(fmt::format("the kind of element '{}': {}", kind.name, what));
  };
  const auto nodes = static_cast<std::size_t>(kind.node_count);
  expect(kind.node_count <= max_element_nodes, "more nodes than max_element_nodes");
  expect(kind.corner_count <= kind.node_count, "more corners than nodes");
  expect(kind.reference_nodes.size() == nodes, "reference_nodes: one for each node");
  expect(kind.turned_over.size() == nodes, "turned_over: one for each node");
  expect(!kind.faces.empty() && !kind.corner_axes.empty(), "no faces or no corner_axes");
  expect(!kind.stiffness_rule.empty() && !kind.mass_rule.empty() && !kind.moment_rule.empty(),
         "a rule without points");
  expect(kind.stiffness_rule.size() <= static_cast<std::size_t>(max_element_points),
         "more points of the stiffness rule than max_element_points");
  expect(kind.shape_values && kind.shape_gradients && kind.outside_by, "a function is missing");
}

}  // namespace corbel
