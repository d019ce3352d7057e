// SPDX-License-Identifier: MIT
// N_a = ¼ (1 − ζ + ξ_a ξ + η_a η + ξ_a η_a r) on the base, N_4 = ζ, with the rational r = ξη / (1 − ζ).
#include "corbel/elements/line_rules.hpp"
#include "corbel/elements/solid_kinds.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

const std::array<Vec3, 5>& pyramid5_nodes()
{
  static const std::array<Vec3, 5> nodes{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}};
  return nodes;
}

/// r and its gradient. Inside the element |r| ≤ 1 − ζ, so r = 0 at the apex. Of the gradient there, where the
/// limit depends on the way taken, the limit along ξ = η = 0.
struct PyramidFraction {
  double value = 0;
  Vec3 gradient = Vec3::Zero();
  explicit PyramidFraction(const Vec3& xi)
  {
    const double height = 1 - xi.z();
    if (std::abs(height) < 1e-10) return;
    value = xi.x() * xi.y() / height;
    gradient = {xi.y() / height, xi.x() / height, value / height};
  }
};

void pyramid5_values(const Vec3& xi, std::span<double> N)
{
  const auto& nodes = pyramid5_nodes();
  const PyramidFraction r(xi);
  for (std::size_t a = 0; a < 4; ++a) {
    const Vec3& n = nodes[a];
    N[a] = 0.25 * (1 - xi.z() + n.x() * xi.x() + n.y() * xi.y() + n.x() * n.y() * r.value);
  }
  N[4] = xi.z();
}

void pyramid5_gradients(const Vec3& xi, std::span<Vec3> dN)
{
  const auto& nodes = pyramid5_nodes();
  const PyramidFraction r(xi);
  for (std::size_t a = 0; a < 4; ++a) {
    const Vec3& n = nodes[a];
    dN[a] = 0.25 * (Vec3(n.x(), n.y(), -1) + n.x() * n.y() * r.gradient);
  }
  dN[4] = Vec3::UnitZ();
}

double pyramid5_outside_by(const Vec3& xi)
{
  return std::max({-xi.z(), std::abs(xi.x()) + xi.z() - 1, std::abs(xi.y()) + xi.z() - 1});
}

ElementRule pyramid_rule(const LineRule& across)
{
  ElementRule rule;
  for (const LinePoint& t : weighted2(2))
    for (const LinePoint& y : across)
      for (const LinePoint& x : across)
        rule.push_back({{x.x * t.x, y.x * t.x, 1 - t.x}, x.weight * y.weight * t.weight});
  return rule;
}

ElementKind make_pyramid5()
{
  const auto triangle = [](std::array<int, 3> nodes) { return local_face(triangle3(), nodes); };
  const std::array<int, 4> base{0, 3, 2, 1};
  return {.name = "pyramid5",
          .family = "pyramid",
          .dimension = 3,
          .node_count = 5,
          .corner_count = 5,
          .reference_nodes = {pyramid5_nodes().begin(), pyramid5_nodes().end()},
          .faces = {local_face(quadrilateral4(), base), triangle({0, 1, 4}), triangle({1, 2, 4}),
                    triangle({2, 3, 4}), triangle({3, 0, 4})},
          // The apex has four edges and no Jacobian of its own.
          .corner_axes = {{0, 1, 3, 4}, {1, 2, 0, 4}, {2, 3, 1, 4}, {3, 0, 2, 4}},
          .turned_over = {0, 3, 2, 1, 4},
          .stiffness_rule = pyramid_rule(gauss2()),  // degree 3
          .mass_rule = pyramid_rule(gauss2()),
          .moment_rule = pyramid_rule(gauss3()),
          .part_degree = 6,
          .shape_values = pyramid5_values,
          .shape_gradients = pyramid5_gradients,
          .outside_by = pyramid5_outside_by,
          .lumps = true};
}

}  // namespace

const ElementKind& pyramid5()
{
  static const ElementKind kind = make_pyramid5();
  return kind;
}

}  // namespace corbel
