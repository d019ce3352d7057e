// SPDX-License-Identifier: MIT
#include "corbel/bodies/mass_factor.hpp"

namespace corbel {

Eigen::VectorXd MassFactor::solve(const Eigen::Ref<const Eigen::VectorXd>& x) const
{
  using ByNode = Eigen::Matrix<double, 3, Eigen::Dynamic>;
  Eigen::MatrixXd components = Eigen::Map<const ByNode>(x.data(), 3, nodes()).transpose();
  factor_.solve_in_place(components);
  Eigen::VectorXd solution(x.size());
  Eigen::Map<ByNode>(solution.data(), 3, nodes()) = components.transpose();
  return solution;
}

}  // namespace corbel
