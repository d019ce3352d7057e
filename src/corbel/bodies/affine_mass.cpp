// SPDX-License-Identifier: MIT
#include "corbel/bodies/affine_mass.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace corbel {

using Mat9 = AffineOperator::Mat9;

Mat9 on_columns(const Mat3& E)
{
  Mat9 M = Mat9::Zero();
  for (int J = 0; J < 3; ++J)
    for (int L = 0; L < 3; ++L)
      M.block<3, 3>(3 * J, 3 * L).diagonal().setConstant(E(J, L));
  return M;
}

Mat9 root_of_inverse(const Mat9& M, const Mat9& dK)
{
  Eigen::LLT<Mat9> cholesky(M + dK);
  if (cholesky.info() != Eigen::Success) {
    const Eigen::SelfAdjointEigenSolver<Mat9> modes(dK);
    const Mat9& V = modes.eigenvectors();
    cholesky.compute(M + V * modes.eigenvalues().cwiseMax(0).asDiagonal() * V.transpose());
  }
  return cholesky.matrixU().solve(Mat9::Identity());
}

double max_frequency(const Mat9& M, const Mat9& K)
{
  const Eigen::GeneralizedSelfAdjointEigenSolver<Mat9> modes(K, M, Eigen::EigenvaluesOnly);
  return std::sqrt(std::max(0.0, modes.eigenvalues().maxCoeff()));
}

}  // namespace corbel
