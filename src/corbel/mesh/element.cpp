// SPDX-License-Identifier: MIT
// The four kinds of elements: their faces, corners and orientation.
#include "corbel/mesh/element.hpp"

#include "corbel/core/error.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <utility>

namespace corbel {
namespace {

using Face = std::array<int, 5>;  // count, local nodes
using Corner =
    std::array<int, 4>;  // local node, then its three neighbours, right-handed in a positive element

constexpr std::array<Face, 4> tetrahedron_faces{
    {{3, 0, 2, 1, -1}, {3, 0, 1, 3, -1}, {3, 1, 2, 3, -1}, {3, 2, 0, 3, -1}}};
constexpr std::array<Face, 5> pyramid_faces{
    {{4, 0, 3, 2, 1}, {3, 0, 1, 4, -1}, {3, 1, 2, 4, -1}, {3, 2, 3, 4, -1}, {3, 3, 0, 4, -1}}};
constexpr std::array<Face, 5> wedge_faces{
    {{3, 0, 2, 1, -1}, {3, 3, 4, 5, -1}, {4, 0, 1, 4, 3}, {4, 1, 2, 5, 4}, {4, 2, 0, 3, 5}}};
constexpr std::array<Face, 6> hexahedron_faces{
    {{4, 0, 3, 2, 1}, {4, 0, 1, 5, 4}, {4, 1, 2, 6, 5}, {4, 2, 3, 7, 6}, {4, 0, 4, 7, 3}, {4, 4, 5, 6, 7}}};

constexpr std::array<Corner, 1> tetrahedron_corners{{{0, 1, 2, 3}}};
// The apex has four edges and no Jacobian of its own.
constexpr std::array<Corner, 4> pyramid_corners{{{0, 1, 3, 4}, {1, 2, 0, 4}, {2, 3, 1, 4}, {3, 0, 2, 4}}};
constexpr std::array<Corner, 6> wedge_corners{
    {{0, 1, 2, 3}, {1, 2, 0, 4}, {2, 0, 1, 5}, {3, 5, 4, 0}, {4, 3, 5, 1}, {5, 4, 3, 2}}};
constexpr std::array<Corner, 8> hexahedron_corners{{{0, 1, 3, 4},
                                                    {1, 2, 0, 5},
                                                    {2, 3, 1, 6},
                                                    {3, 0, 2, 7},
                                                    {4, 7, 5, 0},
                                                    {5, 4, 6, 1},
                                                    {6, 5, 7, 2},
                                                    {7, 6, 4, 3}}};

/// A corner volume below this fraction of (longest edge at corners)³ is round-off.
constexpr double flat_tolerance = 1e-12;

std::span<const Corner> element_corners(int node_count)
{
  switch (node_count) {
  case 4:
    return tetrahedron_corners;
  case 5:
    return pyramid_corners;
  case 6:
    return wedge_corners;
  case 8:
    return hexahedron_corners;
  default:
    throw InternalError("element_corners: an element has 4, 5, 6 or 8 nodes");
  }
}

}  // namespace

std::span<const std::array<int, 5>> element_faces(int node_count)
{
  switch (node_count) {
  case 4:
    return tetrahedron_faces;
  case 5:
    return pyramid_faces;
  case 6:
    return wedge_faces;
  case 8:
    return hexahedron_faces;
  default:
    throw InternalError("element_faces: an element has 4, 5, 6 or 8 nodes");
  }
}

Orientation orientation(std::span<const Vec3> nodes, const Element& element)
{
  const auto node = [&](int local) -> const Vec3& {
    return nodes[static_cast<std::size_t>(element.nodes[static_cast<std::size_t>(local)])];
  };
  double lowest = 0;
  double highest = 0;
  double size = 0;
  for (const Corner& corner : element_corners(element.node_count)) {
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
  auto& n = element.nodes;
  switch (element.node_count) {
  case 4:
    std::swap(n[1], n[2]);
    break;
  case 5:
    std::swap(n[1], n[3]);
    break;
  default: {
    const auto half = element.node_count / 2;
    std::swap_ranges(n.begin(), n.begin() + half, n.begin() + half);
  }
  }
}

}  // namespace corbel
