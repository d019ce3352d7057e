// SPDX-License-Identifier: MIT
#include "corbel/bodies/static_supports.hpp"

namespace corbel {

void StaticSupports::stiffen(Eigen::SparseMatrix<double>& A, double k, const Mat3& turn) const
{
  for (const Support& support : supports_) {
    const Vec3 n = turn * support.n;
    const NodeWeights& at = support.at;
    for (std::size_t a = 0; a < static_cast<std::size_t>(at.count); ++a)
      for (std::size_t b = 0; b < static_cast<std::size_t>(at.count); ++b)
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j)
            A.coeffRef(3 * at.node[a] + i, 3 * at.node[b] + j) += k * at.N[a] * at.N[b] * n[i] * n[j];
  }
}

void StaticSupports::add_force(Eigen::VectorXd& f, double k) const
{
  for (const Support& support : supports_)
    support.at.scatter(k * support.displacement * support.n, f);
}

}  // namespace corbel
