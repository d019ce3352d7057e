// SPDX-License-Identifier: MIT
// How far a point is from an element.
#pragma once

#include "corbel/fem/integration_points.hpp"

namespace corbel {

/// Of a point outside, from the facets; quadrilateral ones as four triangles around their middle [m].
double distance_to_element(const ElementNodes& nodes, const Vec3& x);

}  // namespace corbel
