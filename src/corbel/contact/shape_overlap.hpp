// SPDX-License-Identifier: MIT
// Which shapes overlap others, before there are bodies: OVERLAPPING of the Solfec language.
#pragma once

#include "corbel/bodies/shape.hpp"

#include <vector>

namespace corbel {

/// Per shape: does one of its objects have a contact of gap ≤ `gap` (≤ 0) with one of `obstacles`? Contacts
/// are those the narrow phase finds between spheres, ellipsoids, convexes and mesh elements, so the gap is
/// that of two such objects, and with gap = 0 shapes that touch within epsilon [m] count (0: 1e-6 of the
/// smaller object). What lies within a mesh, away from its boundary, overlaps it however small `gap` is.
/// Throws InputError.
std::vector<bool> overlapping_shapes(const Shape& obstacles, const std::vector<Shape>& shapes, double gap,
                                     double epsilon);

}  // namespace corbel
