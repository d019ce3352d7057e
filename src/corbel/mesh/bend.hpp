// SPDX-License-Identifier: MIT
// BEND of the language: a straight mesh, bent about an axis beside it.
#pragma once

#include "corbel/mesh/mesh.hpp"

namespace corbel {

/// The axis is the line of `point` and `direction` (unit a). Let r be the unit vector from the axis to the
/// nearest point of the mesh, R its distance, and t = a × r, the way a right-handed turn about a would go.
/// A node
///
///   x = point + z a + ρ r + s t      keeps z and ρ, and its s becomes the length of an arc of radius R:
///
///   s ≤ 0            x stays
///   0 < s ≤ R θ      x ← point + z a + ρ (cos φ r + sin φ t),                          φ = s/R
///   R θ < s          x ← point + z a + ρ (cos θ r + sin θ t) + (s − R θ) (cos θ t − sin θ r)
///
/// with θ the angle. So the line nearest to the axis keeps its length, lines farther out are stretched by
/// ρ/R, cross sections stay plane and turn to stand across the arc, and what is beyond the arc goes on
/// straight. Throws InputError: on 'angle' unless 0 < angle ≤ 360 degrees; on 'point' when the axis touches
/// or stabs the mesh, when the part to be bent reaches behind it, and when elements are too long to be bent.
Mesh bend(const Mesh& mesh, const Vec3& point, const Vec3& direction, double angle_degrees);

}  // namespace corbel
