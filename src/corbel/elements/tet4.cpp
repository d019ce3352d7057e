// SPDX-License-Identifier: MIT
// N_0 = 1 − ξ − η − ζ, N_1 = ξ, N_2 = η, N_3 = ζ.
#include "corbel/elements/solid_kinds.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

void tet4_values(const Vec3& xi, std::span<double> N)
{
  N[0] = 1 - xi.x() - xi.y() - xi.z();
  for (std::size_t a = 1; a < 4; ++a)
    N[a] = xi[static_cast<int>(a) - 1];
}

void tet4_gradients(const Vec3& /*xi*/, std::span<Vec3> dN)
{
  dN[0] = Vec3::Constant(-1);
  for (std::size_t a = 1; a < 4; ++a)
    dN[a] = Vec3::Unit(static_cast<int>(a) - 1);
}

double tet4_outside_by(const Vec3& xi) { return std::max(-xi.minCoeff(), xi.sum() - 1); }

/// Degree 2.
ElementRule tetrahedron_rule4()
{
  const double near = (5 - std::sqrt(5.0)) / 20, far = 1 - 3 * near;
  const double w = 1.0 / 24;
  return {{{near, near, near}, w}, {{far, near, near}, w}, {{near, far, near}, w}, {{near, near, far}, w}};
}

ElementKind make_tet4()
{
  const auto triangle = [](std::array<int, 3> nodes) { return local_face(triangle3(), nodes); };
  return {.name = "tet4",
          .family = "tetrahedron",
          .dimension = 3,
          .node_count = 4,
          .corner_count = 4,
          .reference_nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
          .faces = {triangle({0, 2, 1}), triangle({0, 1, 3}), triangle({1, 2, 3}), triangle({2, 0, 3})},
          .corner_axes = {{0, 1, 2, 3}},
          .turned_over = {0, 2, 1, 3},
          .stiffness_rule = tetrahedron_rule4(),
          .mass_rule = tetrahedron_rule4(),
          .moment_rule = tetrahedron_rule4(),
          .part_degree = 2,
          .shape_values = tet4_values,
          .shape_gradients = tet4_gradients,
          .outside_by = tet4_outside_by,
          .lumps = true};
}

}  // namespace

const ElementKind& tet4()
{
  static const ElementKind kind = make_tet4();
  return kind;
}

}  // namespace corbel
