// SPDX-License-Identifier: MIT
// From a point to its natural coordinates: Newton's method on r(ξ) = Σ N_a(ξ) x_a − point.
#include "corbel/elements/shape_functions.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace corbel {
namespace {

constexpr int max_iterations = 50;
constexpr double shortest_fraction = 1e-6;  // of a Newton step tried by the line search
constexpr double small_step = 1e-13;        // natural units; the element has the size 1 or 2

}  // namespace

std::optional<Vec3> natural_coordinates(const ElementKind& kind, std::span<const Vec3> x, const Vec3& point)
{
  // Relative to the point: far from the origin no digits are lost in the sums.
  std::array<Vec3, max_element_nodes> offsets;
  double reach = 0;
  for (std::size_t a = 0; a < static_cast<std::size_t>(kind.node_count); ++a) {
    offsets[a] = x[a] - point;
    reach = std::max(reach, offsets[a].norm());
  }
  const double round_off = 4 * std::numeric_limits<double>::epsilon() * reach;
  Vec3 xi = reference_center(kind);
  Vec3 residual = interpolate(kind, offsets, xi);
  for (int i = 0; i < max_iterations; ++i) {
    const Vec3 step = -(jacobian(kind, offsets, xi).inverse() * residual);
    if (!step.allFinite()) return std::nullopt;  // a flat element
    double fraction = 1;
    Vec3 next = xi + step;
    Vec3 next_residual = interpolate(kind, offsets, next);
    while (next_residual.norm() > (1 - 1e-4 * fraction) * residual.norm() && residual.norm() > round_off) {
      fraction /= 2;
      if (fraction < shortest_fraction) return std::nullopt;
      next = xi + fraction * step;
      next_residual = interpolate(kind, offsets, next);
    }
    xi = next;
    residual = next_residual;
    if (residual.norm() <= round_off || (fraction == 1 && step.norm() <= small_step)) return xi;
  }
  return std::nullopt;
}

}  // namespace corbel
