// SPDX-License-Identifier: MIT
#include "corbel/fem/element_kernels.hpp"

#include "corbel/fem/element_integrals.hpp"

namespace corbel {
namespace {

/// Displacements of the nodes of an element relative to its first one: a common translation changes nothing,
/// and a large one costs no digits.
template<class Counts>
NodeVectors<Counts> relative_displacements(Counts counts, const Element& element, const Eigen::VectorXd& q)
{
  NodeVectors<Counts> u;
  for (std::size_t i = 0; i < 3; ++i) {
    const double base = q[3 * element.nodes[0] + static_cast<int>(i)];
    for (std::size_t a = 0; a < static_cast<std::size_t>(counts.nodes); ++a)
      u[i][a] = q[3 * element.nodes[a] + static_cast<int>(i)] - base;
  }
  return u;
}

template<class Counts>
void scatter(Counts counts, const Element& element, const NodeVectors<Counts>& from, Eigen::VectorXd& f)
{
  for (std::size_t a = 0; a < static_cast<std::size_t>(counts.nodes); ++a)
    for (std::size_t i = 0; i < 3; ++i)
      f[3 * element.nodes[a] + static_cast<int>(i)] += from[i][a];
}

template<class Counts>
void scatter(Counts counts, const Element& element, const int* blocks, const TangentPattern& pattern,
             const ElementMatrix<Counts>& from, double* values)
{
  const auto K = static_cast<std::size_t>(counts.nodes);
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

template<class Counts>
double energy(const SolidElement& e, const Eigen::VectorXd& q)
{
  const Counts counts(*e.element.kind);
  const auto u = relative_displacements(counts, e.element, q);
  return std::visit([&](const auto& law) { return element_energy(counts, law, e.points, e.packs, u); },
                    e.law);
}

template<class Counts>
StrainState add_force(const SolidElement& e, const Eigen::VectorXd& q, Eigen::VectorXd& f)
{
  const Counts counts(*e.element.kind);
  NodeVectors<Counts> force;
  const StrainState state = std::visit(
      [&](const auto& law) {
        return element_force(counts, law, e.points, e.packs, relative_displacements(counts, e.element, q),
                             force);
      },
      e.law);
  scatter(counts, e.element, force, f);
  return state;
}

template<class Counts>
StrainState add_tangent(const SolidElement& e, const Eigen::VectorXd& q, Tangent kind, Eigen::VectorXd& f,
                        const TangentPattern& pattern, const int* blocks, double* values)
{
  const Counts counts(*e.element.kind);
  NodeVectors<Counts> force;
  ElementMatrix<Counts> k;
  const StrainState state = std::visit(
      [&](const auto& law) {
        return element_tangent(counts, law, e.points, e.packs, relative_displacements(counts, e.element, q),
                               kind, force, k);
      },
      e.law);
  scatter(counts, e.element, force, f);
  scatter(counts, e.element, blocks, pattern, k, values);
  return state;
}

template<class Counts>
void for_each_gradient(const SolidElement& e, const Eigen::VectorXd& q,
                       const std::function<void(const Mat3&)>& use)
{
  const Counts counts(*e.element.kind);
  const auto u = relative_displacements(counts, e.element, q);
  const double* point = e.points;
  for (int i = 0; i < e.packs * counts.points; ++i, point += 3 * counts.nodes + 1)
    use(displacement_gradient(counts, point, u));
}

template<class Counts>
constexpr ElementKernels compiled_for{energy<Counts>, add_force<Counts>, add_tangent<Counts>,
                                      for_each_gradient<Counts>};

struct Compiled {
  int nodes, points;
  ElementKernels kernels;
};
template<int K, int Q>
constexpr Compiled fixed{K, Q, compiled_for<FixedCounts<K, Q>>};

/// tet4, pyramid5, wedge6, hex8
constexpr std::array<Compiled, 4> common{fixed<4, 4>, fixed<5, 8>, fixed<6, 6>, fixed<8, 8>};

}  // namespace

const ElementKernels& kernels_for(const ElementKind& kind)
{
  for (const Compiled& some : common)
    if (some.nodes == kind.node_count && some.points == static_cast<int>(kind.stiffness_rule.size()))
      return some.kernels;
  return general_kernels();
}

const ElementKernels& general_kernels() { return compiled_for<AnyCounts>; }

}  // namespace corbel
