// SPDX-License-Identifier: MIT
// The linear systems that solvers of all constraints at once need.
#pragma once

#include "corbel/linalg/sparse_cholesky.hpp"
#include "corbel/linalg/sparse_lu.hpp"
#include "corbel/solvers/cones/body_matrix.hpp"

#include <Eigen/LU>

#include <optional>

namespace corbel {

/// x of (W + ρ I) x = b, ρ > 0, for symmetric W. Without C, and unless bodies of more than six velocities make that the
/// larger system, by way of the bodies,
///
///   (ρ I + G Gᵀ)⁻¹ = (I − G (ρ I + Gᵀ G)⁻¹ Gᵀ)/ρ                                                         (1)
///
/// whose matrix has the graph of the bodies: far smaller than W where bodies have many contacts.
class ShiftedSystem {
 public:
  explicit ShiftedSystem(const ConeOperator& W);
  /// Throws NotPositiveDefinite.
  void factorize(double rho);
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  const ConeOperator& W_;
  std::optional<BodyMatrix> bodies_;       ///< (1)
  Eigen::SparseMatrix<double> assembled_;  ///< W, else
  double rho_ = 0;
  std::optional<SparseCholesky> factor_;
};

/// x of (A W + B) x = b, A and B block-diagonal: the systems of Newton's method. Three forms:
///
///   dense      small problems
///   by bodies  W = G Gᵀ:  (I + Gᵀ S G) y = Gᵀ B⁻¹ b ,  x = B⁻¹ b − S G y ,  S = B⁻¹ A              (2)
///   sparse     with y = Gᵀ x as further unknowns:  ( B + A C   A G ; −Gᵀ   I )                      (3)
///
/// (2) is the fastest and loses as many digits as B has between its least and its largest eigenvalue; steps
/// of refinement bring them back, and where they do not, (3) takes over for this factorization.
class NewtonSystem {
 public:
  explicit NewtonSystem(const ConeOperator& W);
  /// False when the matrix is singular to working precision.
  bool factorize(const std::vector<Mat3>& A, const std::vector<Mat3>& B);
  /// With as many steps of refinement as help. May be called only after factorize() was true.
  Eigen::VectorXd solve(const Eigen::VectorXd& b);

 private:
  bool factorize_by_bodies();
  bool factorize_sparse();
  Eigen::VectorXd solve_once(const Eigen::VectorXd& b) const;
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const;

  enum class Form { dense, by_bodies, sparse };

  const ConeOperator& W_;
  Form form_ = Form::sparse;
  std::vector<Mat3> A_, B_, B_inverse_, S_;
  Eigen::MatrixXd W_dense_;
  Eigen::PartialPivLU<Eigen::MatrixXd> dense_;
  std::optional<BodyMatrix> bodies_;
  std::optional<SparseLu> body_factor_;
  std::optional<SparseLu> sparse_;
};

/// The same, matrix-free: GMRES, preconditioned with the diagonal blocks A_i W_ii + B_i. No
/// matrix is formed: y = Gᵀ x goes through the bodies. For problems whose factors do not fit into memory.
class KrylovSystem {
 public:
  KrylovSystem(const ConeOperator& W, double tolerance, int max_products);
  /// False when a diagonal block is singular.
  bool factorize(const std::vector<Mat3>& A, const std::vector<Mat3>& B);
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

  double tolerance;  ///< of |A W x + B x − b| relative to |b|

 private:
  const ConeOperator& W_;
  int max_products_;
  std::vector<Mat3> W_diagonal_, A_, B_, preconditioner_;
};

}  // namespace corbel
