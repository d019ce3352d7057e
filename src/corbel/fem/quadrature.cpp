// SPDX-License-Identifier: MIT
// All rules are products of one-dimensional ones; pyramids and triangles are collapsed squares, with the
// power of the height t = 1 − ζ that the collapse brings taken into the weight.
#include "corbel/fem/quadrature.hpp"

#include "corbel/core/error.hpp"

#include <array>
#include <cmath>
#include <vector>

namespace corbel {
namespace {

struct LinePoint {
  double x, weight;
};
using Line = std::vector<LinePoint>;
using Rule = std::vector<QuadraturePoint>;
using FaceRule = std::vector<FacePoint>;

// Gauss–Legendre on [−1, 1] with n points: degree 2n − 1.

Line gauss2() { return {{-std::sqrt(1.0 / 3), 1}, {std::sqrt(1.0 / 3), 1}}; }

Line gauss3() { return {{-std::sqrt(0.6), 5.0 / 9}, {0, 8.0 / 9}, {std::sqrt(0.6), 5.0 / 9}}; }

/// Two points for ∫ f(t) tᵖ dt over [0, 1], degree 3, from the moments ∫ tᵏ tᵖ dt = 1 / (k + p + 1): the
/// points are the roots of the quadratic t² + b t + c that is orthogonal to 1 and t.
Line weighted2(int power)
{
  const double m0 = 1.0 / (power + 1), m1 = 1.0 / (power + 2), m2 = 1.0 / (power + 3), m3 = 1.0 / (power + 4);
  const double b = (m1 * m2 - m0 * m3) / (m0 * m2 - m1 * m1);
  const double c = -(m2 + b * m1) / m0;
  const double half = std::sqrt(b * b / 4 - c);
  const double low = -b / 2 - half, high = -b / 2 + half;
  const double weight_low = (m0 * high - m1) / (high - low);
  return {{low, weight_low}, {high, m0 - weight_low}};
}

Rule tetrahedron4()
{
  const double near = (5 - std::sqrt(5.0)) / 20, far = 1 - 3 * near;
  const double w = 1.0 / 24;
  return {{{near, near, near}, w}, {{far, near, near}, w}, {{near, far, near}, w}, {{near, near, far}, w}};
}

Rule pyramid(const Line& across)
{
  Rule rule;
  for (const LinePoint& t : weighted2(2))
    for (const LinePoint& y : across)
      for (const LinePoint& x : across)
        rule.push_back({{x.x * t.x, y.x * t.x, 1 - t.x}, x.weight * y.weight * t.weight});
  return rule;
}

FaceRule triangle3()
{
  const double a = 1.0 / 6, b = 2.0 / 3, w = 1.0 / 6;
  return {{a, a, w}, {b, a, w}, {a, b, w}};
}

/// Degree 3: ξ = ½ (1 + s) t, η = 1 − t.
FaceRule triangle4()
{
  FaceRule rule;
  for (const LinePoint& t : weighted2(1))
    for (const LinePoint& s : gauss2())
      rule.push_back({0.5 * (1 + s.x) * t.x, 1 - t.x, 0.5 * s.weight * t.weight});
  return rule;
}

FaceRule square4()
{
  FaceRule rule;
  for (const LinePoint& y : gauss2())
    for (const LinePoint& x : gauss2())
      rule.push_back({x.x, y.x, x.weight * y.weight});
  return rule;
}

Rule wedge(const FaceRule& across, const Line& along)
{
  Rule rule;
  for (const LinePoint& z : along)
    for (const FacePoint& p : across)
      rule.push_back({{p.xi, p.eta, z.x}, p.weight * z.weight});
  return rule;
}

Rule hexahedron(const Line& line)
{
  Rule rule;
  for (const LinePoint& z : line)
    for (const LinePoint& y : line)
      for (const LinePoint& x : line)
        rule.push_back({{x.x, y.x, z.x}, x.weight * y.weight * z.weight});
  return rule;
}

/// One rule for each kind of element.
struct Rules {
  Rule tetrahedron, pyramid, wedge, hexahedron;
  std::span<const QuadraturePoint> of(int k) const
  {
    switch (k) {
    case 4:
      return tetrahedron;
    case 5:
      return pyramid;
    case 6:
      return wedge;
    case 8:
      return hexahedron;
    default:
      throw InternalError("quadrature: an element has 4, 5, 6 or 8 nodes");
    }
  }
};

void demand_face(int k) { demand(k == 3 || k == 4, "quadrature: a face has 3 or 4 nodes"); }

constexpr std::array<double, 4> square_xi{-1, 1, 1, -1}, square_eta{-1, -1, 1, 1};

}  // namespace

std::span<const QuadraturePoint> stiffness_rule(int k)
{
  static const Rules rules{tetrahedron4(), pyramid(gauss2()), wedge(triangle3(), gauss2()),
                           hexahedron(gauss2())};
  return rules.of(k);
}

std::span<const QuadraturePoint> mass_rule(int k)
{
  static const Rules rules{tetrahedron4(), pyramid(gauss2()), wedge(triangle3(), gauss2()),
                           hexahedron(gauss3())};
  return rules.of(k);
}

std::span<const QuadraturePoint> moment_rule(int k)
{
  static const Rules rules{tetrahedron4(), pyramid(gauss3()), wedge(triangle4(), gauss3()),
                           hexahedron(gauss3())};
  return rules.of(k);
}

std::span<const FacePoint> face_rule(int k)
{
  demand_face(k);
  static const FaceRule triangle = triangle3(), square = square4();
  return k == 3 ? triangle : square;
}

void face_shape_values(int k, double xi, double eta, std::span<double> N)
{
  demand_face(k);
  if (k == 3) {
    N[0] = 1 - xi - eta;
    N[1] = xi;
    N[2] = eta;
    return;
  }
  for (std::size_t a = 0; a < 4; ++a)
    N[a] = 0.25 * (1 + square_xi[a] * xi) * (1 + square_eta[a] * eta);
}

void face_shape_gradients(int k, double xi, double eta, std::span<Eigen::Vector2d> dN)
{
  demand_face(k);
  if (k == 3) {
    dN[0] = {-1, -1};
    dN[1] = {1, 0};
    dN[2] = {0, 1};
    return;
  }
  for (std::size_t a = 0; a < 4; ++a)
    dN[a] = 0.25 * Eigen::Vector2d(square_xi[a] * (1 + square_eta[a] * eta),
                                   square_eta[a] * (1 + square_xi[a] * xi));
}

}  // namespace corbel
