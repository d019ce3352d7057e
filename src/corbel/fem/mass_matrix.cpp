// SPDX-License-Identifier: MIT
#include "corbel/fem/mass_matrix.hpp"

#include "corbel/core/error.hpp"

namespace corbel {

const Eigen::VectorXd& MassMatrix::lumped() const
{
  demand(is_lumped(), "MassMatrix: these masses are a matrix, not a diagonal");
  return lumped_;
}

void MassMatrix::add_to(double factor, Eigen::SparseMatrix<double>& A) const
{
  demand(A.rows() == 3 * nodes() && A.cols() == A.rows(), "MassMatrix: A has three rows a node");
  if (is_lumped()) {
    for (Eigen::Index i = 0; i < A.rows(); ++i)
      A.coeffRef(i, i) += factor * lumped_[i / 3];
    return;
  }
  for (Eigen::Index b = 0; b < consistent_.cols(); ++b)
    for (Eigen::SparseMatrix<double>::InnerIterator entry(consistent_, b); entry; ++entry)
      for (Eigen::Index i = 0; i < 3; ++i)
        A.coeffRef(3 * entry.row() + i, 3 * b + i) += factor * entry.value();
}

std::size_t MassMatrix::bytes() const
{
  return static_cast<std::size_t>(lumped_.size()) * sizeof(double) +
         static_cast<std::size_t>(consistent_.nonZeros()) * (sizeof(double) + sizeof(int));
}

}  // namespace corbel
