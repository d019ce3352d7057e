// SPDX-License-Identifier: MIT
// Block solves of prescribed velocities: one 3×3 solve, one division, one 2×2 solve.
#include "corbel/constraints/prescribed_velocity.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// A pivot below this part of the largest diagonal entry is round-off: the block is singular.
constexpr double pivot_tolerance = 1e-13;

/// x with W x = a by W = L D Lᵀ; false when a pivot vanishes or is negative.
bool solve_definite(const Mat3& W, const Vec3& a, Vec3& x)
{
  const double smallest = pivot_tolerance * W.diagonal().maxCoeff();
  const double d0 = W(0, 0);
  if (!(d0 > smallest)) return false;
  const double l10 = W(1, 0) / d0;
  const double l20 = W(2, 0) / d0;
  const double d1 = W(1, 1) - l10 * W(1, 0);
  if (!(d1 > smallest)) return false;
  const double l21 = (W(2, 1) - l20 * W(1, 0)) / d1;
  const double d2 = W(2, 2) - l20 * W(2, 0) - l21 * l21 * d1;
  if (!(d2 > smallest)) return false;

  const double y1 = a.y() - l10 * a.x();
  const double y2 = a.z() - l20 * a.x() - l21 * y1;
  x.z() = y2 / d2;
  x.y() = y1 / d1 - l21 * x.z();
  x.x() = a.x() / d0 - l10 * x.y() - l20 * x.z();
  return true;
}

}  // namespace

BlockResult PrescribedVelocity::solve_block(const Mat3& W, const Vec3& b, const Vec3& R,
                                            const BlockOptions& /*options*/) const
{
  Vec3 solution;
  if (!solve_definite(W, U_star - b, solution)) return {R, BlockStatus::failed};
  return {solution, BlockStatus::ok};
}

Vec3 PrescribedVelocity::natural_residual(const Vec3& U, const Vec3& /*R*/, double rho) const
{
  return rho * (U - U_star);
}

ConeForm PrescribedVelocity::cone_form(const Vec3& /*U*/, const Vec3& /*R*/) const
{
  return {.contact = false, .offset = -U_star, .held = {true, true, true}};
}

std::vector<LinearEquation> PrescribedVelocity::linear_equations() const
{
  return {{0, U_star.x()}, {1, U_star.y()}, {2, U_star.z()}};
}

BlockResult PrescribedNormalVelocity::solve_block(const Mat3& W, const Vec3& b, const Vec3& R,
                                                  const BlockOptions& /*options*/) const
{
  if (!(W(2, 2) > 0)) return {R, BlockStatus::failed};
  return {{0, 0, (U_star - b.z()) / W(2, 2)}, BlockStatus::ok};
}

Vec3 PrescribedNormalVelocity::natural_residual(const Vec3& U, const Vec3& R, double rho) const
{
  return {R.x(), R.y(), rho * (U.z() - U_star)};
}

ConeForm PrescribedNormalVelocity::cone_form(const Vec3& /*U*/, const Vec3& /*R*/) const
{
  return {.contact = false, .offset = {0, 0, -U_star}, .held = {false, false, true}};
}

std::vector<LinearEquation> PrescribedNormalVelocity::linear_equations() const { return {{2, U_star}}; }

BlockResult PrescribedTangentVelocity::solve_block(const Mat3& W, const Vec3& b, const Vec3& R,
                                                   const BlockOptions& /*options*/) const
{
  const double smallest = pivot_tolerance * std::max(W(0, 0), W(1, 1));
  const Eigen::Vector2d a = U_star - b.head<2>();
  if (!(W(0, 0) > smallest)) return {R, BlockStatus::failed};
  const double l = W(1, 0) / W(0, 0), d = W(1, 1) - l * W(1, 0);
  if (!(d > smallest)) return {R, BlockStatus::failed};
  const double y = (a.y() - l * a.x()) / d;
  return {{a.x() / W(0, 0) - l * y, y, 0}, BlockStatus::ok};
}

Vec3 PrescribedTangentVelocity::natural_residual(const Vec3& U, const Vec3& R, double rho) const
{
  return {rho * (U.x() - U_star.x()), rho * (U.y() - U_star.y()), R.z()};
}

ConeForm PrescribedTangentVelocity::cone_form(const Vec3& /*U*/, const Vec3& /*R*/) const
{
  return {.contact = false, .offset = {-U_star.x(), -U_star.y(), 0}, .held = {true, true, false}};
}

std::vector<LinearEquation> PrescribedTangentVelocity::linear_equations() const
{
  return {{0, U_star.x()}, {1, U_star.y()}};
}

}  // namespace corbel
