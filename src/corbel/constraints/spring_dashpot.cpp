// SPDX-License-Identifier: MIT
// Block solve of the spring-dashpot contact: a few of the Signorini–Coulomb law.
#include "corbel/constraints/spring_dashpot.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

/// [m], and a part of the gap: the slope of a power law m > 1 is taken this far from g = 0, where it is zero.
constexpr double least_penetration = 1e-12, least_part = 1e-6;
/// [m] For m < 1 the chord has no bound there.
constexpr double smallest_number = 1e-100;
/// k W_NN: less would make W + e_N e_Nᵀ/k look singular in the tangent plane, and steps with this line
/// instead of the tangent contract by as little.
constexpr double least_slope = 1e-8;

}  // namespace

/// s m |g|^(m−1), or of the chord [N/m]
double SpringDashpot::stiffness(double U_N) const
{
  if (power == 1) return spring;
  const double least = power > 1 ? least_penetration + least_part * std::abs(gap) : smallest_number;
  const double g = std::max(std::abs(mean_gap(U_N)), least);
  return spring * std::max(1.0, power) * std::pow(g, power - 1);
}

double SpringDashpot::phi(double U_N) const
{
  const double g = mean_gap(U_N);
  const double push = power == 1 ? -g : std::copysign(std::pow(std::abs(g), power), -g);
  return h * (spring * push - dashpot * (end_share * U_N + (1 - end_share) * V_N));
}

double SpringDashpot::slope(double U_N) const { return h * (eta * stiffness(U_N) + end_share * dashpot); }

void SpringDashpot::settle(double W_NN, double b_N)
{
  if (dashpot < 0) dashpot = W_NN > 0 ? 2 * std::sqrt(stiffness(b_N) / W_NN) : 0;
  if (spring == 0 && dashpot == 0) cohesion = 0;  // nothing that could bear it
}

BlockResult SpringDashpot::solve_block(const Mat3& W, const Vec3& b, const Vec3& R,
                                       const BlockOptions& options) const
{
  if (!(spring > 0 || dashpot > 0)) return {Vec3::Zero(), BlockStatus::ok};
  if (!(W(2, 2) > 0)) return {R, BlockStatus::failed};
  BlockResult result{R, BlockStatus::ok};
  for (int step = 0; step < options.max_iterations; ++step) {
    const double U_N = W.row(2).dot(result.R) + b.z();
    const double own = slope(U_N), k = std::max(own, least_slope / W(2, 2));
    Mat3 W_line = W;
    W_line(2, 2) += 1 / k;
    const Vec3 before = result.R;
    result = SignoriniCoulomb{mu, -U_N - phi(U_N) / k, cohesion}.solve_block(W_line, b, before, options);
    if (result.status != BlockStatus::ok || (power == 1 && k == own)) return result;
    if ((result.R - before).norm() <= options.epsilon * result.R.norm()) return result;
  }
  return {result.R, BlockStatus::diverged};
}

Vec3 SpringDashpot::natural_residual(const Vec3& U, const Vec3& R, double rho) const
{
  const double missing = (R.z() - phi(U.z())) / std::max(slope(U.z()), rho);
  return SignoriniCoulomb{mu, 0, cohesion}.natural_residual({U.x(), U.y(), missing}, R, rho);
}

ConeForm SpringDashpot::cone_form(const Vec3& U, const Vec3& /*R*/) const
{
  const double k = slope(U.z());
  if (!(k > 0)) return {.contact = false};  // R = 0
  return {.mu = mu,
          .cohesion = cohesion,
          .offset = {0, 0, -U.z() - phi(U.z()) / k},
          .compliance = {0, 0, 1 / k},
          .linearized = power != 1};
}

}  // namespace corbel
