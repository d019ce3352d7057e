// SPDX-License-Identifier: MIT
// PROJECTED_GRADIENT and DE_SAXCE_FENG: the same iteration with two projections.
//
//   R⁺ = P(R − ρ F(R))                                                                                  (1)
//
//   projected gradient   F = (U_T, Ū_N),            P normal first, then R_T on the disk of radius μ R_N
//   De Saxcé–Feng        F = (U_T, Ū_N + μ|U_T|),   P the Euclidean projection on the cone
//
// With a fixed ρ = 1/‖W‖₂ the number of steps grows with the condition number of W, as the soft directions
// creep. Therefore ρ follows the directions still in motion: with the stiffness met in the last step,
//
//   s = ρ |F(R⁺) − F(R)| / |R⁺ − R|                                                                     (2)
//
// a step that is too long (s > 0.9) is taken back and shortened, one that is short for what it met (s < 0.3)
// makes the next longer.
#include "corbel/constraints/block_methods.hpp"

#include "corbel/math/cone.hpp"

#include <algorithm>

namespace corbel {
namespace {

constexpr double too_long = 0.9;
constexpr double too_short = 0.3;
constexpr double shorter = 2.0 / 3;
constexpr double longer = 1.5;

template<class Gradient, class Projection>
BlockResult iterate(const ContactBlock& block, Vec3 R, const BlockOptions& options, const Gradient& gradient,
                    const Projection& project)
{
  const double shortest = shorter * block.rho / (1 + block.mu);  // μ|U_T| adds to the stiffness of F
  double rho = block.rho;
  R = project(R);
  Vec3 F = gradient(R);
  for (int k = 0; k < options.max_iterations; ++k) {
    const Vec3 next = project(R - rho * F);
    const Vec3 dR = next - R;
    if (block.small(dR, next, options.epsilon)) return judged(block, next, options.epsilon);
    const Vec3 F_next = gradient(next);
    const double s = rho * (F_next - F).norm() / dR.norm();
    if (s > too_long && rho > shortest) {
      rho = std::max(shortest, rho * shorter * std::min(1.0, 1 / s));
      continue;
    }
    if (s < too_short) rho *= longer;
    R = next;
    F = F_next;
  }
  return {R, BlockStatus::diverged};
}

}  // namespace

BlockResult projected_gradient(const ContactBlock& block, const Vec3& R, const BlockOptions& options)
{
  return iterate(
      block, R, options, [&](const Vec3& r) { return block.velocity(r); },
      [&](const Vec3& d) { return project_normal_first(d, block.mu); });
}

BlockResult de_saxce_feng(const ContactBlock& block, const Vec3& R, const BlockOptions& options)
{
  return iterate(
      block, R, options, [&](const Vec3& r) { return block.augmented(block.velocity(r)); },
      [&](const Vec3& d) { return project_on_cone(d, block.mu); });
}

}  // namespace corbel
