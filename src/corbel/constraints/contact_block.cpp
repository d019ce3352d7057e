// SPDX-License-Identifier: MIT
#include "corbel/constraints/contact_block.hpp"

#include "corbel/math/cone.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

constexpr double attainable = 1e-14;  ///< relative change of R that round-off does not hide
constexpr double round_off = 1e-15;   ///< of W R + b, relative to b

/// ‖W‖₂, the largest eigenvalue where W is symmetric. Scaled first: the squares span twice the decades.
double spectral_norm(const Mat3& W)
{
  const double scale = W.cwiseAbs().maxCoeff();
  const Mat3 V = W / scale;
  Eigen::SelfAdjointEigenSolver<Mat3> modes;
  modes.computeDirect(V.transpose() * V, Eigen::EigenvaluesOnly);
  return scale * std::sqrt(modes.eigenvalues()[2]);
}

}  // namespace

ContactBlock::ContactBlock(const Mat3& W_, const Vec3& b_, double mu_)
    : W(W_), b(b_), mu(mu_), rho(1 / spectral_norm(W_)), noise(round_off * rho * b_.norm())
{
}

Vec3 ContactBlock::augmented(const Vec3& U) const
{
  return {U.x(), U.y(), U.z() + mu * std::hypot(U.x(), U.y())};
}

Vec3 ContactBlock::natural_residual(const Vec3& R) const
{
  return R - project_on_cone(R - rho * augmented(velocity(R)), mu);
}

bool ContactBlock::small(const Vec3& dR, const Vec3& R, double epsilon) const
{
  return dR.norm() <= std::max(std::max(epsilon, attainable) * R.norm(), noise);
}

Vec3 project_normal_first(const Vec3& d, double mu)
{
  const double R_N = std::max(0.0, d.z());
  const double d_T = std::hypot(d.x(), d.y());
  const double scale = d_T > mu * R_N ? mu * R_N / d_T : 1;
  return {scale * d.x(), scale * d.y(), R_N};
}

BlockResult judged(const ContactBlock& block, const Vec3& R, double epsilon)
{
  const bool holds = block.small(0.1 * block.natural_residual(R), R, epsilon);
  return {R, holds ? BlockStatus::ok : BlockStatus::diverged};
}

}  // namespace corbel
