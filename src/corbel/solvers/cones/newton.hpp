// SPDX-License-Identifier: MIT
// Semismooth Newton's method for all constraints at once, with a proximal term.
#pragma once

#include "corbel/solvers/cones/cone_solver.hpp"

namespace corbel {

/// The conditions of a contact as equations (Alart and Curnier 1991; manual eqs 6.3 to 6.5 without the
/// common factor), ρ = 1 as W has mobility one, a = r − ρ u, g = μ max(0, a_N):
///
///   F_N = r_N − max(0, a_N) ,   F_T = r_T − P_g(a_T) ,  P_g the projection on the disk of radius g      (1)
///
///   open   a_N ≤ 0     F = r
///   stick  |a_T| ≤ g   F = ρ u
///   slip   else        F_N = ρ u_N ,  F_T = r_T − g t ,  t = a_T/|a_T|                                   (2)
///
/// With dF = A du + B dr of these cases, one step is
///
///   (A (W + ε I) + B) dr = −F ,   r ← r + a dr                                                          (3)
///
/// ε(r − r_k), zero at the current r_k, makes steps short along directions that W does not see (hyperstatic
/// contacts): a singular W is harmless. ε falls from ε₀ to 1e-10 (1e-7 if matrix-free) while full steps
/// succeed, and grows when they do not. The step length is halved until |F| is below the greatest of the last
/// five, and when that fails the full step is made all the same: |F| need not fall on the way to the right
/// case of each contact.
enum class InnerSolver {
  automatic,  ///< direct, up to 10⁵ constraints and while W has blocks
  direct,     ///< factorization (NewtonSystem)
  krylov  ///< GMRES, products with W only (KrylovSystem); (3) to a relative residual of 0.1, less where that stalls
};

struct NewtonOptions {
  double tolerance = 1e-8;   ///< both residuals
  int max_iterations = 200;  ///< each a factorization
  double epsilon = 0.1;      ///< ε₀
  double delta = 0;          ///< least ε, beside 1e-10
  InnerSolver inner = InnerSolver::automatic;
  int patience = 0;  ///< iterations in which the residual has to fall to a third, or the method ends; 0: any
  LocalForm form = LocalForm::by_size;  ///< of W, in a run
};

/// From `start`.
void newton(Search& search, const NewtonOptions& options, Eigen::VectorXd start);

class Newton : public ConeSolver {
 public:
  explicit Newton(const NewtonOptions& options = {});
  const NewtonOptions& options() const { return options_; }
  LocalForm local_form() const override;

 private:
  void iterate(Search& search) const override;

  NewtonOptions options_;
};

}  // namespace corbel
