// SPDX-License-Identifier: MIT
#include "corbel/geometry/principal_axes.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <algorithm>
#include <array>

namespace corbel {
namespace {

constexpr double tie = 1e-9;

/// Unit axes with `n` first, when the two others are free: the axis of space most across n, made
/// perpendicular.
Mat3 axes_about(const Vec3& n)
{
  Eigen::Index across = 0;
  for (Eigen::Index i = 1; i < 3; ++i)
    if (std::abs(n[i]) < std::abs(n[across]) - tie) across = i;
  const Vec3 u = (Vec3::Unit(across) - n[across] * n).normalized();
  Mat3 axes;
  axes << n, u, n.cross(u);
  return axes;
}

/// Eigenvectors in any order and with any sign.
Mat3 eigenvectors(const Mat3& tensor)
{
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(tensor);
  const Vec3& value = solver.eigenvalues();  // ascending
  const double tolerance = tie * value.cwiseAbs().maxCoeff();
  const bool low_tie = value[1] - value[0] <= tolerance;
  const bool high_tie = value[2] - value[1] <= tolerance;
  if (low_tie && high_tie) return Mat3::Identity();
  if (low_tie) return axes_about(solver.eigenvectors().col(2));
  if (high_tie) return axes_about(solver.eigenvectors().col(0));
  return solver.eigenvectors();
}

/// Columns in the order in which column i runs most along axis i.
Mat3 ordered(const Mat3& axes)
{
  std::array<Eigen::Index, 3> order{0, 1, 2};
  std::array<Eigen::Index, 3> best = order;
  double best_sum = -1;
  do {
    double sum = 0;
    for (Eigen::Index i = 0; i < 3; ++i)
      sum += std::abs(axes(i, order[static_cast<std::size_t>(i)]));
    if (sum > best_sum + tie) {
      best_sum = sum;
      best = order;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  Mat3 result;
  result << axes.col(best[0]), axes.col(best[1]), axes.col(best[2]);
  return result;
}

/// Largest component positive; the first of equals decides.
Vec3 with_sign(const Vec3& v)
{
  Eigen::Index largest = 0;
  for (Eigen::Index i = 1; i < 3; ++i)
    if (std::abs(v[i]) > std::abs(v[largest]) + tie) largest = i;
  return v[largest] < 0 ? Vec3(-v) : v;
}

}  // namespace

Mat3 principal_axes(const Mat3& tensor)
{
  const Mat3 axes = ordered(eigenvectors(tensor));
  const Vec3 x = with_sign(axes.col(0));
  const Vec3 y = with_sign(axes.col(1));
  Mat3 result;
  result << x, y, x.cross(y);
  return result;
}

}  // namespace corbel
