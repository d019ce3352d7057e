// SPDX-License-Identifier: MIT
#include "corbel/math/polar.hpp"

#include "corbel/core/error.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/SVD>

#include <cmath>

namespace corbel {
namespace {

/// F = U diag(sigma) Vᵀ with U Vᵀ a rotation: the last σ carries the sign of det F.
struct SignedSvd {
  Mat3 U, V;
  Vec3 sigma;

  explicit SignedSvd(const Mat3& F)
  {
    const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
    demand(svd.info() == Eigen::Success, "polar decomposition of a matrix that is not finite");
    U = svd.matrixU();
    V = svd.matrixV();
    sigma = svd.singularValues();
    if (U.determinant() * V.determinant() < 0) {
      U.col(2) = -U.col(2);
      sigma[2] = -sigma[2];
    }
  }
};

/// Only u₁ v₁ᵀ is fixed by F. All R = U diag(1, turn by φ) Vᵀ are equally near; with Q = Uᵀ P V
/// tr(RᵀP) = const + (Q₂₂ + Q₃₃) cos φ + (Q₃₂ − Q₂₃) sin φ is largest at
Mat3 turned_about_first_axis(const SignedSvd& svd, const Mat3& P)
{
  const Mat3 Q = svd.U.transpose() * P * svd.V;
  const double phi = std::atan2(Q(2, 1) - Q(1, 2), Q(1, 1) + Q(2, 2));
  Mat3 turn = Mat3::Identity();
  turn(1, 1) = turn(2, 2) = std::cos(phi);
  turn(2, 1) = std::sin(phi);
  turn(1, 2) = -turn(2, 1);
  return svd.U * turn * svd.V.transpose();
}

/// F = −σ W with a rotation W: all W (2 n nᵀ − I) are equally near; tr(RᵀP) = 2 nᵀ (WᵀP) n − tr(WᵀP).
Mat3 half_turn_of_reflection(const SignedSvd& svd, const Mat3& P)
{
  const Mat3 minus = Vec3(-1, -1, 1).asDiagonal();
  const Mat3 W = svd.U * minus * svd.V.transpose();
  const Mat3 A = W.transpose() * P;
  const Eigen::SelfAdjointEigenSolver<Mat3> eigen(0.5 * (A + A.transpose()));
  const Vec3 n = eigen.eigenvectors().col(2);
  return W * (2 * n * n.transpose() - Mat3::Identity());
}

}  // namespace

Mat3 polar_rotation(const Mat3& F)
{
  const SignedSvd svd(F);
  return svd.U * svd.V.transpose();
}

Mat3 polar_rotation(const Mat3& F, const Mat3& previous)
{
  const SignedSvd svd(F);
  const double small = 1e-9 * svd.sigma[0];
  if (svd.sigma[0] == 0) return previous;
  if (svd.sigma[1] + svd.sigma[2] > small) return svd.U * svd.V.transpose();
  if (svd.sigma[0] + svd.sigma[2] > small) return turned_about_first_axis(svd, previous);
  return half_turn_of_reflection(svd, previous);
}

}  // namespace corbel
