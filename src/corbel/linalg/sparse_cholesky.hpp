// SPDX-License-Identifier: MIT
// Factors of symmetric positive definite sparse matrices, A = P L Lᵀ Pᵀ, and solutions with them.
//
// Behind this one interface works CHOLMOD (supernodal, GPL), which nothing else in the engine knows: another
// library can take its place in sparse_cholesky.cpp.
#pragma once

#include "corbel/core/error.hpp"

#include <Eigen/SparseCore>

#include <memory>
#include <vector>

namespace corbel {

/// L of P L Lᵀ Pᵀ by supernodes, columns that have the same rows below them.
struct SupernodalFactor {
  std::vector<int> permutation;  ///< (P x)_i = x of permutation[i]
  std::vector<int> column;       ///< first of each supernode, and n
  std::vector<int> row_begin;    ///< of each supernode, into `row`
  std::vector<int> value_begin;  ///< of each supernode, into `value`
  std::vector<int> row;          ///< of a supernode ascending, its own columns first
  std::vector<double> value;     ///< of a supernode column after column; above the diagonal anything
};

/// A pivot was not positive: the matrix has a direction x with xᵀ A x ≤ 0.
class NotPositiveDefinite : public RunError {
 public:
  NotPositiveDefinite(Eigen::Index column, Eigen::Index size);
  /// Column of A (not of its reordered form) at which elimination stopped.
  Eigen::Index column() const { return column_; }

 private:
  Eigen::Index column_;
};

class SparseCholesky {
 public:
  /// Orders (AMD, or METIS where that fills in less), analyses and factorizes A, which is stored in full or
  /// as its upper triangle; the strict lower triangle is never read. Throws NotPositiveDefinite.
  explicit SparseCholesky(const Eigen::SparseMatrix<double>& A);
  ~SparseCholesky();
  SparseCholesky(SparseCholesky&&) noexcept;
  SparseCholesky& operator=(SparseCholesky&&) noexcept;

  /// New values in the same stored pattern; ordering and analysis are kept. After a throw of
  /// NotPositiveDefinite there is no factor until a later call succeeds.
  void refactorize(const Eigen::SparseMatrix<double>& A);

  Eigen::Index size() const;

  /// x = A⁻¹ b. Any number of threads may solve with one factor at the same time; the bits of x depend on A
  /// and b alone.
  Eigen::VectorXd solve(const Eigen::VectorXd& b) const;
  /// X = A⁻¹ B, all right-hand sides together: several times faster than one by one, equal to them to
  /// round-off.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B) const;
  /// B := A⁻¹ B
  void solve_in_place(Eigen::Ref<Eigen::MatrixXd> B) const;

  SupernodalFactor supernodes() const;  ///< a copy

  /// Memory of the factor.
  std::size_t bytes() const;
  /// Multiplications, additions and roots of one factorization.
  double flops() const;

 private:
  struct Factor;
  std::unique_ptr<Factor> factor_;
};

}  // namespace corbel
