// SPDX-License-Identifier: MIT
// The nine by nine part of M and A of a pseudo-rigid body, on the components of F column by column.
#pragma once

#include "corbel/bodies/affine_operator.hpp"

namespace corbel {

/// E ⊗ I: E acts on the columns of F, as M does with E = E0.
AffineOperator::Mat9 on_columns(const Mat3& E);

/// T = L⁻ᵀ of T Tᵀ = (M + dK)⁻¹, with the positive part of dK when the sum is not positive definite.
AffineOperator::Mat9 root_of_inverse(const AffineOperator::Mat9& M, const AffineOperator::Mat9& dK);

/// √λ_max of M⁻¹K [rad/s].
double max_frequency(const AffineOperator::Mat9& M, const AffineOperator::Mat9& K);

}  // namespace corbel
