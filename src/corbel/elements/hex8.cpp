// SPDX-License-Identifier: MIT
// N_a = ⅛ (1 + ξ_a ξ)(1 + η_a η)(1 + ζ_a ζ).
#include "corbel/elements/line_rules.hpp"
#include "corbel/elements/solid_kinds.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

const std::array<Vec3, 8>& hex8_nodes()
{
  static const std::array<Vec3, 8> nodes{
      {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}};
  return nodes;
}

void hex8_values(const Vec3& xi, std::span<double> N)
{
  const auto& nodes = hex8_nodes();
  for (std::size_t a = 0; a < 8; ++a) {
    const Vec3 factor = Vec3::Ones() + nodes[a].cwiseProduct(xi);
    N[a] = 0.125 * factor.prod();
  }
}

void hex8_gradients(const Vec3& xi, std::span<Vec3> dN)
{
  const auto& nodes = hex8_nodes();
  for (std::size_t a = 0; a < 8; ++a) {
    const Vec3& n = nodes[a];
    const Vec3 factor = Vec3::Ones() + n.cwiseProduct(xi);
    dN[a] = 0.125 * Vec3(n.x() * factor.y() * factor.z(), n.y() * factor.z() * factor.x(),
                         n.z() * factor.x() * factor.y());
  }
}

double hex8_outside_by(const Vec3& xi) { return xi.cwiseAbs().maxCoeff() - 1; }

ElementRule hexahedron_rule(const LineRule& line)
{
  ElementRule rule;
  for (const LinePoint& z : line)
    for (const LinePoint& y : line)
      for (const LinePoint& x : line)
        rule.push_back({{x.x, y.x, z.x}, x.weight * y.weight * z.weight});
  return rule;
}

ElementKind make_hex8()
{
  const auto square = [](std::array<int, 4> nodes) { return local_face(quadrilateral4(), nodes); };
  return {.name = "hex8",
          .family = "hexahedron",
          .dimension = 3,
          .node_count = 8,
          .corner_count = 8,
          .reference_nodes = {hex8_nodes().begin(), hex8_nodes().end()},
          .faces = {square({0, 3, 2, 1}), square({0, 1, 5, 4}), square({1, 2, 6, 5}), square({2, 3, 7, 6}),
                    square({0, 4, 7, 3}), square({4, 5, 6, 7})},
          .corner_axes = {{0, 1, 3, 4},
                          {1, 2, 0, 5},
                          {2, 3, 1, 6},
                          {3, 0, 2, 7},
                          {4, 7, 5, 0},
                          {5, 4, 6, 1},
                          {6, 5, 7, 2},
                          {7, 6, 4, 3}},
          .turned_over = {4, 5, 6, 7, 0, 1, 2, 3},
          .stiffness_rule = hexahedron_rule(gauss2()),
          .mass_rule = hexahedron_rule(gauss3()),  // ∫ N N dV has degree 4 in each direction
          .moment_rule = hexahedron_rule(gauss3()),
          .part_degree = 6,
          .shape_values = hex8_values,
          .shape_gradients = hex8_gradients,
          .outside_by = hex8_outside_by,
          .lumps = true};
}

}  // namespace

const ElementKind& hex8()
{
  static const ElementKind kind = make_hex8();
  return kind;
}

}  // namespace corbel
