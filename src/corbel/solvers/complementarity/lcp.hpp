// SPDX-License-Identifier: MIT
// The linear complementarity problem: given M (n×n) and q (n), find z with
//
//   w = M z + q ,   w ≥ 0 ,   z ≥ 0 ,   wᵀ z = 0                                         (Manvelyan 2022 eq. 23)
//
// Contacts without friction are one: z normal impulses, w normal velocities, M = W of the normals.
#pragma once

#include <Eigen/Core>

#include <cmath>
#include <vector>

namespace corbel {

enum class LcpStatus {
  solved,
  ray,             ///< ended on a ray: a copositive-plus M (W is one) proves that there is no solution
  iteration_limit  ///< given up; z is the last point
};

struct LcpResult {
  LcpStatus status = LcpStatus::solved;
  Eigen::VectorXd z, w;         ///< z ≥ 0, w = M z + q
  int iterations = 0;           ///< pivots, or factorizations
  std::vector<double> history;  ///< one number per iteration, zero at a solution; each method says which
};

/// D^{-1/2} of the diagonal, 1 where that is not positive: with M ← S M S, q ← S q contacts of light and of
/// heavy bodies look alike and tolerances mean the same for all. z = S z', w = S⁻¹ w'.
inline Eigen::VectorXd lcp_scale(const Eigen::VectorXd& diagonal)
{
  return diagonal.unaryExpr([](double d) { return d > 0 ? 1 / std::sqrt(d) : 1.0; });
}

/// ‖min(z, w)‖∞, zero iff z solves.
inline double lcp_residual(const Eigen::VectorXd& z, const Eigen::VectorXd& w)
{
  return z.size() == 0 ? 0 : z.cwiseMin(w).cwiseAbs().maxCoeff();
}

}  // namespace corbel
