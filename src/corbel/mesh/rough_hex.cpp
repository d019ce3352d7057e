// SPDX-License-Identifier: MIT
// ROUGH_HEX: a box of hexahedra around some convexes, along their principal axes.
#include "corbel/core/error.hpp"
#include "corbel/geometry/principal_axes.hpp"
#include "corbel/mesh/generators.hpp"

#include <limits>

namespace corbel {

Mesh make_rough_hex_mesh(std::span<const Convex> convexes, int i, int j, int k, std::span<const double> dx,
                         std::span<const double> dy, std::span<const double> dz)
{
  if (convexes.empty()) throw_input_error("shape", "no convexes", "at least one convex");
  Moments sum;
  for (const Convex& convex : convexes)
    sum += moments(convex);
  const Mat3 axes = principal_axes(sum.central_euler());

  Aabb box;  // in the principal frame
  for (const Convex& convex : convexes)
    for (const Vec3& x : convex.vertices)
      box.extend(axes.transpose() * (x - sum.center()));

  std::vector<double> corners;
  for (const double z : {box.lo.z(), box.hi.z()})
    for (const auto& [x, y] : {std::pair(box.lo.x(), box.lo.y()), std::pair(box.hi.x(), box.lo.y()),
                               std::pair(box.hi.x(), box.hi.y()), std::pair(box.lo.x(), box.hi.y())}) {
      const Vec3 corner = sum.center() + axes * Vec3(x, y, z);
      corners.insert(corners.end(), {corner.x(), corner.y(), corner.z()});
    }
  constexpr int fake = std::numeric_limits<int>::max();
  const std::array<int, 6> surfaces{fake, fake, fake, fake, fake, fake};
  return make_hex_mesh(corners, i, j, k, fake, surfaces, dx, dy, dz);
}

}  // namespace corbel
