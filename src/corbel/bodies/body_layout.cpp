// SPDX-License-Identifier: MIT
#include "corbel/bodies/body_layout.hpp"

namespace corbel {

using enum StateVector;

BodySizes BodyLayout::sizes() const
{
  BodySizes sizes{.load = load_size};
  for (const NamedPart& part : parts)
    (part.of == q ? sizes.q : sizes.u) += part.size;
  return sizes;
}

BodyLayout rigid_layout()
{
  return {{{"rotation", q, 0, 9},
           {"center", q, 9, 3},
           {"referential angular velocity", u, 0, 3},
           {"center velocity", u, 3, 3}},
          9,
          "rotation in column-major order, then mass centre",
          "referential angular, then linear velocity"};
}

BodyLayout affine_layout()
{
  return {{{"deformation gradient", q, 0, 9},
           {"center", q, 9, 3},
           {"deformation gradient rate", u, 0, 9},
           {"center velocity", u, 9, 3}},
          12,
          "deformation gradient in column-major order, then mass centre",
          "rate of the deformation gradient in column-major order, then linear velocity"};
}

BodyLayout nodal_layout(std::size_t node_count)
{
  const auto n = 3 * static_cast<Eigen::Index>(node_count);
  return {{{"node positions", q, 0, n}, {"node velocities", u, 0, n}},
          n,
          "coordinates x, y, z of the nodes",
          "velocities x, y, z of the nodes"};
}

}  // namespace corbel
