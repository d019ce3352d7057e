// SPDX-License-Identifier: MIT
// A LocalProblem for solvers of all constraints at once: laws in cone form, every constraint of mobility one.
//
// With w_i = tr(W_ii)/3 [1/kg], d_i = w_i^{-½} and the letters of constraints/cone_form.hpp
//
//   r_i = (R_i + c_i e_N)/d_i ,   u_i = d_i (U_i + offset_i + compliance ∘ R_i)                           (1)
//   u = W r + q ,   W ← D W D + compliance,   q ← D (B + offset − (W + compliance) c e_N)                 (2)
//
// Scaling by one number per contact keeps cone and law; every method's steps are then of order one, and the
// natural map of (1) is the residual (B) of residual.hpp. Immobile rows are left out.
#pragma once

#include "corbel/solvers/cones/cone_operator.hpp"
#include "corbel/solvers/local_problem.hpp"
#include "corbel/solvers/residual.hpp"

namespace corbel {

/// The set of impulses of one row.
struct Cone {
  bool contact = true;
  double mu = 0;                                     ///< of a contact
  std::array<bool, 3> held = {false, false, false};  ///< of a joint: axes that carry impulses
  Vec3 compliance = Vec3::Zero();                    ///< in W, scaled as that

  /// Nearest allowed impulse.
  Vec3 project(const Vec3& r) const;
  /// r − P(r − ρ û): zero iff the law holds. Of a compliant axis u counts as what is missing of the impulse,
  /// where that is less: a soft spring of length u is off by u/compliance only.
  Vec3 natural_map(const Vec3& r, const Vec3& u, double rho) const;
};

struct ConeProblem {
  std::vector<Cone> cones;
  ConeOperator W;
  Eigen::VectorXd q;
  bool linearized = false;  ///< holds near the (U, R) it was made at

  std::size_t size() const { return cones.size(); }
  Eigen::VectorXd velocities(const Eigen::VectorXd& r) const { return W.multiply(r) + q; }
  Eigen::VectorXd project(const Eigen::VectorXd& r) const;
  /// Both residuals of residual.hpp, for r in the cones and u = velocities(r).
  Residual residual(const Eigen::VectorXd& r, const Eigen::VectorXd& u) const;
  Residual residual(const Eigen::VectorXd& r) const { return residual(r, velocities(r)); }

  /// Of what (1) was made.
  std::vector<std::size_t> row;  ///< of the LocalProblem
  std::vector<double> d;         ///< [kg^½]
  std::vector<double> cohesion;  ///< c [N s]
  Residual reference;            ///< denominators of the residuals

  Eigen::VectorXd scaled(const Impulses& R) const;
  /// Impulses of all rows of the LocalProblem; zero for those left out.
  Impulses unscaled(const Eigen::VectorXd& r, std::size_t rows) const;
};

/// Laws as they are near R.
ConeProblem cone_problem(const LocalProblem& problem, const Impulses& R);

}  // namespace corbel
