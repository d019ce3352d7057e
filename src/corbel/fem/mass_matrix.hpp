// SPDX-License-Identifier: MIT
// The mass matrix of a solid, the same for x, y and z: a diagonal where masses can be lumped, else sparse.
#pragma once

#include <Eigen/SparseCore>

namespace corbel {

class MassMatrix {
 public:
  MassMatrix() = default;
  /// One number per node [kg]. Not explicit: a diagonal is a matrix.
  MassMatrix(Eigen::VectorXd lumped) : lumped_(std::move(lumped)) {}  // NOLINT(google-explicit-constructor)
  /// ∫ ρ N_a N_b dV, n × n [kg].
  explicit MassMatrix(const Eigen::SparseMatrix<double>& consistent) : consistent_(consistent) {}

  Eigen::Index nodes() const { return is_lumped() ? lumped_.size() : consistent_.rows(); }  ///< n
  bool is_lumped() const { return consistent_.rows() == 0; }
  const Eigen::VectorXd& lumped() const;  ///< the diagonal; InternalError if it is none
  /// A += factor M with M for x, y and z of each node (3n × 3n). A has entries where M has some.
  void add_to(double factor, Eigen::SparseMatrix<double>& A) const;
  std::size_t bytes() const;

 private:
  Eigen::VectorXd lumped_;
  Eigen::SparseMatrix<double> consistent_;
};

}  // namespace corbel
