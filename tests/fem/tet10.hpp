// SPDX-License-Identifier: MIT
// A kind of element that the library does not have: the tetrahedron of second order, as a row of its own.
// Nodes: four corners, then the middles of the edges 01 12 20 03 13 23.
#pragma once

#include "corbel/mesh/mesh.hpp"

#include "meshes.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <map>

namespace corbel::testing {

inline constexpr std::array<std::array<int, 2>, 6> tet10_edges{
    {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};
inline constexpr std::array<std::array<int, 2>, 3> triangle6_edges{{{0, 1}, {1, 2}, {2, 0}}};

// With volume or area coordinates L_a: N_a = L_a (2 L_a − 1) at corners, N_ab = 4 L_a L_b between them.

template<std::size_t Corners, class Edges>
void quadratic_values(const std::array<double, Corners>& L, const Edges& edges, std::span<double> N)
{
  for (std::size_t a = 0; a < Corners; ++a)
    N[a] = L[a] * (2 * L[a] - 1);
  for (std::size_t e = 0; e < edges.size(); ++e)
    N[Corners + e] = 4 * L[static_cast<std::size_t>(edges[e][0])] * L[static_cast<std::size_t>(edges[e][1])];
}

template<class Vector, std::size_t Corners, class Edges>
void quadratic_gradients(const std::array<double, Corners>& L, const std::array<Vector, Corners>& dL,
                         const Edges& edges, std::span<Vector> dN)
{
  for (std::size_t a = 0; a < Corners; ++a)
    dN[a] = (4 * L[a] - 1) * dL[a];
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto a = static_cast<std::size_t>(edges[e][0]), b = static_cast<std::size_t>(edges[e][1]);
    dN[Corners + e] = 4 * (L[a] * dL[b] + L[b] * dL[a]);
  }
}

/// Points x in [0, 1] and weights of Gauss and Legendre, from the eigenvalues of the recurrence of their
/// polynomials (Golub and Welsch).
inline std::vector<std::pair<double, double>> gauss_points(int n)
{
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(n, n);
  for (int i = 1; i < n; ++i)
    J(i, i - 1) = J(i - 1, i) = i / std::sqrt(4.0 * i * i - 1);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(J);
  std::vector<std::pair<double, double>> points;
  for (int i = 0; i < n; ++i)
    points.emplace_back(0.5 * (1 + eigen.eigenvalues()[i]), std::pow(eigen.eigenvectors()(0, i), 2));
  return points;
}

/// n³ points of the collapsed cube: degree 2n − 3.
inline ElementRule tetrahedron_rule(int n)
{
  ElementRule rule;
  for (const auto& [u, wu] : gauss_points(n))
    for (const auto& [v, wv] : gauss_points(n))
      for (const auto& [w, ww] : gauss_points(n))
        rule.push_back({{u, v * (1 - u), w * (1 - u) * (1 - v)}, wu * wv * ww * (1 - u) * (1 - u) * (1 - v)});
  return rule;
}

inline std::vector<FacePoint> triangle_rule(int n)
{
  std::vector<FacePoint> rule;
  for (const auto& [u, wu] : gauss_points(n))
    for (const auto& [v, wv] : gauss_points(n))
      rule.push_back({u, v * (1 - u), wu * wv * (1 - u)});
  return rule;
}

inline const FaceKind& triangle6()
{
  static const FaceKind kind{
      .name = "triangle6",
      .node_count = 6,
      .corner_count = 3,
      .rule = triangle_rule(3),
      .facets = {{3, {0, 3, 5, -1}}, {3, {3, 1, 4, -1}}, {3, {5, 4, 2, -1}}, {3, {3, 4, 5, -1}}},
      .shape_values =
          [](double xi, double eta, std::span<double> N) {
            quadratic_values(std::array{1 - xi - eta, xi, eta}, triangle6_edges, N);
          },
      .shape_gradients =
          [](double xi, double eta, std::span<Eigen::Vector2d> dN) {
            quadratic_gradients(std::array{1 - xi - eta, xi, eta},
                                std::array<Eigen::Vector2d, 3>{{{-1, -1}, {1, 0}, {0, 1}}}, triangle6_edges,
                                dN);
          }};
  return kind;
}

inline ElementKind make_tet10()
{
  const auto face = [](std::array<int, 6> nodes) { return local_face(triangle6(), nodes); };
  std::vector<Vec3> nodes = tet4().reference_nodes;
  for (const auto& [a, b] : tet10_edges)
    nodes.emplace_back(0.5 * (nodes[static_cast<std::size_t>(a)] + nodes[static_cast<std::size_t>(b)]));
  return {.name = "tet10",
          .family = "tetrahedron of second order",
          .dimension = 3,
          .node_count = 10,
          .corner_count = 4,
          .reference_nodes = nodes,
          .faces = {face({0, 2, 1, 6, 5, 4}), face({0, 1, 3, 4, 8, 7}), face({1, 2, 3, 5, 9, 8}),
                    face({2, 0, 3, 6, 7, 9})},
          .corner_axes = {{0, 1, 2, 3}},
          .turned_over = {0, 2, 1, 3, 6, 5, 4, 7, 9, 8},
          .stiffness_rule = tetrahedron_rule(3),  // ∫ dN/dX dV has degree 3 when edges are curved
          .mass_rule = tetrahedron_rule(5),       // ∫ N N dV then has degree 7
          .moment_rule = tetrahedron_rule(5),
          .part_degree = 2,
          .shape_values =
              [](const Vec3& xi, std::span<double> N) {
                quadratic_values(std::array{1 - xi.sum(), xi.x(), xi.y(), xi.z()}, tet10_edges, N);
              },
          .shape_gradients =
              [](const Vec3& xi, std::span<Vec3> dN) {
                quadratic_gradients(std::array{1 - xi.sum(), xi.x(), xi.y(), xi.z()},
                                    std::array<Vec3, 4>{{{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                    tet10_edges, dN);
              },
          .outside_by = tet4().outside_by,
          .lumps = false};
}

inline const ElementKind& tet10()
{
  static const ElementKind kind = make_tet10();
  return kind;
}

inline const std::array<const ElementKind*, 1>& tet10_only()
{
  static const std::array<const ElementKind*, 1> kinds{&tet10()};
  return kinds;
}

/// The mesh of tetrahedra with nodes in the middles of its edges, these moved by up to `bulge` [m] in each
/// direction.
inline Mesh second_order(const Mesh& linear, double bulge = 0)
{
  std::vector<double> nodes;
  for (const Vec3& x : linear.nodes)
    nodes.insert(nodes.end(), x.data(), x.data() + 3);
  std::map<std::pair<int, int>, int> middle;
  std::vector<int> elements;
  for (const Element& element : linear.elements) {
    elements.push_back(10);
    elements.insert(elements.end(), element.node_span().begin(), element.node_span().end());
    for (const auto& [i, j] : tet10_edges) {
      const int a = element.nodes[static_cast<std::size_t>(i)],
                b = element.nodes[static_cast<std::size_t>(j)];
      const int next = static_cast<int>(nodes.size() / 3);
      const auto [entry, is_new] = middle.emplace(std::minmax(a, b), next);
      elements.push_back(entry->second);
      if (!is_new) continue;
      const Vec3 x =
          0.5 * (linear.nodes[static_cast<std::size_t>(a)] + linear.nodes[static_cast<std::size_t>(b)]) +
          bulge * Vec3(noise(3, static_cast<unsigned>(next)));
      nodes.insert(nodes.end(), x.data(), x.data() + 3);
    }
    elements.push_back(element.volume_id);
  }
  return make_mesh(nodes, elements, std::vector<int>{1}, {}, tet10_only());
}

}  // namespace corbel::testing
