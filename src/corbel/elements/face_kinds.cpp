// SPDX-License-Identifier: MIT
#include "corbel/elements/face_kind.hpp"
#include "corbel/elements/line_rules.hpp"

#include <Eigen/Geometry>

namespace corbel {
namespace {

constexpr std::array<double, 4> square_xi{-1, 1, 1, -1}, square_eta{-1, -1, 1, 1};

void triangle_values(double xi, double eta, std::span<double> N)
{
  N[0] = 1 - xi - eta;
  N[1] = xi;
  N[2] = eta;
}

void triangle_gradients(double /*xi*/, double /*eta*/, std::span<Eigen::Vector2d> dN)
{
  dN[0] = {-1, -1};
  dN[1] = {1, 0};
  dN[2] = {0, 1};
}

void square_values(double xi, double eta, std::span<double> N)
{
  for (std::size_t a = 0; a < 4; ++a)
    N[a] = 0.25 * (1 + square_xi[a] * xi) * (1 + square_eta[a] * eta);
}

void square_gradients(double xi, double eta, std::span<Eigen::Vector2d> dN)
{
  for (std::size_t a = 0; a < 4; ++a)
    dN[a] = 0.25 * Eigen::Vector2d(square_xi[a] * (1 + square_eta[a] * eta),
                                   square_eta[a] * (1 + square_xi[a] * xi));
}

}  // namespace

const FaceKind& triangle3()
{
  static const FaceKind kind{.name = "triangle3",
                             .node_count = 3,
                             .corner_count = 3,
                             .rule = triangle_rule3(),
                             .facets = {{3, {0, 1, 2, -1}}},
                             .shape_values = triangle_values,
                             .shape_gradients = triangle_gradients};
  return kind;
}

const FaceKind& quadrilateral4()
{
  static const FaceKind kind{.name = "quadrilateral4",
                             .node_count = 4,
                             .corner_count = 4,
                             .rule = square_rule4(),
                             .facets = {{4, {0, 1, 2, 3}}},
                             .shape_values = square_values,
                             .shape_gradients = square_gradients};
  return kind;
}

Vec3 twice_area(std::span<const Vec3> x)
{
  return x.size() == 3 ? (x[1] - x[0]).cross(x[2] - x[0]) : (x[2] - x[0]).cross(x[3] - x[1]);
}

}  // namespace corbel
