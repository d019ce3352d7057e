// SPDX-License-Identifier: MIT
#include "corbel/fem/shape_functions.hpp"

#include "corbel/core/error.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace corbel {
namespace {

const std::array<Vec3, 4> tetrahedron_nodes{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
const std::array<Vec3, 5> pyramid_nodes{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}}};
const std::array<Vec3, 6> wedge_nodes{{{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}};
const std::array<Vec3, 8> hexahedron_nodes{
    {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 1}, {1, 1, 1}, {-1, 1, 1}}};

[[noreturn]] void unknown_kind()
{
  throw InternalError("shape functions: an element has 4, 5, 6 or 8 nodes");
}

/// The rational part of the pyramid's shape functions, r = ξη / (1 − ζ), and its gradient. Inside the element
/// |r| ≤ 1 − ζ, so r = 0 at the apex.
struct PyramidFraction {
  double value = 0;
  Vec3 gradient = Vec3::Zero();
  explicit PyramidFraction(const Vec3& xi)
  {
    const double height = 1 - xi.z();
    if (std::abs(height) < 1e-10) return;
    value = xi.x() * xi.y() / height;
    gradient = {xi.y() / height, xi.x() / height, value / height};
  }
};

// Pyramid: N_a = ¼ (1 − ζ + ξ_a ξ + η_a η + ξ_a η_a r) on the base, N_4 = ζ.

void pyramid_values(const Vec3& xi, std::span<double> N)
{
  const PyramidFraction r(xi);
  for (std::size_t a = 0; a < 4; ++a) {
    const Vec3& n = pyramid_nodes[a];
    N[a] = 0.25 * (1 - xi.z() + n.x() * xi.x() + n.y() * xi.y() + n.x() * n.y() * r.value);
  }
  N[4] = xi.z();
}

void pyramid_gradients(const Vec3& xi, std::span<Vec3> dN)
{
  const PyramidFraction r(xi);
  for (std::size_t a = 0; a < 4; ++a) {
    const Vec3& n = pyramid_nodes[a];
    dN[a] = 0.25 * (Vec3(n.x(), n.y(), -1) + n.x() * n.y() * r.gradient);
  }
  dN[4] = Vec3::UnitZ();
}

// Wedge: N_a = ½ (1 + ζ_a ζ) L_a with the area coordinates L of the triangle.

void wedge_values(const Vec3& xi, std::span<double> N)
{
  const std::array<double, 3> L{1 - xi.x() - xi.y(), xi.x(), xi.y()};
  for (std::size_t a = 0; a < 6; ++a)
    N[a] = 0.5 * (1 + wedge_nodes[a].z() * xi.z()) * L[a % 3];
}

void wedge_gradients(const Vec3& xi, std::span<Vec3> dN)
{
  const std::array<double, 3> L{1 - xi.x() - xi.y(), xi.x(), xi.y()};
  const std::array<double, 3> dL_dxi{-1, 1, 0}, dL_deta{-1, 0, 1};
  for (std::size_t a = 0; a < 6; ++a) {
    const double along = 0.5 * (1 + wedge_nodes[a].z() * xi.z());
    dN[a] = {along * dL_dxi[a % 3], along * dL_deta[a % 3], 0.5 * wedge_nodes[a].z() * L[a % 3]};
  }
}

// Hexahedron: N_a = ⅛ (1 + ξ_a ξ)(1 + η_a η)(1 + ζ_a ζ).

void hexahedron_values(const Vec3& xi, std::span<double> N)
{
  for (std::size_t a = 0; a < 8; ++a) {
    const Vec3 factor = Vec3::Ones() + hexahedron_nodes[a].cwiseProduct(xi);
    N[a] = 0.125 * factor.prod();
  }
}

void hexahedron_gradients(const Vec3& xi, std::span<Vec3> dN)
{
  for (std::size_t a = 0; a < 8; ++a) {
    const Vec3& n = hexahedron_nodes[a];
    const Vec3 factor = Vec3::Ones() + n.cwiseProduct(xi);
    dN[a] = 0.125 * Vec3(n.x() * factor.y() * factor.z(), n.y() * factor.z() * factor.x(),
                         n.z() * factor.x() * factor.y());
  }
}

}  // namespace

std::span<const Vec3> reference_nodes(int k)
{
  switch (k) {
  case 4:
    return tetrahedron_nodes;
  case 5:
    return pyramid_nodes;
  case 6:
    return wedge_nodes;
  case 8:
    return hexahedron_nodes;
  default:
    unknown_kind();
  }
}

Vec3 reference_center(int k)
{
  Vec3 sum = Vec3::Zero();
  for (const Vec3& node : reference_nodes(k))
    sum += node;
  return sum / k;
}

void shape_values(int k, const Vec3& xi, std::span<double> N)
{
  switch (k) {
  case 4:
    N[0] = 1 - xi.x() - xi.y() - xi.z();
    for (std::size_t a = 1; a < 4; ++a)
      N[a] = xi[static_cast<int>(a) - 1];
    return;
  case 5:
    return pyramid_values(xi, N);
  case 6:
    return wedge_values(xi, N);
  case 8:
    return hexahedron_values(xi, N);
  default:
    unknown_kind();
  }
}

void shape_gradients(int k, const Vec3& xi, std::span<Vec3> dN)
{
  switch (k) {
  case 4:
    dN[0] = Vec3::Constant(-1);
    for (std::size_t a = 1; a < 4; ++a)
      dN[a] = Vec3::Unit(static_cast<int>(a) - 1);
    return;
  case 5:
    return pyramid_gradients(xi, dN);
  case 6:
    return wedge_gradients(xi, dN);
  case 8:
    return hexahedron_gradients(xi, dN);
  default:
    unknown_kind();
  }
}

double outside_by(int k, const Vec3& xi)
{
  switch (k) {
  case 4:
    return std::max(-xi.minCoeff(), xi.sum() - 1);
  case 5:
    return std::max({-xi.z(), std::abs(xi.x()) + xi.z() - 1, std::abs(xi.y()) + xi.z() - 1});
  case 6:
    return std::max({-xi.x(), -xi.y(), xi.x() + xi.y() - 1, std::abs(xi.z()) - 1});
  case 8:
    return xi.cwiseAbs().maxCoeff() - 1;
  default:
    unknown_kind();
  }
}

bool is_inside(int k, const Vec3& xi, double tolerance) { return outside_by(k, xi) <= tolerance; }

Vec3 interpolate(int k, std::span<const Vec3> x, const Vec3& xi)
{
  std::array<double, max_element_nodes> N;
  shape_values(k, xi, N);
  Vec3 sum = Vec3::Zero();
  for (std::size_t a = 0; a < static_cast<std::size_t>(k); ++a)
    sum += N[a] * x[a];
  return sum;
}

Mat3 jacobian(int k, std::span<const Vec3> x, const Vec3& xi)
{
  std::array<Vec3, max_element_nodes> dN;
  shape_gradients(k, xi, dN);
  Mat3 J = Mat3::Zero();
  for (std::size_t a = 0; a < static_cast<std::size_t>(k); ++a)
    J += x[a] * dN[a].transpose();
  return J;
}

}  // namespace corbel
