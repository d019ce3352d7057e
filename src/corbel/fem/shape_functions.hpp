// SPDX-License-Identifier: MIT
// Isoparametric shape functions of the four kinds of elements, named by their node count k: 4 tetrahedron,
// 5 pyramid (rational), 6 wedge, 8 hexahedron. Node order: that of mesh/element.
//
// Reference elements, in natural coordinates ξ = (ξ, η, ζ):
//   tetrahedron  ξ, η, ζ ≥ 0, ξ + η + ζ ≤ 1
//   pyramid      |ξ|, |η| ≤ 1 − ζ, 0 ≤ ζ ≤ 1: base in ζ = 0, apex at (0, 0, 1)
//   wedge        ξ, η ≥ 0, ξ + η ≤ 1, |ζ| ≤ 1
//   hexahedron   |ξ|, |η|, |ζ| ≤ 1
#pragma once

#include "corbel/math/types.hpp"

#include <optional>
#include <span>

namespace corbel {

inline constexpr int max_element_nodes = 8;

/// Natural coordinates of the nodes.
std::span<const Vec3> reference_nodes(int k);

/// Mean of the natural coordinates of the nodes, inside the element.
Vec3 reference_center(int k);

/// N_a(ξ); N has k or more entries.
void shape_values(int k, const Vec3& xi, std::span<double> N);

/// dN_a/dξ; dN has k or more entries. At the apex of a pyramid, where the limit depends on the way taken, the
/// limit along ξ = η = 0.
void shape_gradients(int k, const Vec3& xi, std::span<Vec3> dN);

/// Largest violation of the inequalities of the reference element, in natural units; negative inside.
double outside_by(int k, const Vec3& xi);

/// Is ξ in the reference element? `tolerance` in natural units.
bool is_inside(int k, const Vec3& xi, double tolerance);

/// Σ N_a(ξ) x_a
Vec3 interpolate(int k, std::span<const Vec3> x, const Vec3& xi);

/// J = Σ x_a ⊗ dN_a/dξ, so that dx = J dξ.
Mat3 jacobian(int k, std::span<const Vec3> x, const Vec3& xi);

/// ξ with Σ N_a(ξ) x_a = point, by Newton's method with a line search; also for points somewhat outside.
/// Nothing when it does not converge.
std::optional<Vec3> natural_coordinates(int k, std::span<const Vec3> x, const Vec3& point);

}  // namespace corbel
