// SPDX-License-Identifier: MIT
// Gᵀ S G: systems of all constraints by way of the bodies between them.
#pragma once

#include "corbel/solvers/cone_operator.hpp"

namespace corbel {

/// K = I + Gᵀ S G (6m×6m) for S block-diagonal, 3×3 per constraint. Its graph is that of the bodies: two are
/// neighbours when a constraint acts between them. The pattern is the same for every S.
class BodyMatrix {
 public:
  explicit BodyMatrix(const ConeOperator& W);
  const Eigen::SparseMatrix<double>& assemble(const std::vector<Mat3>& S);

 private:
  using Mat6 = Eigen::Matrix<double, 6, 6>;

  const ConeOperator& W_;
  std::vector<std::array<std::array<int, 2>, 2>> entry_;  ///< of the blocks (a, b) of each constraint
  std::vector<int> diagonal_;                             ///< of the block of each body
  std::vector<Mat6> blocks_;                              ///< column by column of K
  std::vector<int> column_begin_;                         ///< blocks of a body's column
  Eigen::SparseMatrix<double> K_;
};

}  // namespace corbel
