// SPDX-License-Identifier: MIT
// The scaled W of a ConeProblem, and the linear systems that solvers of all constraints at once need with it.
#pragma once

#include "corbel/linalg/sparse_cholesky.hpp"
#include "corbel/linalg/sparse_lu.hpp"
#include "corbel/math/types.hpp"

#include <Eigen/Core>
#include <Eigen/LU>
#include <Eigen/SparseCore>

#include <optional>
#include <vector>

namespace corbel {

using SparseRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// W = G Gᵀ + C, 3n×3n; G (3n×6m) of bodies with six degrees of freedom, C of all others and of compliance.
/// Either may have no entries. C need not be symmetric.
struct ConeOperator {
  SparseRows G;
  SparseRows C;

  Eigen::Index size() const { return C.rows(); }
  bool has_factor() const { return G.nonZeros() > 0; }
  bool has_blocks() const { return C.nonZeros() > 0; }
  Eigen::VectorXd multiply(const Eigen::VectorXd& r) const;
  /// The sum as one matrix.
  SparseRows assembled() const;
  /// ‖C − Cᵀ‖ / ‖C‖ in the greatest entry; zero for W = G Gᵀ.
  double asymmetry() const;
};

/// x of (W + D) x = b, D = diag(shift), shift > 0, for symmetric W. Without C by way of the bodies,
///
///   (D + G Gᵀ)⁻¹ = D⁻¹ − D⁻¹ G (I + Gᵀ D⁻¹ G)⁻¹ Gᵀ D⁻¹                                                   (1)
///
/// whose matrix has the graph of the bodies: far smaller than W where bodies have many contacts.
class ShiftedSystem {
 public:
  explicit ShiftedSystem(const ConeOperator& W);
  /// Throws NotPositiveDefinite.
  void factorize(const Eigen::VectorXd& shift);
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  bool by_bodies() const { return W_.has_factor() && !W_.has_blocks(); }

  const ConeOperator& W_;
  Eigen::SparseMatrix<double> assembled_;  ///< W, unless by bodies
  Eigen::VectorXd shift_;
  std::optional<SparseCholesky> factor_;
};

/// x of (A W + B) x = b, A and B block-diagonal: the systems of Newton's method. Sparse with the bodies'
/// velocities y = Gᵀ x as further unknowns,
///
///   ( B + A C   A G ) ( x )   ( b )
///   ( −Gᵀ       I   ) ( y ) = ( 0 )                                                                    (2)
///
/// or dense when small.
class NewtonSystem {
 public:
  explicit NewtonSystem(const ConeOperator& W);
  /// False when the matrix is singular to working precision.
  bool factorize(const std::vector<Mat3>& A, const std::vector<Mat3>& B);
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  void fill(const std::vector<Mat3>& A, const std::vector<Mat3>& B);

  const ConeOperator& W_;
  Eigen::MatrixXd W_dense_;  ///< when dense
  Eigen::PartialPivLU<Eigen::MatrixXd> dense_;
  Eigen::SparseMatrix<double, Eigen::RowMajor> rows_;  ///< (2)
  std::optional<SparseLu> sparse_;
};

}  // namespace corbel
