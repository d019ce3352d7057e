// SPDX-License-Identifier: MIT
// How far a material point may deform before the equations of its body stop to describe a solid.
//
// 1 Inverted, J = det F ≤ 0: no formulation holds.
//
// 2 Saint Venant–Kirchhoff material (forms TL, pseudo-rigid) under a stretch s, with C Young's modulus (free
//   sides, ν = 0) or λ + 2μ (sides held):
//
//     P(s) = ½ C s (s² − 1) ,   dP/ds = ½ C (3s² − 1)                                              (1)
//
//   Below s = 1/√3 = 0.577 more compression takes less force: equilibria are not unique, and the point passes
//   through s = 0 at a finite energy C/8. In tension (1) only stiffens, so nothing warns of a modulus that is
//   orders of magnitude too small; beyond s = 2 (a Green strain of 1.5) no solid is linear between S and E.
//
// 3 Form BC takes the strain sym(G) of the displacement gradient G = Λᵀ F − I in the axes of the body and
//   leaves out ½ GᵀG. With σ the largest singular value of G that is ½ σ² at most: up to σ = 0.2, whether a
//   strain of 20 % or a rotation by 0.2 rad (11°) relative to the body, it is 2 % of strain.
//
// 4 Form LINEAR takes sym(G) with Λ the placement of the body, which does not turn: σ counts its rotation as well.
//   A rotation by 0.05 rad (3°) feigns a strain of 1 − cos = 0.13 %, and up to there results hold to a few percent
//   of the strains of practice.
#pragma once

#include "corbel/fem/saint_venant_kirchhoff.hpp"

#include <Eigen/LU>

#include <string>

namespace corbel {

inline constexpr double least_stretch_squared = 1.0 / 3;
inline constexpr double largest_stretch = 2;
inline constexpr double largest_corotated_gradient = 0.2;
inline constexpr double largest_linear_gradient = 0.05;

enum class StrainState { sound, beyond_limits, inverted };  ///< in the order of severity

/// What the value of a finding is.
enum class StrainMeasure { volume_ratio, stretch, corotated_gradient, linear_gradient };  ///< J, s, σ, σ

/// The strain at a point, or the worst of many.
struct StrainFinding {
  StrainState state = StrainState::sound;
  StrainMeasure measure = StrainMeasure::stretch;
  double value = 1;
  double excess = 0;  ///< grows with how far the limit is exceeded: compares findings of one state
  int element = -1;   ///< −1: the body as a whole

  bool worse_than(const StrainFinding& other) const
  {
    return state != other.state ? state > other.state : excess > other.excess;
  }
};

/// "was inverted (det F = −0.2)": of an element or a body, with the limit it exceeds.
std::string text(const StrainFinding& finding);

/// Limits 1 and 2, of the displacement gradient H = F − I.
StrainFinding judge_stretch(const Mat3& H);
/// Limits 1 and 3.
StrainFinding judge_corotated(const Mat3& H, const Mat3& Lambda);
/// Limits 1 and 4, with Λ the placement of the body.
StrainFinding judge_linear(const Mat3& H, const Mat3& Lambda);

/// judge_stretch(H).state with the Green strain E of H at hand. Principal strains are not larger than |E|, so
/// that nearly all points need no eigenvalues: |E| ≤ 1/3 bounds stretches by 1/√3 and √(5/3).
inline StrainState stretch_state(const Mat3& H, const Mat3& E)
{
  constexpr double largest_compression = 0.5 * (1 - least_stretch_squared);
  if (E.squaredNorm() <= largest_compression * largest_compression &&
      (Mat3::Identity() + H).determinant() > 0)
    return StrainState::sound;
  return judge_stretch(H).state;
}

}  // namespace corbel
