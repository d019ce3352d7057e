// SPDX-License-Identifier: MIT
// Gᵀ S G: systems of all constraints by way of the bodies between them.
#pragma once

#include "corbel/solvers/cones/cone_operator.hpp"

namespace corbel {

/// K = I + Gᵀ S G (m×m, m the sum of the bodies' widths) for S block-diagonal, 3×3 per constraint. Its graph is that of the
/// bodies: two are neighbours when a constraint acts between them. The pattern is the same for every S.
class BodyMatrix {
 public:
  explicit BodyMatrix(const ConeOperator& W);
  const Eigen::SparseMatrix<double>& assemble(const std::vector<Mat3>& S);

 private:
  const ConeOperator& W_;
  /// Of each constraint: where its blocks (a, b) begin in the values of K. Those of one body's columns are a matrix with
  /// the leading dimension stride_ of that body.
  std::vector<std::array<std::array<Eigen::Index, 2>, 2>> entry_;
  std::vector<Eigen::Index> stride_;
  std::vector<Eigen::Index> diagonal_;  ///< of K, in its values
  Eigen::SparseMatrix<double> K_;
};

}  // namespace corbel
