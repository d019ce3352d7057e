// SPDX-License-Identifier: MIT
// Solutions with the exact tangent of a body, A = (1 + αh/2) M + (ηh/2 + h²/4) K(q), without a factorization
// in every step.
//
// The co-rotated operator Λ A₀ Λᵀ, whose factor all bodies of a template share, is near to A as long as
// strains are small: conjugate gradients preconditioned with it end after a few iterations. When they would
// cost more than a factorization of A itself (counted in operations, so that the choice is the same on every
// machine and in every rerun), A is factorized for this step. The choice depends on the state alone, never on
// earlier steps: a resumed run is bitwise the same.
#pragma once

#include "corbel/bodies/corotated_operator.hpp"

#include <memory>

namespace corbel {

/// A has a direction x with xᵀ A x ≤ 0.
class IndefiniteOperator : public RunError {
 public:
  using RunError::RunError;
};

class TangentSolver {
 public:
  /// A new step or Newton pass: A has the pattern of K₀; Λ and A₀ of the preconditioner.
  void reset(const Eigen::SparseMatrix<double>& A, const Mat3& Lambda,
             std::shared_ptr<const CorotatedOperator> A0);

  /// The same without iterations; false when A is not positive definite, and nothing can be solved then.
  bool reset(const Eigen::SparseMatrix<double>& A);

  /// A⁻¹ B, all columns together. Throws IndefiniteOperator.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& B);

  /// More right-hand sides are to come, one by one, than a factorization costs. Where A has none, iterations
  /// go on.
  void expect_many()
  {
    if (!direct_) factorize();
  }
  const CorotatedOperator* preconditioner() const { return A0_.get(); }  ///< A₀, or nullptr
  const Mat3& rotation() const { return Lambda_; }                       ///< Λ

  [[noreturn]] static void throw_not_positive();  ///< RunError

  int iterations() const { return iterations_; }          ///< of conjugate gradients, since the body was made
  int factorizations() const { return factorizations_; }  ///< of A, since the body was made

 private:
  bool iterate(const Eigen::MatrixXd& B, Eigen::MatrixXd& X);
  bool factorize();  ///< false when A is not positive definite

  const Eigen::SparseMatrix<double>* A_ = nullptr;
  Mat3 Lambda_ = Mat3::Identity();
  std::shared_ptr<const CorotatedOperator> A0_;
  std::unique_ptr<SparseCholesky> factor_;  ///< keeps the ordering from step to step
  bool direct_ = false;                     ///< factor_ is that of A
  int iterations_ = 0, factorizations_ = 0;
};

}  // namespace corbel
