// SPDX-License-Identifier: MIT
// Assembly of internal forces and of their tangent.
#include "corbel/core/error.hpp"
#include "corbel/fem/node_vectors.hpp"
#include "corbel/fem/solid.hpp"

#include <atomic>

namespace corbel {
namespace {

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

/// The worst state that any thread has met.
class WorstState {
 public:
  void add(StrainState state)
  {
    const int given = static_cast<int>(state);
    for (int known = worst_; known < given && !worst_.compare_exchange_weak(known, given);) {
    }
  }
  StrainState result() const { return static_cast<StrainState>(worst_.load()); }

 private:
  std::atomic<int> worst_ = 0;
};

}  // namespace

template<int K>
StrainState Solid::add_force(std::size_t e, const Eigen::VectorXd& q, Eigen::VectorXd& f) const
{
  const Element& element = mesh_.elements[e];
  NodeVectors<K> force;
  const StrainState state = std::visit(
      [&](const auto& l) {
        return element_force<K>(l, points_.of(e), points_.packs(e), relative_displacements<K>(element, q),
                                force);
      },
      law(e));
  scatter<K>(element, force, f);
  return state;
}

template<int K>
StrainState Solid::add_tangent(std::size_t e, const Eigen::VectorXd& q, Tangent kind, Eigen::VectorXd& f,
                               Eigen::SparseMatrix<double>& matrix) const
{
  const Element& element = mesh_.elements[e];
  NodeVectors<K> force;
  ElementMatrix<K> k;
  const StrainState state = std::visit(
      [&](const auto& l) {
        return element_tangent<K>(l, points_.of(e), points_.packs(e), relative_displacements<K>(element, q),
                                  kind, force, k);
      },
      law(e));
  scatter<K>(element, force, f);
  scatter<K>(element, pattern_.blocks(e), pattern_, k, matrix.valuePtr());
  return state;
}

StrainState Solid::internal_force(const Eigen::VectorXd& q, Eigen::VectorXd& f) const
{
  demand(static_cast<std::size_t>(q.size()) == 3 * node_count(), "internal_force: q has 3 numbers a node");
  f.setZero(q.size());
  WorstState worst;
  groups_.for_each([&](std::size_t e) {
    worst.add(by_kind(mesh_.elements[e], [&](auto k) { return add_force<k.value>(e, q, f); }));
  });
  return worst.result();
}

StrainState Solid::force_and_tangent(const Eigen::VectorXd& q, Eigen::VectorXd& f,
                                     Eigen::SparseMatrix<double>& K, Tangent kind) const
{
  demand(static_cast<std::size_t>(q.size()) == 3 * node_count(), "tangent: q has 3 numbers a node");
  demand(pattern_.fits(K), "tangent: the matrix is not of tangent_pattern()");
  f.setZero(q.size());
  std::fill_n(K.valuePtr(), K.nonZeros(), 0.0);
  WorstState worst;
  groups_.for_each([&](std::size_t e) {
    worst.add(by_kind(mesh_.elements[e], [&](auto k) { return add_tangent<k.value>(e, q, kind, f, K); }));
  });
  return worst.result();
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
