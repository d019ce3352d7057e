// SPDX-License-Identifier: MIT
#include "corbel/fem/mass_matrix.hpp"

#include "corbel/core/error.hpp"

namespace corbel {
namespace {

/// Three numbers per node as a matrix: a row for each of x, y, z, a column for each node.
using ByNode = Eigen::Map<Eigen::Matrix<double, 3, Eigen::Dynamic>>;
using ConstByNode = Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic>>;

}  // namespace

MassMatrix::MassMatrix(const Eigen::VectorXd& lumped) : diagonal_(3 * lumped.size())
{
  for (Eigen::Index a = 0; a < lumped.size(); ++a)
    diagonal_.segment<3>(3 * a).setConstant(lumped[a]);
}

const Eigen::VectorXd& MassMatrix::diagonal() const
{
  demand(is_lumped(), "MassMatrix: these masses are a matrix, not a diagonal");
  return diagonal_;
}

const Eigen::SparseMatrix<double>& MassMatrix::consistent() const
{
  demand(!is_lumped(), "MassMatrix: these masses are a diagonal");
  return consistent_;
}

Eigen::VectorXd MassMatrix::times(const Eigen::Ref<const Eigen::VectorXd>& u) const
{
  if (is_lumped()) return diagonal_.cwiseProduct(u);
  Eigen::VectorXd product(u.size());
  ByNode(product.data(), 3, nodes()).noalias() = ConstByNode(u.data(), 3, nodes()) * consistent_;
  return product;
}

double MassMatrix::energy(const Eigen::Ref<const Eigen::VectorXd>& u) const
{
  return is_lumped() ? 0.5 * u.dot(diagonal_.cwiseProduct(u)) : 0.5 * u.dot(times(u));
}

double MassMatrix::trace() const { return is_lumped() ? diagonal_.sum() : 3 * consistent_.diagonal().sum(); }

void MassMatrix::add_to(double factor, Eigen::SparseMatrix<double>& A) const
{
  demand(A.rows() == 3 * nodes() && A.cols() == A.rows(), "MassMatrix: A has three rows a node");
  if (is_lumped()) {
    for (Eigen::Index i = 0; i < A.rows(); ++i)
      A.coeffRef(i, i) += factor * diagonal_[i];
    return;
  }
  demand(A.isCompressed(), "MassMatrix: A is compressed");
  for (Eigen::Index i = 0; i < A.cols(); ++i) {  // both columns ascend: one way through each
    auto k = A.outerIndexPtr()[i];
    const auto end = A.outerIndexPtr()[i + 1];
    for (Eigen::SparseMatrix<double>::InnerIterator entry(consistent_, i / 3); entry; ++entry) {
      while (k < end && A.innerIndexPtr()[k] != 3 * entry.row() + i % 3)
        ++k;
      demand(k < end, "MassMatrix: A has entries where M has some");
      A.valuePtr()[k] += factor * entry.value();
    }
  }
}

std::size_t MassMatrix::bytes() const
{
  return static_cast<std::size_t>(diagonal_.size()) * sizeof(double) +
         static_cast<std::size_t>(consistent_.nonZeros()) * (sizeof(double) + sizeof(int));
}

}  // namespace corbel
