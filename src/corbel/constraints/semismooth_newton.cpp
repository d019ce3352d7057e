// SPDX-License-Identifier: MIT
// SEMISMOOTH_NEWTON: Newton's method on (6.3)–(6.5) of the manual. With d = R − ρ (U_T, Ū_N) the equations of
// the three cases, and the linear system for ΔR they give, are
//
//   d_N ≤ 0           R = 0
//   |d_T| < μ d_N     Ū = 0                         W ΔR = −Ū
//   |d_T| ≥ μ d_N     Ū_N = 0                       W_N ΔR = −Ū_N                                         (1)
//                     R_T = μ d_N e, e = d_T/|d_T|  ΔR_T − M Δd_T − μ e Δd_N = −(R_T − μ d_N e)
//
//   M = q (I − β F),   q = μ d_N/|d_T|,   F = R_T eᵀ/max(μ d_N, |R_T|)                                    (2)
//
// At a solution F = e eᵀ and β = 1, where (2) is the derivative of μ d_N d_T/|d_T|. Away from it R_T may
// point elsewhere than e; β = 1/(1 − cos(R_T, e) min(1, |R_T|/μ d_N)) for an obtuse angle keeps M definite.
//
// Which case holds depends on ρ away from the solution: iterates that cycle are given a larger one, ten
// times for every tenth of max_iterations.
#include "corbel/constraints/block_methods.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

using Vec2 = Eigen::Vector2d;
using Mat2 = Eigen::Matrix2d;
using Mat23 = Eigen::Matrix<double, 2, 3>;

/// The equations of one case for ΔR; rows of stick and of the normal times ρ, so that all have one unit.
struct NewtonSystem {
  Mat3 A;
  Vec3 right;
};

Mat2 slip_matrix(const Vec2& R_T, const Vec2& e, double d_T, double mu_d_N)
{
  const double r = R_T.norm();
  const double cosine = r > 0 ? R_T.dot(e) / r : 0;
  const double beta = cosine < 0 ? 1 / (1 - cosine * std::min(1.0, r / mu_d_N)) : 1;
  return mu_d_N / d_T * (Mat2::Identity() - beta * R_T * e.transpose() / std::max(mu_d_N, r));
}

NewtonSystem slip_system(const ContactBlock& block, double rho, const Vec3& R, const Vec3& U, const Vec3& d)
{
  const double d_T = d.head<2>().norm();
  const double mu_d_N = block.mu * d.z();
  const Vec2 e = d.head<2>() / d_T;
  const Mat2 M = slip_matrix(R.head<2>(), e, d_T, mu_d_N);
  const Mat3 D = Mat3::Identity() - rho * block.W;  // Δd = D ΔR
  NewtonSystem system;
  system.A.row(2) = block.rho * block.W.row(2);
  system.A.topRows<2>() = Mat23::Identity() - M * D.topRows<2>() - block.mu * e * D.row(2);
  system.right << mu_d_N * e - R.head<2>(), -block.rho * U.z();
  const double unit = block.rho / rho;  // rows of friction grow with ρ
  system.A.topRows<2>() *= unit;
  system.right.head<2>() *= unit;
  return system;
}

NewtonSystem newton_system(const ContactBlock& block, double rho, const Vec3& R, const Vec3& U, const Vec3& d)
{
  if (d.head<2>().norm() < block.mu * d.z()) return {block.rho * block.W, -block.rho * U};
  return slip_system(block, rho, R, U, d);
}

}  // namespace

BlockResult semismooth_newton(const ContactBlock& block, const Vec3& R_start, const BlockOptions& options)
{
  const int patience = std::max(1, options.max_iterations / 10);
  double rho = block.rho;
  Vec3 R = R_start;
  for (int k = 0; k < options.max_iterations; ++k) {
    if (k > 0 && k % patience == 0) rho *= 10;
    const Vec3 U = block.velocity(R);
    const Vec3 d = R - rho * U;
    Vec3 dR = -R;
    if (d.z() > 0) {
      const NewtonSystem system = newton_system(block, rho, R, U, d);
      const Eigen::FullPivLU<Mat3> lu(system.A);
      if (!lu.isInvertible()) return {R_start, BlockStatus::failed};
      dR = lu.solve(system.right);
    }
    R += dR;
    if (block.small(dR, R, options.epsilon)) {
      const BlockResult result = judged(block, project_normal_first(R, block.mu), options.epsilon);
      if (result.status == BlockStatus::ok) return result;
    }
  }
  return {R_start, BlockStatus::diverged};
}

}  // namespace corbel
