// SPDX-License-Identifier: MIT
// The Lorentz cone L = { x : |x_T| ≤ x_N } of vectors ordered (T1, T2, N), and its algebra
//
//   x ∘ y = (x_N y_T + y_N x_T, x·y) ,   e = (0, 0, 1) ,   det x = x_N² − |x_T|²
//
// with the scaling of Nesterov and Todd (Math. Oper. Res. 22, 1997), in the form of Vandenberghe's "The
// CVXOPT linear and quadratic cone program solvers" (2010), section 4.
#pragma once

#include "corbel/math/types.hpp"

namespace corbel::lorentz {

double determinant(const Vec3& x);
Vec3 product(const Vec3& x, const Vec3& y);
/// y with x ∘ y = b, x inside the cone.
Vec3 quotient(const Vec3& x, const Vec3& b);
/// Largest a with x + a d in the cone, x inside; infinity when there is none.
double way_to_surface(const Vec3& x, const Vec3& d);

/// V symmetric with V z = V⁻¹ x = λ, for x, z inside the cone.
struct Scaling {
  Mat3 V, inverse;
  Vec3 lambda;
};
Scaling scaling(const Vec3& x, const Vec3& z);

}  // namespace corbel::lorentz
