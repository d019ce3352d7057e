// SPDX-License-Identifier: MIT
// A kind of face, as a row of numbers and functions: what it is made of, its shape functions and its rule.
#pragma once

#include "corbel/math/types.hpp"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace corbel {

inline constexpr int max_face_nodes = 9;  ///< a quadrilateral of second order with its middle

/// A point of integration over a face; the sum of weights is the area of the reference face.
struct FacePoint {
  double xi, eta, weight;
};

/// A flat piece of a face, or a quadrilateral that may be warped: 3 or 4 nodes, in the direction of the face.
struct Facet {
  int count;
  std::array<int, 4> nodes;
  std::span<const int> node_span() const { return {nodes.data(), static_cast<std::size_t>(count)}; }
};

struct FaceKind {
  std::string_view name;  ///< unique
  /// Nodes: corners first, counter-clockwise seen from outside, then the others.
  int node_count, corner_count;
  std::vector<FacePoint> rule;  ///< for surface loads
  std::vector<Facet> facets;    ///< what contact and distances see of it, in local nodes
  void (*shape_values)(double xi, double eta, std::span<double> N);
  void (*shape_gradients)(double xi, double eta, std::span<Eigen::Vector2d> dN);
};

/// ξ, η ≥ 0, ξ + η ≤ 1; 3 points (degree 2).
const FaceKind& triangle3();
/// |ξ|, |η| ≤ 1; 2×2 points.
const FaceKind& quadrilateral4();

/// Twice the vector area of a triangle or a quadrilateral, of a warped one too.
Vec3 twice_area(std::span<const Vec3> corners);

}  // namespace corbel
