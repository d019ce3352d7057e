// SPDX-License-Identifier: MIT
// What isoparametric shape functions are used for, for all kinds of elements. x: positions of the nodes.
#pragma once

#include "corbel/elements/element_kind.hpp"

#include <optional>

namespace corbel {

/// Is ξ in the reference element? `tolerance` in natural units.
bool is_inside(const ElementKind& kind, const Vec3& xi, double tolerance);

/// Σ N_a(ξ) x_a
Vec3 interpolate(const ElementKind& kind, std::span<const Vec3> x, const Vec3& xi);

/// J = Σ x_a ⊗ dN_a/dξ, so that dx = J dξ.
Mat3 jacobian(const ElementKind& kind, std::span<const Vec3> x, const Vec3& xi);

/// ξ with Σ N_a(ξ) x_a = point, by Newton's method with a line search; also for points somewhat outside.
/// Nothing when it does not converge.
std::optional<Vec3> natural_coordinates(const ElementKind& kind, std::span<const Vec3> x, const Vec3& point);

}  // namespace corbel
