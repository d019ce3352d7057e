// SPDX-License-Identifier: MIT
// Block solve of the expansion law: friction of a given normal impulse, or a closed contact.
#include "corbel/constraints/expansion.hpp"

#include "corbel/constraints/signorini_coulomb.hpp"
#include "corbel/math/cone.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

using Vec2 = Eigen::Vector2d;
using Mat2 = Eigen::Matrix2d;

/// Of tr W_TT: added to W_TT so that a body which cannot move in one tangent direction has an R_T there.
constexpr double softening = 1e-14;

/// Of the spring that stands for R_N = p, relative to |U|/p: each linearization brings R_N that much closer.
constexpr double softness = 1e3;

Vec2 in_disc(const Vec2& R_T, double radius)
{
  const double length = R_T.norm();
  return length > radius ? Vec2(radius / length * R_T) : R_T;
}

/// −(S + α I)⁻¹ a
Vec2 minus_solve(const Mat2& S, double alpha, const Vec2& a)
{
  const double s00 = S(0, 0) + alpha, s11 = S(1, 1) + alpha;
  const double inverse = -1 / (s00 * s11 - S(0, 1) * S(1, 0));
  return {inverse * (s11 * a.x() - S(0, 1) * a.y()), inverse * (s00 * a.y() - S(1, 0) * a.x())};
}

/// (3), (4): friction under the normal impulse that makes the radius.
Vec2 friction_of(const Mat2& S, const Vec2& c, double radius, const BlockOptions& options)
{
  if (radius == 0 || c.squaredNorm() == 0) return Vec2::Zero();
  double alpha = softening * S.trace();
  if (!(alpha > 0)) return -radius / c.norm() * c;  // nothing can stop the slip
  for (int k = 0; k < options.max_iterations; ++k) {
    const Vec2 R_T = minus_solve(S, alpha, c);
    const double length = R_T.norm();
    if (length <= radius * (1 + options.epsilon)) return in_disc(R_T, radius);
    const Vec2 dR_T = minus_solve(S, alpha, R_T);
    // f = 1/|R_T| − 1/radius, f' = −R_T·R_T'/|R_T|³
    alpha += (length - radius) / radius * length * length / -R_T.dot(dR_T);
  }
  return in_disc(minus_solve(S, alpha, c), radius);
}

}  // namespace

BlockResult Expansion::solve_block(const Mat3& W, const Vec3& b, const Vec3& R,
                                   const BlockOptions& options) const
{
  if (!(W(2, 2) > 0)) return {R, BlockStatus::failed};
  const Vec2 c = b.head<2>() + W.block<2, 1>(0, 2) * least;
  const Vec2 R_T = friction_of(W.topLeftCorner<2, 2>(), c, mu * least, options);
  const Vec3 parting(R_T.x(), R_T.y(), least);
  if (W.row(2) * parting + b.z() >= 0) return {parting, BlockStatus::ok};
  const BlockResult closed = SignoriniCoulomb{mu, 0}.solve_block(W, b, R, options);
  if (closed.status == BlockStatus::failed || closed.R.z() >= least) return closed;
  return {parting, BlockStatus::diverged};
}

Vec3 Expansion::natural_residual(const Vec3& U, const Vec3& R, double rho) const
{
  const Vec2 R_T = R.head<2>();
  const Vec2 F_T = R_T - in_disc(R_T - rho * U.head<2>(), mu * std::max(0.0, R.z()));
  return {F_T.x(), F_T.y(), R.z() - std::max(least, R.z() - rho * U.z())};
}

Vec3 Expansion::admissible(const Vec3& R) const
{
  const Vec3 in_cone = project_on_cone(R, mu);
  if (in_cone.z() >= least) return in_cone;
  const Vec2 R_T = in_disc(R.head<2>(), mu * least);
  return {R_T.x(), R_T.y(), least};
}

ConeForm Expansion::cone_form(const Vec3& U, const Vec3& R) const
{
  const double size = U.norm();
  const bool closed = !(least > 0) || !(size > 0) || R.z() - least / size * U.z() > least;
  if (closed) return {.mu = mu, .linearized = least > 0};
  const double c = softness * size / least;
  return {.mu = mu, .offset = {0, 0, -U.z() - c * least}, .compliance = {0, 0, c}, .linearized = true};
}

}  // namespace corbel
