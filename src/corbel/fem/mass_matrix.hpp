// SPDX-License-Identifier: MIT
// The mass matrix of a solid, the same for x, y and z: a diagonal where masses can be lumped, else consistent and sparse.
//
//   (1)  lumped       M_ab = δ_ab ∫ ρ N_a dV        kinds of elements with ∫ N_a dV > 0 at all nodes
//   (2)  consistent   M_ab = ∫ ρ N_a N_b dV         all others, such as those of second order
//
// Vectors have three numbers per node, x y z of a node after the other (3n). Both have M 1 = ∫ ρ N dV, so gravity does not
// deform a free body. Scaling the diagonal of (2) to the mass of the element (HRZ) would give positive masses for (2), too,
// but without that property, with other moments of inertia, and with a lower order of convergence.
#pragma once

#include <Eigen/SparseCore>

namespace corbel {

class MassMatrix {
 public:
  MassMatrix() = default;
  /// One number per node [kg]. Not explicit: a diagonal is a matrix.
  MassMatrix(const Eigen::VectorXd& lumped);  // NOLINT(google-explicit-constructor)
  /// ∫ ρ N_a N_b dV, n × n [kg].
  explicit MassMatrix(const Eigen::SparseMatrix<double>& consistent) : consistent_(consistent) {}

  Eigen::Index nodes() const { return is_lumped() ? diagonal_.size() / 3 : consistent_.rows(); }  ///< n
  bool is_lumped() const { return consistent_.rows() == 0; }
  /// Of lumped masses, one number per unknown, 3n [kg]; InternalError if M is no diagonal.
  const Eigen::VectorXd& diagonal() const;
  /// n × n [kg]; InternalError if M is a diagonal.
  const Eigen::SparseMatrix<double>& consistent() const;

  Eigen::VectorXd times(const Eigen::Ref<const Eigen::VectorXd>& u) const;  ///< M u
  double energy(const Eigen::Ref<const Eigen::VectorXd>& u) const;          ///< ½ uᵀ M u
  double trace() const;                                                     ///< of 3n × 3n
  /// A += factor M with M for x, y and z of each node (3n × 3n). A has entries where M has some.
  void add_to(double factor, Eigen::SparseMatrix<double>& A) const;
  std::size_t bytes() const;

 private:
  Eigen::VectorXd diagonal_;
  Eigen::SparseMatrix<double> consistent_;
};

}  // namespace corbel
