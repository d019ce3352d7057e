// SPDX-License-Identifier: MIT
// Checks and integrals over the referential shape.
#include "corbel/fem/solid.hpp"

#include "corbel/core/error.hpp"
#include "corbel/elements/shape_functions.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

const Mesh& checked(const Mesh& mesh, const std::vector<SolidMaterial>& materials,
                    const std::vector<int>& of_element, const std::vector<ElementRule>& rules)
{
  demand(rules.empty() || rules.size() == mesh.elements.size(), "Solid: one rule for each element or none");
  if (mesh.elements.empty()) throw_input_error("mesh", "no elements", "one element or more");
  for (const Element& element : mesh.elements) {
    demand_complete(*element.kind);
    if (element.kind->dimension != 3)
      throw_input_error("mesh", fmt::format("elements of the kind {}", element.kind->name),
                        "solid elements for a solid");
  }
  for (const SolidMaterial& material : materials)
    if (!(std::isfinite(material.density) && material.density > 0))
      throw_input_error("density", material.density, "a number > 0 [kg/m^3]",
                        "A deformable body needs mass.");
  if (of_element.size() != mesh.elements.size())
    throw_input_error("material_of_element", fmt::format("{} numbers", of_element.size()),
                      fmt::format("one for each of the {} elements", mesh.elements.size()));
  for (const int m : of_element)
    if (m < 0 || static_cast<std::size_t>(m) >= materials.size())
      throw_input_error("material_of_element", m,
                        fmt::format("the index of one of {} materials", materials.size()));
  return mesh;
}

/// Calls body(ξ, w det J) at the points of a rule.
template<class Body>
void integrate(const ElementNodes& nodes, std::span<const QuadraturePoint> rule, const Body& body)
{
  for (const QuadraturePoint& point : rule)
    body(point.xi, point.weight * jacobian(*nodes.kind, nodes.span(), point.xi).determinant());
}

}  // namespace

Solid::Solid(Mesh mesh, std::vector<SolidMaterial> materials, std::vector<int> material_of_element,
             std::vector<ElementRule> rules)
    : mesh_(std::move(mesh)), materials_(std::move(materials)),
      material_of_element_(std::move(material_of_element)), rules_(std::move(rules)),
      points_(checked(mesh_, materials_, material_of_element_, rules_), rules_), groups_(mesh_),
      pattern_(mesh_), tree_(mesh_)
{
  for (const Element& element : mesh_.elements)
    kernels_.push_back(&kernels_for(*element.kind));
  std::vector<std::vector<int>> around(node_count());
  for (std::size_t e = 0; e < mesh_.elements.size(); ++e)
    for (const int n : mesh_.elements[e].node_span())
      around[static_cast<std::size_t>(n)].push_back(static_cast<int>(e));
  first_element_of_node_.push_back(0);
  for (const std::vector<int>& elements : around) {
    elements_of_nodes_.insert(elements_of_nodes_.end(), elements.begin(), elements.end());
    first_element_of_node_.push_back(static_cast<int>(elements_of_nodes_.size()));
  }
  integrate_mass();
  integrate_gradients();
}

const SolidMaterial& Solid::material(int element) const
{
  return materials_[static_cast<std::size_t>(material_of_element_[static_cast<std::size_t>(element)])];
}

std::span<const int> Solid::elements_of_node(int node) const
{
  const auto n = static_cast<std::size_t>(node);
  const auto first = static_cast<std::size_t>(first_element_of_node_[n]);
  return std::span(elements_of_nodes_)
      .subspan(first, static_cast<std::size_t>(first_element_of_node_[n + 1]) - first);
}

void Solid::integrate_mass()
{
  lumped_mass_ = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(node_count()));
  std::array<double, max_element_nodes> N;
  for (std::size_t e = 0; e < mesh_.elements.size(); ++e) {
    const ElementNodes nodes(mesh_, mesh_.elements[e]);
    const double density = material(static_cast<int>(e)).density;
    integrate(nodes, rule(e, nodes.kind->mass_rule), [&](const Vec3& xi, double volume) {
      nodes.kind->shape_values(xi, N);
      volume_ += volume;
      for (std::size_t a = 0; a < nodes.span().size(); ++a)
        lumped_mass_[mesh_.elements[e].nodes[a]] += density * volume * N[a];
    });
  }
  mass_ = lumped_mass_.sum();
  const Vec3 origin = mesh_.nodes[0];  // near the body: its centre keeps its digits far away
  for (std::size_t n = 0; n < node_count(); ++n)
    center_ += lumped_mass_[static_cast<Eigen::Index>(n)] * (mesh_.nodes[n] - origin);
  center_ = origin + center_ / mass_;
  for (std::size_t e = 0; e < mesh_.elements.size(); ++e) {
    const ElementNodes nodes(mesh_, mesh_.elements[e]);
    const double density = material(static_cast<int>(e)).density;
    integrate(nodes, rule(e, nodes.kind->moment_rule), [&](const Vec3& xi, double volume) {
      const Vec3 A = interpolate(*nodes.kind, nodes.span(), xi) - center_;
      euler_tensor_ += density * volume * A * A.transpose();
    });
  }
}

void Solid::integrate_gradients()
{
  mean_shape_gradient_.assign(node_count(), Vec3::Zero());
  double volume = 0;
  for (std::size_t e = 0; e < mesh_.elements.size(); ++e) {
    const Element& element = mesh_.elements[e];
    const auto k = static_cast<std::size_t>(element.node_count());
    const double* point = points_.of(e);
    const std::size_t count = rule(e, element.kind->stiffness_rule).size();
    for (std::size_t q = 0; q < count; ++q, point += 3 * k + 1) {
      volume += point[3 * k];
      for (std::size_t a = 0; a < k; ++a)
        mean_shape_gradient_[static_cast<std::size_t>(element.nodes[a])] +=
            point[3 * k] * Vec3(point[a], point[k + a], point[2 * k + a]);
    }
  }
  for (Vec3& gradient : mean_shape_gradient_)
    gradient /= volume;
}

MassMatrix Solid::mass_matrix() const
{
  const bool lumps =
      std::ranges::all_of(mesh_.elements, [](const Element& element) { return element.kind->lumps; });
  return lumps ? MassMatrix(lumped_mass_) : MassMatrix(consistent_mass());
}

Eigen::SparseMatrix<double> Solid::consistent_mass() const
{
  std::vector<Eigen::Triplet<double>> entries;
  std::array<double, max_element_nodes> N;
  for (std::size_t e = 0; e < mesh_.elements.size(); ++e) {
    const Element& element = mesh_.elements[e];
    const ElementNodes nodes(mesh_, element);
    const int k = element.node_count();
    const double density = material(static_cast<int>(e)).density;
    Eigen::Matrix<double, max_element_nodes, max_element_nodes> M;
    M.setZero();
    integrate(nodes, rule(e, nodes.kind->mass_rule), [&](const Vec3& xi, double volume) {
      nodes.kind->shape_values(xi, N);
      const Eigen::Map<const Eigen::VectorXd> values(N.data(), k);
      M.topLeftCorner(k, k) += density * volume * values * values.transpose();
    });
    for (int a = 0; a < k; ++a)
      for (int b = 0; b < k; ++b)
        entries.emplace_back(element.nodes[static_cast<std::size_t>(a)],
                             element.nodes[static_cast<std::size_t>(b)], M(a, b));
  }
  const auto n = static_cast<Eigen::Index>(node_count());
  Eigen::SparseMatrix<double> mass(n, n);
  mass.setFromTriplets(entries.begin(), entries.end());
  return mass;
}

}  // namespace corbel
