// SPDX-License-Identifier: MIT
// Rotations: the exponential map and its derivative.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

/// exp[ψ]: the rotation about ψ/|ψ| by the angle |ψ| (Rodrigues' formula), shape 3×3.
Mat3 exp_map(const Vec3& psi);

/// exp[ψ] a without forming the matrix.
Vec3 rotate(const Vec3& psi, const Vec3& a);

/// The nearest rotation matrix (removes round-off that builds up over many products): one Newton step of
/// the polar decomposition, enough for matrices that are orthogonal to 1e-6.
Mat3 orthonormalized(const Mat3& R);

/// True when RᵀR = I to `tolerance` and det R > 0.
bool is_rotation(const Mat3& R, double tolerance);

}  // namespace corbel
