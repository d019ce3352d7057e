// SPDX-License-Identifier: MIT
// Alternating direction method of multipliers (ADMM) with Anderson acceleration, for symmetric W of any rank.
#pragma once

#include "corbel/solvers/cones/cone_solver.hpp"

namespace corbel {

/// Coulomb's law with s = μ|u_T| known is a convex problem: min ½ rᵀW r + (q + s e_N)·r over r ∈ K. With a
/// copy z ∈ K of r and y, ρ y = −û, the impulses between the two (papers: Boyd et al. 2011, section 3):
///
///   r ← (W + ρ I)⁻¹ (ρ (z − y) − q − s e_N) ,   s_i = μ_i ρ |y_T,i|                                     (1)
///   v ← α r + (1 − α) z + y ,   z ← P_K(v) ,   y ← v − z                                               (2)
///
/// s comes from y in every iteration: there is no outer loop over it. The pair (z, y) is v alone, so (1), (2)
/// are one map v → T(v), whose convergence Anderson acceleration speeds up. One
/// factorization for all of them; W may be singular. ρ is balanced: it grows while r and z differ by more
/// (relative to their size) than û changes. Weak where W is not symmetric, or where s decides much (μ large
/// and W_NT strong): then it stagnates at 1e-3 to 1e-5, and other methods start from there.
struct AdmmOptions {
  double tolerance = 1e-8;    ///< both residuals
  int max_iterations = 1000;  ///< each one solution with the factor
  double rho = 0.1;           ///< at the start; W has mobility one
  double relaxation = 1.6;    ///< α in (0, 2)
  int memory = 10;            ///< of the Anderson acceleration
};

/// Iterates from the best point of the search until that is solved, the iterations are used up, or `patient`
/// is false and the residual has stopped to fall. (W must be symmetric positive semi-definite.)
void admm(Search& search, const AdmmOptions& options, bool patient);

class Admm : public ConeSolver {
 public:
  explicit Admm(const AdmmOptions& options = {});
  const AdmmOptions& options() const { return options_; }

 private:
  void iterate(Search& search) const override;

  AdmmOptions options_;
};

}  // namespace corbel
