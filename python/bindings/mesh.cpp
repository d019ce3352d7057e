// SPDX-License-Identifier: MIT
// Mesh generators and operations on shapes: mesh and bodies/split.
#include "bindings.hpp"

#include "corbel/bodies/split.hpp"
#include "corbel/mesh/bend.hpp"
#include "corbel/mesh/generators.hpp"

namespace corbel::python {

void define_mesh(py::module_& m)
{
  m.def("make_pipe_mesh", [](const Vec3& point, const Vec3& direction, double inner_radius, double thickness,
                             int ndir, int nrad, int nthi, int volume_id, const std::vector<int>& surfaces) {
    return make_pipe_mesh(point, direction, inner_radius, thickness, ndir, nrad, nthi, volume_id, surfaces);
  });
  m.def("make_rough_hex_mesh",
        [](const std::vector<Convex>& convexes, int i, int j, int k, const std::vector<double>& dx,
           const std::vector<double>& dy,
           const std::vector<double>& dz) { return make_rough_hex_mesh(convexes, i, j, k, dx, dy, dz); });
  m.def("make_ellipsoid_mesh", &make_ellipsoid_mesh);
  m.def("element_convexes", &element_convexes);
  m.def("bend_mesh", &bend);
  m.def("split_parts", [](const Shape& parts, const Vec3& point, const Vec3& normal,
                          const std::pair<int, int>& surfaces, bool remesh) {
    std::vector<std::pair<std::optional<ShapePart>, std::optional<ShapePart>>> result;
    for (SplitPart& part : split(parts, point, normal, {surfaces.first, surfaces.second}, remesh))
      result.emplace_back(std::move(part.below), std::move(part.above));
    return result;
  });
}

}  // namespace corbel::python
