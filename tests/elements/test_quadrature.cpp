// SPDX-License-Identifier: MIT
// Rules against the integrals of monomials ξᵃ ηᵇ ζᶜ.
#include "corbel/elements/solid_kinds.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace corbel::testing {
namespace {

double factorial(int n) { return std::tgamma(n + 1.0); }
double line(int a) { return a % 2 == 0 ? 2.0 / (a + 1) : 0; }  // over [−1, 1]
double triangle(int a, int b) { return factorial(a) * factorial(b) / factorial(a + b + 2); }

double exact(const ElementKind& kind, int a, int b, int c)
{
  if (&kind == &tet4()) return factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + 3);
  if (&kind == &pyramid5())  // ∫ ζᶜ t^(a+b+2) dζ with t = 1 − ζ
    return line(a) * line(b) * factorial(c) * factorial(a + b + 2) / factorial(a + b + c + 3);
  if (&kind == &wedge6()) return triangle(a, b) * line(c);
  return line(a) * line(b) * line(c);
}

double integral(std::span<const QuadraturePoint> rule, int a, int b, int c)
{
  double sum = 0;
  for (const QuadraturePoint& p : rule)
    sum += p.weight * std::pow(p.xi.x(), a) * std::pow(p.xi.y(), b) * std::pow(p.xi.z(), c);
  return sum;
}

/// Is the monomial of a degree the rule is exact for? Hexahedra and wedges are products.
bool covered(const ElementKind& kind, int a, int b, int c, int across, int along)
{
  if (&kind == &tet4() || &kind == &pyramid5()) return a + b + c <= across;
  if (&kind == &wedge6()) return a + b <= across && c <= along;
  return std::max({a, b, c}) <= across;
}

void expect_exact(const ElementKind& kind, std::span<const QuadraturePoint> rule, int across, int along)
{
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b)
      for (int c = 0; c < 8; ++c)
        if (covered(kind, a, b, c, across, along)) {
          EXPECT_NEAR(integral(rule, a, b, c), exact(kind, a, b, c), 1e-14)
              << kind.name << ": " << a << b << c;
        }
  for (const QuadraturePoint& p : rule) {
    EXPECT_GT(p.weight, 0);
    EXPECT_LT(kind.outside_by(p.xi), 0);
  }
}

TEST(Quadrature, StiffnessRulesAreExactToTheirDegree)
{
  expect_exact(tet4(), tet4().stiffness_rule, 2, 2);
  expect_exact(pyramid5(), pyramid5().stiffness_rule, 3, 3);
  expect_exact(wedge6(), wedge6().stiffness_rule, 2, 3);
  expect_exact(hex8(), hex8().stiffness_rule, 3, 3);
  EXPECT_EQ(tet4().stiffness_rule.size(), 4u);
  EXPECT_EQ(pyramid5().stiffness_rule.size(), 8u);
  EXPECT_EQ(wedge6().stiffness_rule.size(), 6u);
  EXPECT_EQ(hex8().stiffness_rule.size(), 8u);
}

TEST(Quadrature, MassAndMomentRulesAreExactToTheirDegree)
{
  expect_exact(tet4(), tet4().mass_rule, 2, 2);
  expect_exact(pyramid5(), pyramid5().mass_rule, 3, 3);
  expect_exact(wedge6(), wedge6().mass_rule, 2, 3);
  expect_exact(hex8(), hex8().mass_rule, 5, 5);  // three Gauss points; ∫N N dV needs 4
  expect_exact(pyramid5(), pyramid5().moment_rule, 3, 3);
  expect_exact(wedge6(), wedge6().moment_rule, 3, 5);
  expect_exact(hex8(), hex8().moment_rule, 5, 5);
}

TEST(Quadrature, PyramidIntegratesItsRationalFunctions)
{
  // In the coordinates of the collapsed cube: ∫ N of a corner = ∫ t³ dt = ¼, of the apex ∫ (1 − t)(2t)² dt =
  // ⅓; ∫ N² of a corner = (8/3)² / 16 ∫ t⁴ dt = 4/45.
  double corner = 0, apex = 0, corner_squared = 0;
  for (const QuadraturePoint& p : pyramid5().mass_rule) {
    std::array<double, max_element_nodes> N;
    pyramid5().shape_values(p.xi, N);
    corner += p.weight * N[2];
    apex += p.weight * N[4];
    corner_squared += p.weight * N[2] * N[2];
  }
  EXPECT_NEAR(corner, 0.25, 1e-15);
  EXPECT_NEAR(apex, 1.0 / 3, 1e-15);
  EXPECT_NEAR(corner_squared, 4.0 / 45, 1e-15);
}

TEST(Quadrature, FaceRulesAreExactForProductsOfShapeFunctions)
{
  for (int a = 0; a <= 3; ++a)
    for (int b = 0; b <= 3; ++b) {
      double three = 0, four = 0;
      for (const FacePoint& p : triangle3().rule)
        three += p.weight * std::pow(p.xi, a) * std::pow(p.eta, b);
      for (const FacePoint& p : quadrilateral4().rule)
        four += p.weight * std::pow(p.xi, a) * std::pow(p.eta, b);
      if (a + b <= 2) {
        EXPECT_NEAR(three, triangle(a, b), 1e-15);
      }
      EXPECT_NEAR(four, line(a) * line(b), 1e-15);
    }
}

TEST(Quadrature, FaceGradientsAreThoseOfTheValues)
{
  const double h = 1e-6, xi = 0.3, eta = 0.2;
  for (const FaceKind* kind : {&triangle3(), &quadrilateral4()}) {
    std::array<Eigen::Vector2d, 4> dN;
    kind->shape_gradients(xi, eta, dN);
    std::array<double, 4> right, left, up, down;
    kind->shape_values(xi + h, eta, right);
    kind->shape_values(xi - h, eta, left);
    kind->shape_values(xi, eta + h, up);
    kind->shape_values(xi, eta - h, down);
    for (std::size_t a = 0; a < static_cast<std::size_t>(kind->node_count); ++a) {
      EXPECT_NEAR(dN[a].x(), (right[a] - left[a]) / (2 * h), 1e-9);
      EXPECT_NEAR(dN[a].y(), (up[a] - down[a]) / (2 * h), 1e-9);
    }
  }
}

}  // namespace
}  // namespace corbel::testing
