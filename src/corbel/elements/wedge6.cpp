// SPDX-License-Identifier: MIT
// N_a = ½ (1 + ζ_a ζ) L_a with the area coordinates L of the triangle.
#include "corbel/elements/line_rules.hpp"
#include "corbel/elements/solid_kinds.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

const std::array<Vec3, 6>& wedge6_nodes()
{
  static const std::array<Vec3, 6> nodes{
      {{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}};
  return nodes;
}

void wedge6_values(const Vec3& xi, std::span<double> N)
{
  const auto& nodes = wedge6_nodes();
  const std::array<double, 3> L{1 - xi.x() - xi.y(), xi.x(), xi.y()};
  for (std::size_t a = 0; a < 6; ++a)
    N[a] = 0.5 * (1 + nodes[a].z() * xi.z()) * L[a % 3];
}

void wedge6_gradients(const Vec3& xi, std::span<Vec3> dN)
{
  const auto& nodes = wedge6_nodes();
  const std::array<double, 3> L{1 - xi.x() - xi.y(), xi.x(), xi.y()};
  const std::array<double, 3> dL_dxi{-1, 1, 0}, dL_deta{-1, 0, 1};
  for (std::size_t a = 0; a < 6; ++a) {
    const double along = 0.5 * (1 + nodes[a].z() * xi.z());
    dN[a] = {along * dL_dxi[a % 3], along * dL_deta[a % 3], 0.5 * nodes[a].z() * L[a % 3]};
  }
}

double wedge6_outside_by(const Vec3& xi)
{
  return std::max({-xi.x(), -xi.y(), xi.x() + xi.y() - 1, std::abs(xi.z()) - 1});
}

ElementRule wedge_rule(const std::vector<FacePoint>& across, const LineRule& along)
{
  ElementRule rule;
  for (const LinePoint& z : along)
    for (const FacePoint& p : across)
      rule.push_back({{p.xi, p.eta, z.x}, p.weight * z.weight});
  return rule;
}

ElementKind make_wedge6()
{
  const auto triangle = [](std::array<int, 3> nodes) { return local_face(triangle3(), nodes); };
  const auto square = [](std::array<int, 4> nodes) { return local_face(quadrilateral4(), nodes); };
  return {.name = "wedge6",
          .family = "wedge",
          .dimension = 3,
          .node_count = 6,
          .corner_count = 6,
          .reference_nodes = {wedge6_nodes().begin(), wedge6_nodes().end()},
          .faces = {triangle({0, 2, 1}), triangle({3, 4, 5}), square({0, 1, 4, 3}), square({1, 2, 5, 4}),
                    square({2, 0, 3, 5})},
          .corner_axes = {{0, 1, 2, 3}, {1, 2, 0, 4}, {2, 0, 1, 5}, {3, 5, 4, 0}, {4, 3, 5, 1}, {5, 4, 3, 2}},
          .turned_over = {3, 4, 5, 0, 1, 2},
          .stiffness_rule = wedge_rule(triangle_rule3(), gauss2()),  // degree 2 across, 3 along
          .mass_rule = wedge_rule(triangle_rule3(), gauss2()),
          .moment_rule = wedge_rule(triangle_rule4(), gauss3()),
          .part_degree = 6,
          .shape_values = wedge6_values,
          .shape_gradients = wedge6_gradients,
          .outside_by = wedge6_outside_by,
          .lumps = true};
}

}  // namespace

const ElementKind& wedge6()
{
  static const ElementKind kind = make_wedge6();
  return kind;
}

}  // namespace corbel
