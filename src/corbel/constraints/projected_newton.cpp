// SPDX-License-Identifier: MIT
// PROJECTED_NEWTON: Newton's method on C = F + m(R − F), m the projection on the polar cone of K (Solfec
// semantics section 5). As z = P_K(z) + m(z) this is, with F = ρ û to have one unit,
//
//   C(R) = R − P_K(z) ,   z = R − ρ û(R) ,   ∇C = I − DP(z) (I − ρ ∇û)                                   (1)
//
//   ∇û = W with μ u·W_T added to row N, u = U_T/|U_T| (0 where U_T = 0)                                  (2)
//   DP = I in the cone, 0 in its polar, else with e = z_T/|z_T|, P_K(z) = s (μ e, 1):
//        (μ e, 1)(μ e, 1)ᵀ/(1 + μ²) + μ s/|z_T| (I_T − e eᵀ)                                             (3)
//
// Each iterate is brought back to the cone, and shortened until |C| falls. Where no part of the Newton step
// makes it fall the step of De Saxcé and Feng is taken, R ← P_K(z).
#include "corbel/constraints/block_methods.hpp"

#include "corbel/math/cone.hpp"

#include <Eigen/LU>

#include <cmath>

namespace corbel {
namespace {

constexpr int most_halvings = 6;
constexpr double sufficient = 1e-4;  ///< part of the decrease that the full step promises

/// (3)
Mat3 projection_derivative(const Vec3& z, double mu)
{
  const double z_T = std::hypot(z.x(), z.y());
  if (z_T <= mu * z.z()) return Mat3::Identity();
  if (mu * z_T <= -z.z()) return Mat3::Zero();
  const Vec3 e(z.x() / z_T, z.y() / z_T, 0);
  const Vec3 g = mu * e + Vec3::UnitZ();
  const double s = (mu * z_T + z.z()) / (1 + mu * mu);
  const Mat3 across = Vec3(1, 1, 0).asDiagonal().toDenseMatrix() - e * e.transpose();
  return g * g.transpose() / (1 + mu * mu) + mu * s / z_T * across;
}

/// (2)
Mat3 augmented_derivative(const ContactBlock& block, const Vec3& U)
{
  Mat3 D = block.W;
  const double U_T = std::hypot(U.x(), U.y());
  if (U_T > 0) D.row(2) += block.mu / U_T * (U.x() * block.W.row(0) + U.y() * block.W.row(1));
  return D;
}

/// The point to go to from R with |C(R)| = size; R itself when no part of the step is of use.
Vec3 shortened(const ContactBlock& block, const Vec3& R, const Vec3& dR, double size)
{
  double t = 1;
  for (int k = 0; k < most_halvings; ++k, t /= 2) {
    const Vec3 next = project_on_cone(R + t * dR, block.mu);
    if (block.natural_residual(next).norm() <= (1 - sufficient * t) * size) return next;
  }
  return R;
}

}  // namespace

BlockResult projected_newton(const ContactBlock& block, const Vec3& R_start, const BlockOptions& options)
{
  Vec3 R = project_on_cone(R_start, block.mu);
  for (int k = 0; k < options.max_iterations; ++k) {
    const Vec3 U = block.velocity(R);
    const Vec3 z = R - block.rho * block.augmented(U);
    const Vec3 projected = project_on_cone(z, block.mu);
    const Vec3 C = R - projected;
    if (block.small(C, R, options.epsilon)) return judged(block, projected, options.epsilon);
    const Mat3 A = Mat3::Identity() - projection_derivative(z, block.mu) *
                                          (Mat3::Identity() - block.rho * augmented_derivative(block, U));
    const Eigen::FullPivLU<Mat3> lu(A);
    const Vec3 next = lu.isInvertible() ? shortened(block, R, -lu.solve(C), C.norm()) : R;
    R = next == R ? projected : next;
  }
  return {R_start, BlockStatus::diverged};
}

}  // namespace corbel
