// SPDX-License-Identifier: MIT
#include "corbel/fem/strain_limits.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace corbel {
namespace {

/// Ascending eigenvalues of AᵀA: squared singular values of A.
Vec3 squared_singular_values(const Mat3& A)
{
  return Eigen::SelfAdjointEigenSolver<Mat3>(A.transpose() * A, Eigen::EigenvaluesOnly).eigenvalues();
}

StrainFinding inverted(double J) { return {StrainState::inverted, StrainMeasure::volume_ratio, J, -J}; }

/// The largest singular value of ΛᵀF − I beside a limit.
StrainFinding judge_gradient(const Mat3& H, const Mat3& Lambda, StrainMeasure measure, double limit)
{
  const Mat3 F = Mat3::Identity() + H;
  if (const double J = F.determinant(); !(J > 0)) return inverted(J);
  const Mat3 G = F - Lambda;  // Λ (ΛᵀF − I): the same singular values
  double sigma = G.norm();    // no singular value is larger
  if (sigma > limit) sigma = std::sqrt(squared_singular_values(G)[2]);
  return {sigma > limit ? StrainState::beyond_limits : StrainState::sound, measure, sigma, sigma / limit};
}

}  // namespace

StrainFinding judge_stretch(const Mat3& H)
{
  const Mat3 F = Mat3::Identity() + H;
  if (const double J = F.determinant(); !(J > 0)) return inverted(J);
  const Vec3 s2 = squared_singular_values(F);
  const double compression = least_stretch_squared / std::max(s2[0], 1e-300);
  const double tension = s2[2] / (largest_stretch * largest_stretch);
  const double excess = std::max(compression, tension);
  return {excess > 1 ? StrainState::beyond_limits : StrainState::sound, StrainMeasure::stretch,
          std::sqrt(compression > tension ? s2[0] : s2[2]), excess};
}

StrainFinding judge_corotated(const Mat3& H, const Mat3& Lambda)
{
  return judge_gradient(H, Lambda, StrainMeasure::corotated_gradient, largest_corotated_gradient);
}

StrainFinding judge_linear(const Mat3& H, const Mat3& Lambda)
{
  return judge_gradient(H, Lambda, StrainMeasure::linear_gradient, largest_linear_gradient);
}

std::string text(const StrainFinding& finding)
{
  switch (finding.measure) {
  case StrainMeasure::volume_ratio:
    return fmt::format("was inverted (det F = {:.3g})", finding.value);
  case StrainMeasure::corotated_gradient:
    return fmt::format(
        "has a displacement gradient of {:.3g} in the axes of the body, where form BC holds up "
        "to {:g}: form TL has no such limit",
        finding.value, largest_corotated_gradient);
  case StrainMeasure::linear_gradient:
    return fmt::format("has turned or strained: its displacement gradient is {:.3g}, where form LINEAR holds "
                       "up to {:g} (a rotation "
                       "by {:.1f} degrees): form BC follows rotations, form TL also large strains",
                       finding.value, largest_linear_gradient,
                       largest_linear_gradient * 180 / std::numbers::pi);
  case StrainMeasure::stretch:
    break;
  }
  if (finding.value < 1)
    return fmt::format("is compressed to {:.3g} of its length, and Saint Venant–Kirchhoff material loses its "
                       "stiffness below {:.3g}",
                       finding.value, std::sqrt(least_stretch_squared));
  return fmt::format(
      "is stretched to {:.3g} times its length, and Saint Venant–Kirchhoff material is meant for "
      "no more than {:g}",
      finding.value, largest_stretch);
}

}  // namespace corbel
