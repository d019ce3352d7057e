// SPDX-License-Identifier: MIT
// Integration over a part of an element by few points.
#pragma once

#include "corbel/elements/element_kind.hpp"

namespace corbel {

/// Some of the points with new weights ≥ 0 that integrate the same (Carathéodory) of the functions given by
/// ElementKind::part_degree: of a tetrahedron all quadratic functions of ξ by 10 points or fewer, of the
/// others all that are quadratic in each of ξ, η and ζ, among them the products of two shape functions'
/// gradients, by 27.
ElementRule reduce_rule(const ElementKind& kind, const ElementRule& rule);

}  // namespace corbel
