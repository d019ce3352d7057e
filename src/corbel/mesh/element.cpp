// SPDX-License-Identifier: MIT
// Elements and boundary faces of a mesh: construction and orientation.
#include "corbel/mesh/element.hpp"

#include "corbel/core/error.hpp"

#include <Eigen/Geometry>

#include <algorithm>

namespace corbel {
namespace {

/// A corner volume below this fraction of (longest edge at corners)³ is round-off.
constexpr double flat_tolerance = 1e-12;

}  // namespace

Element make_element(const ElementKind& kind, std::span<const int> nodes, int volume_id)
{
  demand(static_cast<int>(nodes.size()) == kind.node_count, "make_element: as many nodes as the kind has");
  Element element{&kind, volume_id, {}};
  element.nodes.fill(-1);
  std::copy(nodes.begin(), nodes.end(), element.nodes.begin());
  return element;
}

Facet BoundaryFace::facet(const Facet& local) const
{
  Facet facet{local.count, {-1, -1, -1, -1}};
  for (std::size_t i = 0; i < static_cast<std::size_t>(local.count); ++i)
    facet.nodes[i] = nodes[static_cast<std::size_t>(local.nodes[i])];
  return facet;
}

Orientation orientation(std::span<const Vec3> nodes, const Element& element)
{
  const auto node = [&](int local) -> const Vec3& {
    return nodes[static_cast<std::size_t>(element.nodes[static_cast<std::size_t>(local)])];
  };
  double lowest = 0;
  double highest = 0;
  double size = 0;
  for (const std::array<int, 4>& corner : element.kind->corner_axes) {
    const Vec3 e1 = node(corner[1]) - node(corner[0]);
    const Vec3 e2 = node(corner[2]) - node(corner[0]);
    const Vec3 e3 = node(corner[3]) - node(corner[0]);
    const double volume = e1.cross(e2).dot(e3);
    lowest = std::min(lowest, volume);
    highest = std::max(highest, volume);
    size = std::max({size, e1.norm(), e2.norm(), e3.norm()});
  }
  const double tolerance = flat_tolerance * size * size * size;
  if (highest > tolerance && lowest < -tolerance) return Orientation::self_inverted;
  if (highest > tolerance) return Orientation::positive;
  if (lowest < -tolerance) return Orientation::negative;
  return Orientation::flat;
}

void turn_over(Element& element)
{
  const auto old = element.nodes;
  for (std::size_t a = 0; a < element.kind->turned_over.size(); ++a)
    element.nodes[a] = old[static_cast<std::size_t>(element.kind->turned_over[a])];
}

}  // namespace corbel
