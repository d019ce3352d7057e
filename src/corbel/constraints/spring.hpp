// SPDX-License-Identifier: MIT
// A spring between two points, as a straight line in the velocity of its stroke, with stops.
#pragma once

#include "corbel/constraints/block_result.hpp"
#include "corbel/constraints/cone_form.hpp"
#include "corbel/constraints/linear_equation.hpp"
#include "corbel/constraints/spring_dashpot.hpp"

#include <cmath>
#include <limits>
#include <vector>

namespace corbel {

/// The force f(stroke, rate) of the user is evaluated before the solve, with its slopes; along n remains
///
///   R_N = p − k U_N + λ ,   R_T = 0                                                                     (1)
///   lower ≤ U_N ≤ upper ,   λ ≤ 0 at upper, λ ≥ 0 at lower, else λ = 0                                  (2)
///
/// where λ is the impulse of a stop. With U_N = W_NN R_N + b_N, U_N is (b_N + W_NN p)/(1 + k W_NN) brought
/// into its bounds, and R_N = (U_N − b_N)/W_NN.
struct Spring {
  double impulse = 0;                                       ///< [N s] p
  double stiffness = 0;                                     ///< [kg] k ≥ 0
  double lower = -std::numeric_limits<double>::infinity();  ///< [m/s]
  double upper = std::numeric_limits<double>::infinity();   ///< [m/s]

  bool has_stops() const { return std::isfinite(lower) || std::isfinite(upper); }

  /// A constant force has no cone form: gives it the least slope, about U_N = b_N.
  void settle(double W_NN, double b_N);

  /// failed when W_NN is not positive.
  BlockResult solve_block(const Mat3& W, const Vec3& b, const Vec3& R, const BlockOptions& options) const;
  /// (R_T, ρ (U_N − P[U_N − λ/ρ])), P onto the bounds: between them that is λ, which should be zero.
  Vec3 natural_residual(const Vec3& U, const Vec3& R, double rho) const;
  Vec3 admissible(const Vec3& R) const { return {0, 0, R.z()}; }
  /// λ where a stop holds at (U, R), else zero.
  double stop_impulse(const Vec3& U, const Vec3& R) const;
  /// The spring, or the stop that holds at (U, R).
  ConeForm cone_form(const Vec3& U, const Vec3& R) const;

  /// U_N + R_N/k = p/k where there is a slope and no stop; else none.
  std::vector<LinearEquation> linear_equations() const;
  Spring spring_form() const { return *this; }
  /// The law of R = 0: a force has no impulse in no time.
  SpringDashpot in_compression() const { return {}; }

 private:
  /// U_N − λ/k: beyond a bound, the stop there holds.
  double reach(const Vec3& U, const Vec3& R) const
  {
    return U.z() - (stiffness > 0 ? stop(U, R) / stiffness : 0);
  }
  double bounded(double U_N) const { return U_N < lower ? lower : U_N > upper ? upper : U_N; }
  double stop(const Vec3& U, const Vec3& R) const { return R.z() - impulse + stiffness * U.z(); }
};

}  // namespace corbel
