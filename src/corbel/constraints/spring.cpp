// SPDX-License-Identifier: MIT
#include "corbel/constraints/spring.hpp"

#include <algorithm>
#include <cmath>

namespace corbel {
namespace {

constexpr double least_stiffness = 1e-9;  ///< k W_NN of a force that does not depend on the motion

}  // namespace

void Spring::settle(double W_NN, double b_N)
{
  const double least = W_NN > 0 ? least_stiffness / W_NN : 0;
  if (stiffness >= least) return;
  impulse += (least - stiffness) * b_N;
  stiffness = least;
}

BlockResult Spring::solve_block(const Mat3& W, const Vec3& b, const Vec3& R,
                                const BlockOptions& /*options*/) const
{
  const double W_NN = W(2, 2);
  if (!(W_NN > 0)) return {R, BlockStatus::failed};
  const double U_N = (b.z() + W_NN * impulse) / (1 + stiffness * W_NN);
  const double bound = bounded(U_N);
  const double R_N = bound == U_N ? impulse - stiffness * U_N : (bound - b.z()) / W_NN;
  return {{0, 0, R_N}, BlockStatus::ok};
}

Vec3 Spring::natural_residual(const Vec3& U, const Vec3& R, double rho) const
{
  const double target = bounded(U.z() - stop(U, R) / std::max(stiffness, rho));
  return {R.x(), R.y(), rho * (U.z() - target)};
}

double Spring::stop_impulse(const Vec3& U, const Vec3& R) const
{
  if (!(stiffness > 0)) return has_stops() ? stop(U, R) : 0;
  if (reach(U, R) > upper) return std::min(0.0, stop(U, R));
  return reach(U, R) < lower ? std::max(0.0, stop(U, R)) : 0;
}

ConeForm Spring::cone_form(const Vec3& U, const Vec3& R) const
{
  ConeForm form{.contact = false, .held = {false, false, true}};
  form.linearized = has_stops();
  const double bound = bounded(reach(U, R));
  if (bound != reach(U, R) || !(stiffness > 0)) {
    form.offset.z() = -bound;
  } else {
    form.offset.z() = -impulse / stiffness;
    form.compliance.z() = 1 / stiffness;
  }
  return form;
}

std::vector<LinearEquation> Spring::linear_equations() const
{
  if (has_stops() || !(stiffness > 0)) return {};
  return {{2, impulse / stiffness, 1 / stiffness}};
}

}  // namespace corbel
