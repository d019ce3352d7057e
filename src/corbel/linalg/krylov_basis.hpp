// SPDX-License-Identifier: MIT
// A growing set of vectors V that is orthonormal in the product of a mass matrix, Vᵀ M V = I.
#pragma once

#include <Eigen/SparseCore>

namespace corbel {

class KrylovBasis {
 public:
  /// M: symmetric positive definite, in full or its upper triangle; has to outlive the basis.
  explicit KrylovBasis(const Eigen::SparseMatrix<double>& M);

  /// Adds what the columns of W (n × b) have to give beyond V and beyond each other; columns that depend on
  /// the others to 1e-10 are left out. Returns how many were added.
  Eigen::Index append(const Eigen::MatrixXd& W);

  Eigen::Index size() const { return V_.cols(); }
  const Eigen::MatrixXd& V() const { return V_; }
  const Eigen::MatrixXd& MV() const { return MV_; }

 private:
  const Eigen::SparseMatrix<double>& M_;
  Eigen::MatrixXd V_, MV_;  // n × size
};

}  // namespace corbel
