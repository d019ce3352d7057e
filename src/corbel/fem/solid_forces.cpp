// SPDX-License-Identifier: MIT
// Assembly of internal forces and of their tangent.
#include "corbel/core/error.hpp"
#include "corbel/fem/element_integrals.hpp"
#include "corbel/fem/solid.hpp"

namespace corbel {
namespace {

/// Displacements of the nodes of an element relative to its first one: a common translation changes nothing,
/// and a large one costs no digits.
template<int K>
NodeVectors<K> relative_displacements(const Element& element, const Eigen::VectorXd& q)
{
  NodeVectors<K> u;
  for (std::size_t i = 0; i < 3; ++i) {
    const double base = q[3 * element.nodes[0] + static_cast<int>(i)];
    for (std::size_t a = 0; a < K; ++a)
      u[i][a] = q[3 * element.nodes[a] + static_cast<int>(i)] - base;
  }
  return u;
}

template<int K>
void scatter(const Element& element, const NodeVectors<K>& from, Eigen::VectorXd& f)
{
  for (std::size_t a = 0; a < K; ++a)
    for (std::size_t i = 0; i < 3; ++i)
      f[3 * element.nodes[a] + static_cast<int>(i)] += from[i][a];
}

template<int K>
void scatter(const Element& element, const int* blocks, const TangentPattern& pattern,
             const ElementMatrix<K>& from, double* values)
{
  for (std::size_t b = 0; b < K; ++b) {
    const int stride = pattern.stride(element.nodes[b]);
    for (std::size_t j = 0; j < 3; ++j) {
      const auto& column = from[3 * b + j];
      double* to = values + static_cast<int>(j) * stride;
      for (std::size_t a = 0; a < K; ++a)
        for (std::size_t i = 0; i < 3; ++i)
          to[blocks[K * b + a] + static_cast<int>(i)] += column[3 * a + i];
    }
  }
}

/// body(std::integral_constant<int, k>) for the node count k of an element.
template<class Body>
auto by_kind(const Element& element, const Body& body)
{
  switch (element.node_count) {
  case 4:
    return body(std::integral_constant<int, 4>());
  case 5:
    return body(std::integral_constant<int, 5>());
  case 6:
    return body(std::integral_constant<int, 6>());
  default:
    return body(std::integral_constant<int, 8>());
  }
}

}  // namespace

template<int K>
void Solid::add_force(std::size_t e, const Eigen::VectorXd& q, Eigen::VectorXd& f) const
{
  const Element& element = mesh_.elements[e];
  NodeVectors<K> force;
  std::visit(
      [&](const auto& l) {
        element_force<K>(l, points_.of(e), points_.packs(e), relative_displacements<K>(element, q), force);
      },
      law(e));
  scatter<K>(element, force, f);
}

template<int K>
void Solid::add_tangent(std::size_t e, const Eigen::VectorXd& q, Tangent kind, Eigen::VectorXd& f,
                        Eigen::SparseMatrix<double>& matrix) const
{
  const Element& element = mesh_.elements[e];
  NodeVectors<K> force;
  ElementMatrix<K> k;
  std::visit(
      [&](const auto& l) {
        element_tangent<K>(l, points_.of(e), points_.packs(e), relative_displacements<K>(element, q), kind,
                           force, k);
      },
      law(e));
  scatter<K>(element, force, f);
  scatter<K>(element, pattern_.blocks(e), pattern_, k, matrix.valuePtr());
}

void Solid::internal_force(const Eigen::VectorXd& q, Eigen::VectorXd& f) const
{
  demand(static_cast<std::size_t>(q.size()) == 3 * node_count(), "internal_force: q has 3 numbers a node");
  f.setZero(q.size());
  groups_.for_each(
      [&](std::size_t e) { by_kind(mesh_.elements[e], [&](auto k) { add_force<k.value>(e, q, f); }); });
}

void Solid::force_and_tangent(const Eigen::VectorXd& q, Eigen::VectorXd& f, Eigen::SparseMatrix<double>& K,
                              Tangent kind) const
{
  demand(static_cast<std::size_t>(q.size()) == 3 * node_count(), "tangent: q has 3 numbers a node");
  demand(pattern_.fits(K), "tangent: the matrix is not of tangent_pattern()");
  f.setZero(q.size());
  std::fill_n(K.valuePtr(), K.nonZeros(), 0.0);
  groups_.for_each([&](std::size_t e) {
    by_kind(mesh_.elements[e], [&](auto k) { add_tangent<k.value>(e, q, kind, f, K); });
  });
}

void Solid::tangent(const Eigen::VectorXd& q, Eigen::SparseMatrix<double>& K) const
{
  Eigen::VectorXd f;
  force_and_tangent(q, f, K);
}

double Solid::energy(const Eigen::VectorXd& q) const
{
  demand(static_cast<std::size_t>(q.size()) == 3 * node_count(), "energy: q has 3 numbers a node");
  std::vector<double> parts(mesh_.elements.size());
  parallel_for(parts.size(), 64, [&](std::size_t e) {
    const Element& element = mesh_.elements[e];
    parts[e] = by_kind(element, [&](auto k) {
      const auto u = relative_displacements<k.value>(element, q);
      return std::visit(
          [&](const auto& l) { return element_energy<k.value>(l, points_.of(e), points_.packs(e), u); },
          law(e));
    });
  });
  double sum = 0;
  for (const double part : parts)
    sum += part;
  return sum;
}

}  // namespace corbel
