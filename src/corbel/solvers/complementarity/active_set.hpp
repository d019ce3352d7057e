// SPDX-License-Identifier: MIT
// A primal–dual active set method for linear complementarity problems with a symmetric positive semi-definite
// M, and the solver of frictionless contact made of it.
//
// Newton's method on the non-smooth equation min(z, w) = 0 guesses the set A of closed contacts, solves
//
//   z_A = −M_AA⁻¹ q_A ,  z_I = 0 ,  w = M z + q                                                    (1)
//
// and moves to the other set all i with z_i < 0 in A or w_i < 0 in I. A few factorizations do for thousands
// of contacts, where Lemke's method takes a pivot for each. Two safeguards:
//
// Cycles. While the number of misplaced i falls, all are moved. After `patience` moves without a new least,
// only the last of them is (Murty's rule, finite for every P-matrix), until the least falls again
// (Júdice, Pires, Computers & Operations Research 21, 1994).
//
// Redundant contacts. M_AA is singular, M no P-matrix. Therefore each round solves the proximal problem
//
//   w = M z + q + δ (z − z_k) ,   D = diag(M) = 1 after scaling ,                                  (2)
//
// a P-matrix for δ > 0, whose solutions z_{k+1} converge to one of the LCP, by a factor δ/(δ + λ) a round for
// the parts of z along an eigenvalue λ > 0; parts with λ = 0 do not matter to w. δ falls from 1e-6 to 1e-9
// from round to round: two or three do.
// Without a solution z_k grows for ever along some n ≥ 0 with M n = 0, qᵀ n < 0: status ray.
#pragma once

#include "corbel/solvers/complementarity/frictionless.hpp"

namespace corbel {

struct ActiveSetOptions {
  double tolerance = 1e-13;  ///< ‖min(z, w)‖∞ / max(1, ‖z‖∞), diagonal and ‖q‖∞ scaled to 1
  int max_iterations = 0;    ///< factorizations; 0: 20 n + 1000
  int patience = 10;         ///< moves of all misplaced without progress; 0: Murty's rule alone
};

/// M symmetric positive semi-definite, stored in full. z_start ≥ 0, or empty; history: ‖min(z, w)‖∞ of the
/// scaled problem.
LcpResult active_set(const LcpMatrix& M, const Eigen::VectorXd& q, const Eigen::VectorXd& z_start = {},
                     const ActiveSetOptions& options = {});

/// Contacts without friction and joints; InputError for anything else.
class ActiveSet : public Solver {
 public:
  explicit ActiveSet(double tolerance = 1e-8, const ActiveSetOptions& options = {});
  SolverReport solve(const LocalProblem& problem, Impulses& R) const override;

 private:
  double tolerance_;
  ActiveSetOptions options_;
};

}  // namespace corbel
