// SPDX-License-Identifier: MIT
// Deformation and stress at points.
#include "corbel/core/threads.hpp"
#include "corbel/elements/shape_functions.hpp"
#include "corbel/fem/solid.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// Natural coordinates of a node; where the element has no volume at it (a corner of 180°), half way to the
/// centre.
Vec3 place_of_node(const ElementNodes& nodes, std::size_t local)
{
  const Vec3& xi = nodes.kind->reference_nodes[local];
  const Vec3 center = reference_center(*nodes.kind);
  const double there = jacobian(*nodes.kind, nodes.span(), xi).determinant();
  const double usual = jacobian(*nodes.kind, nodes.span(), center).determinant();
  return there > 1e-6 * usual ? xi : Vec3(0.5 * (xi + center));
}

}  // namespace

Mat3 Solid::mean_gradient(const Eigen::VectorXd& q) const
{
  Mat3 F = Mat3::Identity();
  const Vec3 base = q.head<3>();
  for (std::size_t n = 0; n < node_count(); ++n)
    F += (q.segment<3>(3 * static_cast<Eigen::Index>(n)) - base) * mean_shape_gradient_[n].transpose();
  return F;
}

Mat3 Solid::deformation_gradient(int e, const Vec3& xi, const Eigen::VectorXd& q) const
{
  const Element& element = mesh_.elements[static_cast<std::size_t>(e)];
  const ElementNodes nodes(mesh_, element);
  std::array<Vec3, max_element_nodes> dN;
  nodes.kind->shape_gradients(xi, dN);
  const Vec3 base = q.segment<3>(3 * element.nodes[0]);
  Mat3 du = Mat3::Zero();  // ∂u/∂ξ
  for (std::size_t a = 0; a < nodes.span().size(); ++a)
    du += (q.segment<3>(3 * element.nodes[a]) - base) * dN[a].transpose();
  return Mat3::Identity() + du * jacobian(*nodes.kind, nodes.span(), xi).inverse();
}

Mat3 Solid::cauchy(int element, const Vec3& xi, const Eigen::VectorXd& q) const
{
  const Mat3 F = deformation_gradient(element, xi, q);
  const Mat3 sigma = stress(law(static_cast<std::size_t>(element)), F) * F.transpose() / F.determinant();
  return 0.5 * (sigma + sigma.transpose());
}

Mat3 Solid::nodal_cauchy(int node, const Eigen::VectorXd& q) const
{
  Mat3 sum = Mat3::Zero();
  const std::span<const int> around = elements_of_node(node);
  for (const int e : around) {
    const Element& element = mesh_.elements[static_cast<std::size_t>(e)];
    const auto span = element.node_span();
    const auto local = static_cast<std::size_t>(std::find(span.begin(), span.end(), node) - span.begin());
    sum += cauchy(e, place_of_node(ElementNodes(mesh_, element), local), q);
  }
  return sum / static_cast<double>(std::max<std::size_t>(around.size(), 1));
}

std::vector<Mat3> Solid::nodal_stress(const Eigen::VectorXd& q) const
{
  std::vector<Mat3> stresses(node_count());
  parallel_for(node_count(), 64, [&](std::size_t n) { stresses[n] = nodal_cauchy(static_cast<int>(n), q); });
  return stresses;
}

double von_mises(const Mat3& sigma)
{
  const Mat3 deviator = sigma - sigma.trace() / 3 * Mat3::Identity();
  return std::sqrt(1.5) * deviator.norm();
}

}  // namespace corbel
