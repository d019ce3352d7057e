// SPDX-License-Identifier: MIT
// The Coulomb cone K(μ) = { R : |R_T| ≤ μ R_N }, vectors ordered (T1, T2, N).
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

/// Euclidean projection of a onto K(μ), μ ≥ 0.
///   inside the cone               a
///   inside its polar, μ|a_T| ≤ −a_N   0
///   otherwise                     the nearest point of the lateral surface
Vec3 project_on_cone(const Vec3& a, double mu);

/// R − P_K(R − a): zero iff R ∈ K, a ∈ K* and R·a = 0. Computed without that difference, which would lose an
/// a below the round-off of R, and with it the error:
///   R − a inside the cone    a
///   inside its polar         R
///   otherwise                R − (R·s)s + (a·s)s ,  s the unit vector along the surface below R − a
Vec3 natural_map(const Vec3& R, const Vec3& a, double mu);

}  // namespace corbel
