// SPDX-License-Identifier: MIT
#include "corbel/fem/element_distance.hpp"

#include "corbel/geometry/closest_point.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace corbel {
namespace {

double distance_to_triangle(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& x)
{
  const Vec3 normal = (b - a).cross(c - a);
  const bool above = normal.dot((b - a).cross(x - a)) >= 0 && normal.dot((c - b).cross(x - b)) >= 0 &&
                     normal.dot((a - c).cross(x - c)) >= 0;
  if (above && normal.squaredNorm() > 0) return std::abs(normal.dot(x - a)) / normal.norm();
  return std::min({(closest_point_on_segment(a, b, x) - x).norm(),
                   (closest_point_on_segment(b, c, x) - x).norm(),
                   (closest_point_on_segment(c, a, x) - x).norm()});
}

double distance_to_facet(const ElementNodes& nodes, const LocalFace& face, const Facet& facet, const Vec3& x)
{
  const auto count = static_cast<std::size_t>(facet.count);
  const auto corner = [&](std::size_t i) -> const Vec3& {
    return nodes.x[static_cast<std::size_t>(face.nodes[static_cast<std::size_t>(facet.nodes[i % count])])];
  };
  if (count == 3) return distance_to_triangle(corner(0), corner(1), corner(2), x);
  const Vec3 middle = 0.25 * (corner(0) + corner(1) + corner(2) + corner(3));
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i)
    least = std::min(least, distance_to_triangle(middle, corner(i), corner(i + 1), x));
  return least;
}

}  // namespace

double distance_to_element(const ElementNodes& nodes, const Vec3& x)
{
  double least = std::numeric_limits<double>::infinity();
  for (const LocalFace& face : nodes.kind->faces)
    for (const Facet& facet : face.kind->facets)
      least = std::min(least, distance_to_facet(nodes, face, facet, x));
  return least;
}

}  // namespace corbel
