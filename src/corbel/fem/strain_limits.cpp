// SPDX-License-Identifier: MIT
#include "corbel/fem/strain_limits.hpp"

#include <Eigen/Eigenvalues>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// Ascending eigenvalues of AᵀA: squared singular values of A.
Vec3 squared_singular_values(const Mat3& A)
{
  return Eigen::SelfAdjointEigenSolver<Mat3>(A.transpose() * A, Eigen::EigenvaluesOnly).eigenvalues();
}

StrainFinding inverted(double J) { return {StrainState::inverted, StrainMeasure::volume_ratio, J, -J}; }

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
  const Mat3 F = Mat3::Identity() + H;
  if (const double J = F.determinant(); !(J > 0)) return inverted(J);
  const Mat3 G = F - Lambda;  // Λ (ΛᵀF − I): the same singular values
  double sigma = G.norm();    // no singular value is larger
  if (sigma > largest_corotated_gradient) sigma = std::sqrt(squared_singular_values(G)[2]);
  return {sigma > largest_corotated_gradient ? StrainState::beyond_limits : StrainState::sound,
          StrainMeasure::corotated_gradient, sigma, sigma / largest_corotated_gradient};
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
