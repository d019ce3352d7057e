// SPDX-License-Identifier: MIT
// Laws, or their linearizations, as linear equations in their own U and R.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel {

/// U_k + c_k R_k = U*_k along one axis of the local frame. c = 0: the velocity is prescribed.
struct LinearEquation {
  int axis;               ///< k: 0, 1, 2 for T1, T2, N
  double target;          ///< U*_k [m/s]
  double compliance = 0;  ///< c_k ≥ 0 [1/kg]
};

/// A condition on U alone that is not linear: n·(U⁺ − U) = missing is Newton's method for it at U.
struct LinearizedCondition {
  Vec3 n;          ///< gradient of the condition at U, local frame
  double missing;  ///< [m/s] by how much U falls short
};

}  // namespace corbel
