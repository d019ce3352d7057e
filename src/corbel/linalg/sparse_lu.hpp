// SPDX-License-Identifier: MIT
// Factors of general sparse matrices, P R A Q = L U, behind which works UMFPACK (SuiteSparse, GPL).
#pragma once

#include <Eigen/SparseCore>

#include <memory>

namespace corbel {

class SparseLu {
 public:
  /// Orders and analyses the pattern of A; there is no factor yet.
  explicit SparseLu(const Eigen::SparseMatrix<double>& A);
  ~SparseLu();
  SparseLu(SparseLu&&) noexcept;
  SparseLu& operator=(SparseLu&&) noexcept;

  /// A in the pattern analysed. False when A is singular to working precision: there is no factor then.
  bool factorize(const Eigen::SparseMatrix<double>& A);
  /// x = A⁻¹ b with the last factor, by one step of refinement or more.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace corbel
