// SPDX-License-Identifier: MIT
#include "corbel/constraints/penalty_impulse.hpp"

#include "corbel/constraints/spring_dashpot.hpp"
#include "corbel/core/names.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

constexpr auto variants = names<PenaltyVariant>({{PenaltyVariant::implicit, "IMPLICIT"},
                                                 {PenaltyVariant::explicit_, "EXPLICIT"},
                                                 {PenaltyVariant::manual, "MANUAL"}});

/// [N] s (−g)^m; in tension only where a bond carries it.
double spring_force(const SpringDashpot& law, double g)
{
  if (g > 0 && !(law.cohesion > 0)) return 0;
  return law.spring * std::copysign(std::pow(std::abs(g), law.power), -g);
}

/// [N/m] s m |g|^(m−1)
double spring_slope(const SpringDashpot& law, double g)
{
  if (g == 0 || (g > 0 && !(law.cohesion > 0))) return law.power == 1 ? law.spring : 0;
  return law.spring * law.power * std::pow(std::abs(g), law.power - 1);
}

/// R_N before its bounds.
double normal_impulse(const SpringDashpot& law, double W_NN, double B, PenaltyVariant variant)
{
  const double h = law.h, d = law.dashpot, c = law.end_share;
  const double v = c * B + (1 - c) * law.V_N;
  if (variant == PenaltyVariant::explicit_) return h * (spring_force(law, law.gap) - d * law.V_N);
  if (variant == PenaltyVariant::manual)
    return h * (spring_force(law, law.gap) - d * v) / (1 + c * h * d * W_NN);
  const double g = law.gap + law.eta * (B - law.V_N);
  const double slope = law.eta * spring_slope(law, g) + c * d;
  return h * (spring_force(law, g) - d * v) / (1 + h * slope * W_NN);
}

}  // namespace

std::string_view to_string(PenaltyVariant variant) { return variants.name(variant); }

PenaltyVariant penalty_variant(std::string_view name) { return variants.value("variant", name); }

Vec3 SpringDashpot::penalty_impulse(const Mat3& W, const Vec3& B, const Vec3& R, PenaltyVariant variant) const
{
  using Vec2 = Eigen::Vector2d;
  const double c = cohesion;
  if (!(c > 0) && gap >= 0) return Vec3::Zero();
  const double free = B.z() + W.block<1, 2>(2, 0).dot(R.head<2>());
  const double R_N = std::max(-c, normal_impulse(*this, W(2, 2), free, variant));
  if (!(c > 0) && R_N <= 0) return Vec3::Zero();

  const Eigen::Matrix2d W_TT = W.block<2, 2>(0, 0);
  const double limit = mu * (R_N + c), determinant = W_TT.determinant();
  if (!(limit > 0) || !(determinant > 0)) return {0, 0, R_N};
  const Vec2 a = B.head<2>() + W.block<2, 1>(0, 2) * R_N;
  Vec2 R_T = -(W_TT.inverse() * a);
  if (const double length = R_T.norm(); length > limit) R_T *= limit / length;
  return {R_T.x(), R_T.y(), R_N};
}

}  // namespace corbel
