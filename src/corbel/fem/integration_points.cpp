// SPDX-License-Identifier: MIT
#include "corbel/fem/integration_points.hpp"

#include "corbel/core/error.hpp"
#include "corbel/elements/shape_functions.hpp"

#include <Eigen/LU>

#include <algorithm>

namespace corbel {
namespace {

/// det J below this part of size³ is round-off.
constexpr double flat_tolerance = 1e-14;

double smallest_volume(const ElementNodes& nodes)  // det J allowed
{
  double size = 0;
  for (const Vec3& x : nodes.span())
    size = std::max(size, (x - nodes.x[0]).norm());
  return flat_tolerance * size * size * size;
}

void check_volume(const ElementNodes& nodes, std::size_t element, std::span<const QuadraturePoint> rule)
{
  const double smallest = smallest_volume(nodes);
  for (const QuadraturePoint& point : rule) {
    const double volume = jacobian(*nodes.kind, nodes.span(), point.xi).determinant();
    if (volume > smallest) continue;
    const Vec3 center = interpolate(*nodes.kind, nodes.span(), reference_center(*nodes.kind));
    throw_input_error("elements",
                      fmt::format("element {} with its centre at ({:.6g}, {:.6g}, {:.6g}) that is {}",
                                  element, center.x(), center.y(), center.z(),
                                  volume < -smallest ? "inverted" : "flat"),
                      "elements with a positive volume at all their integration points",
                      "Check the positions and the order of its nodes.");
  }
}

/// Appends the record of one point.
void append_point(const ElementNodes& nodes, const QuadraturePoint& point, std::vector<double>& data)
{
  std::array<Vec3, max_element_nodes> dN;
  nodes.kind->shape_gradients(point.xi, dN);
  const Mat3 J = jacobian(*nodes.kind, nodes.span(), point.xi);
  const Mat3 inverse_transposed = J.inverse().transpose();
  for (std::size_t a = 0; a < nodes.span().size(); ++a)
    dN[a] = (inverse_transposed * dN[a]).eval();
  for (int i = 0; i < 3; ++i)
    for (std::size_t a = 0; a < nodes.span().size(); ++a)
      data.push_back(dN[a][i]);
  data.push_back(point.weight * J.determinant());
}

}  // namespace

ElementNodes::ElementNodes(const Mesh& mesh, const Element& element) : kind(element.kind)
{
  for (std::size_t a = 0; a < span().size(); ++a)
    x[a] = mesh.nodes[static_cast<std::size_t>(element.nodes[a])];
}

IntegrationPoints::IntegrationPoints(const Mesh& mesh, const std::vector<ElementRule>& rules)
{
  first_.reserve(mesh.elements.size());
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const ElementNodes nodes(mesh, mesh.elements[e]);
    check_volume(nodes, e, nodes.kind->stiffness_rule);
    check_volume(nodes, e, nodes.kind->mass_rule);
    first_.push_back(data_.size());
    const std::span<const QuadraturePoint> own = nodes.kind->stiffness_rule;
    const std::span<const QuadraturePoint> rule = rules.empty() || rules[e].empty() ? own : rules[e];
    for (const QuadraturePoint& point : rule)
      append_point(nodes, point, data_);
    packs_.push_back(static_cast<int>((rule.size() + own.size() - 1) / own.size()));
    for (std::size_t i = rule.size(); i < static_cast<std::size_t>(packs_.back()) * own.size(); ++i)
      append_point(nodes, {rule.back().xi, 0}, data_);
  }
}

}  // namespace corbel
