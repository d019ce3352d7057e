// SPDX-License-Identifier: MIT
// Integration over a part of an element by few points.
#pragma once

#include "corbel/fem/quadrature.hpp"

#include <vector>

namespace corbel {

/// Points in natural coordinates; weight × det J is volume.
using ElementRule = std::vector<QuadraturePoint>;

/// Some of the points with new weights ≥ 0 that integrate the same (Carathéodory): of a tetrahedron (k = 4)
/// all quadratic functions of ξ by 10 points or fewer, of the others all that are quadratic in each of ξ, η
/// and ζ, among them the products of two shape functions' gradients, by 27.
ElementRule reduce_rule(int k, const ElementRule& rule);

}  // namespace corbel
