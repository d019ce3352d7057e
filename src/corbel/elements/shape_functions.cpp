// SPDX-License-Identifier: MIT
#include "corbel/elements/shape_functions.hpp"

namespace corbel {

bool is_inside(const ElementKind& kind, const Vec3& xi, double tolerance)
{
  return kind.outside_by(xi) <= tolerance;
}

Vec3 interpolate(const ElementKind& kind, std::span<const Vec3> x, const Vec3& xi)
{
  std::array<double, max_element_nodes> N;
  kind.shape_values(xi, N);
  Vec3 sum = Vec3::Zero();
  for (std::size_t a = 0; a < static_cast<std::size_t>(kind.node_count); ++a)
    sum += N[a] * x[a];
  return sum;
}

Mat3 jacobian(const ElementKind& kind, std::span<const Vec3> x, const Vec3& xi)
{
  std::array<Vec3, max_element_nodes> dN;
  kind.shape_gradients(xi, dN);
  Mat3 J = Mat3::Zero();
  for (std::size_t a = 0; a < static_cast<std::size_t>(kind.node_count); ++a)
    J += x[a] * dN[a].transpose();
  return J;
}

}  // namespace corbel
