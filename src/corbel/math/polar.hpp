// SPDX-License-Identifier: MIT
// The rotation nearest to a matrix: the polar factor of a deformation gradient.
//
//   R(F) = argmax tr(RᵀF) over rotations ,   F = U diag(σ₁, σ₂, σ₃) Vᵀ ,   s = det(U Vᵀ) = ±1
//   R(F) = U diag(1, 1, s) Vᵀ                                                                        (1)
//
// With σ₁ ≥ σ₂ ≥ σ₃ ≥ 0 this is unique while σ₂ + s σ₃ > 0, so for every F with det F > 0: no starting value
// and no iteration that could end in another branch.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

/// R(F) of (1) for any finite F, whatever its rotation; some nearest rotation where there are several.
Mat3 polar_rotation(const Mat3& F);

/// Same; where several rotations are equally near to F (F flattened to a line, or turned inside out), the one
/// of them nearest to the rotation `previous`. F = 0 gives `previous`.
Mat3 polar_rotation(const Mat3& F, const Mat3& previous);

}  // namespace corbel
