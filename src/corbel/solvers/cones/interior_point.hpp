// SPDX-License-Identifier: MIT
// Interior point method over friction cones, with a polish by Newton's method.
#pragma once

#include "corbel/solvers/cones/cone_solver.hpp"

#include <memory>

namespace corbel {

/// x = (r_T, μ r_N) and z = (u_T, û_N/μ) turn every friction cone and its dual into the Lorentz cone; with
/// T = diag(1, 1, 1/μ), r = T x:
///
///   z = T (W T x + q) + |u_T| e_N ,   x ∘ z = 0 ,   x, z ∈ L                                            (1)
///
/// One iteration of Mehrotra's predictor and corrector with the scaling V of Nesterov and Todd (lorentz.hpp),
/// λ = V z = V⁻¹ x, and N = I + θ e_N tᵀ, t = z_T/|z_T| (z_T = u_T at the solution):
///
///   (V N T W + V⁻¹ T⁻¹) dr = λ \ c − V N p ,   p = T u + |u_T| e_N − z                                   (2)
///   c = −λ∘λ + σ m e − (V⁻¹dx)∘(V dz) ,   dz = V⁻¹(λ \ c − V⁻¹ dx)                                      (3)
///
/// θ = 1 takes |u_T| into the linearization, dz_N = … + t·dz_T: then the method converges like Newton's, in 6
/// to 20 iterations on most problems. θ = 0 takes it from the last z (Acary, Armand et al. 2023), a fixed
/// point iteration that is slower but circles less where μ is large and everything slides; 0.9 is between.
/// m = x·z/degree; the last term of c from the predictor (σ = 0). Contacts without friction are the half line
/// r_N ≥ 0; joints have no cone. The method needs no good start; where it stops above the tolerance, it is
/// mostly near enough for Newton's method to finish (newton.hpp).
struct InteriorPointOptions {
  double tolerance = 1e-8;       ///< both residuals
  int max_iterations = 60;       ///< each a factorization
  double theta = 1;              ///< of (2)
  int polish_iterations = 60;    ///< of Newton's method at the end
  double polish_epsilon = 1e-3;  ///< its proximal term at the start
};

/// The iterations of one start, which can be taken up again.
class InteriorPointPath {
 public:
  InteriorPointPath(const ConeProblem& problem, double theta);
  /// With the |u_T| of (1) held as at the point r: a convex problem, whose path always goes on, and whose
  /// solution is that of (1) as far as r knows the sliding velocities.
  InteriorPointPath(const ConeProblem& problem, const Eigen::VectorXd& r);
  ~InteriorPointPath();
  InteriorPointPath(const InteriorPointPath&) = delete;
  InteriorPointPath& operator=(const InteriorPointPath&) = delete;

  /// Goes on until the search is solved, a point has residuals of at most `until`, `iterations` are done or
  /// no further step is possible. Returns the best point of the path.
  const Eigen::VectorXd& follow(Search& search, int iterations, double until);
  double least() const { return least_; }  ///< residual of its best point

 private:
  class Iteration;
  std::unique_ptr<Iteration> iteration_;
  Eigen::VectorXd best_;
  double least_;
  bool ended_ = false;
};

class InteriorPoint : public ConeSolver {
 public:
  explicit InteriorPoint(const InteriorPointOptions& options = {});
  const InteriorPointOptions& options() const { return options_; }

 private:
  void iterate(Search& search) const override;

  InteriorPointOptions options_;
};

}  // namespace corbel
