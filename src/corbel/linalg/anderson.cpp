// SPDX-License-Identifier: MIT
#include "corbel/linalg/anderson.hpp"

#include "corbel/core/error.hpp"
#include "corbel/linalg/pivoted_cholesky.hpp"

namespace corbel {
namespace {

/// Smallest pivot of ΔFᵀ ΔF with unit diagonal: the square of the part of a column the others do not have.
constexpr double dependent_step = 1e-12;

}  // namespace

Anderson::Anderson(int memory) : memory_(memory) { demand(memory >= 1, "Anderson: memory < 1"); }

void Anderson::restart()
{
  depth_ = 0;
  oldest_ = 0;
  started_ = false;
}

void Anderson::push(const Eigen::VectorXd& df, const Eigen::VectorXd& dg)
{
  if (!(df.squaredNorm() > 0)) return;  // says nothing about T, and would be a zero on the diagonal
  if (dF_.rows() != df.size()) {
    dF_.resize(df.size(), memory_);
    dG_.resize(df.size(), memory_);
    gram_.resize(memory_, memory_);
  }
  const int column = depth_ < memory_ ? depth_++ : oldest_;
  if (depth_ == memory_) oldest_ = (column + 1) % memory_;
  dF_.col(column) = df;
  dG_.col(column) = dg;
  const Eigen::VectorXd products = dF_.leftCols(depth_).transpose() * df;
  gram_.row(column).head(depth_) = products;
  gram_.col(column).head(depth_) = products.transpose();
}

Eigen::VectorXd Anderson::next(const Eigen::Ref<const Eigen::VectorXd>& x,
                               const Eigen::Ref<const Eigen::VectorXd>& g)
{
  demand(x.size() == g.size() && (!started_ || f_.size() == x.size()), "Anderson: points differ in size");
  Eigen::VectorXd f = g - x;
  if (started_) push(f - f_, g - g_);
  started_ = true;
  f_ = std::move(f);
  g_ = g;
  if (depth_ == 0) return g;
  const PivotedCholesky equations(gram_.topLeftCorner(depth_, depth_), dependent_step);
  const Eigen::VectorXd gamma = equations.smallest(equations.solve(dF_.leftCols(depth_).transpose() * f_));
  return g - dG_.leftCols(depth_) * gamma;
}

}  // namespace corbel
