// SPDX-License-Identifier: MIT
// Cylinders and spheres of the BM series of Solfec-1.0 (manual), against closed forms, and where the mesh
// of the deck is known (BM07, BM08) against the values of Code_Aster quoted there.
#include "statics/static_scene.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

class Vessels : public ::testing::TestWithParam<const char*> {};

/// BM04: a quarter of a cylinder under end pressure p, sliding on its base. Stress is uniaxial, which every
/// mesh has exactly: −p L / E, and of TL λ L with (1 + λ) E (λ + λ²/2) = −p. (The deck holds its axis as
/// well, which our symmetry planes do; its mesh of 259 nodes is not known.)
TEST_P(Vessels, Bm04ColumnUnderPressure)
{
  const double E = 2e11, L = 3, p = 1e8;
  const Mesh mesh = sector(4, 12, 4, [&](double r, double s, double z) -> Vec3 {
    return {r * std::cos(s * pi / 2), r * std::sin(s * pi / 2), L * z};
  });
  StaticCase c(mesh, {E, 0.3, 7820}, GetParam());
  c.fix(plane(0, 0), "x");
  c.fix(plane(1, 0), "y");
  c.fix(plane(2, 0), "z");
  c.pull(top, -p);
  EXPECT_EQ(c.solve().unconverged_steps, 0);
  double strain = -p / E;
  if (GetParam() == std::string_view("TL"))
    for (int i = 0; i < 50; ++i)
      strain = -p / E / ((1 + strain) * (1 + strain / 2));
  for (const double angle : {0.0, pi / 4, pi / 2})
    EXPECT_NEAR(c.displacement({std::cos(angle), std::sin(angle), L}).z(), strain * L, 1e-8 * L * p / E);
}

/// BM06 with spherical symmetry (the supports of the deck have none): Lamé, u = p a³/(b³ − a³) ((1 − 2ν) r +
/// (1 + ν) b³/2r²)/E.
TEST_P(Vessels, Bm06ThickSphere)
{
  const double E = 2e11, nu = 0.3, p = 1e5, a = 1, b = 2;
  std::vector<double> found;
  for (const int n : {4, 8, 16}) {
    const Mesh mesh = sector(n, n, n, [&](double t, double s, double z) -> Vec3 {
      const double theta = t * pi / 2, phi = s * pi / 2, r = a + (b - a) * z;
      return r * Vec3(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta));
    });
    StaticCase c(mesh, {E, nu, 7820}, GetParam());
    for (int k = 0; k < 3; ++k)
      c.fix(plane(k, 0), std::string(1, static_cast<char>('x' + k)));
    c.pull(bottom, -p);
    EXPECT_EQ(c.solve().unconverged_steps, 0);
    const Vec3 X = Vec3(1, 1, std::sqrt(2.0)) / 2;  // θ = φ = 45°
    found.push_back(c.displacement(X).dot(X));
  }
  const double theory =
      p * a * ((1 - 2 * nu) + (1 + nu) * b * b * b / (2 * a * a * a)) / (E * (b * b * b - 1));
  EXPECT_NEAR(found[2] / theory, 1, 0.01);
  EXPECT_NEAR(order(std::abs(found[1] - theory), std::abs(found[2] - theory)), 2, 0.3);
}

Mesh quarter_pipe(double a, double b, double length, int through, int around, int along)
{
  return brick(through, around, along, [=](double r, double s, double z) -> Vec3 {
    const double R = a + (b - a) * r, angle = s * pi / 2;
    return {R * std::cos(angle), R * std::sin(angle), length * z};
  });
}

/// BM07, the deck: along its axis it is held at the two symmetry planes only. Mesh of the deck (there the
/// axis is y); displacements of Code_Aster to the three digits given.
TEST_P(Vessels, Bm07ThickCylinderOfTheDeck)
{
  StaticCase c(quarter_pipe(0.1, 0.2, 0.1, 40, 10, 1), {2e11, 0.3, 7820}, GetParam());
  EXPECT_EQ(c.body.node_count(), 902U);
  c.fix(plane(0, 0), "xz");
  c.fix(plane(1, 0), "yz");
  c.pull(left, -6e7);
  EXPECT_EQ(c.solve().unconverged_steps, 0);
  const Vec3 X(0.1 * std::sqrt(0.5), 0.1 * std::sqrt(0.5), 0);
  const Vec3 u = c.displacement(X);
  EXPECT_NEAR(u.x(), 4.13e-5, 0.005e-5);
  EXPECT_NEAR(u.y(), 4.13e-5, 0.005e-5);
  EXPECT_NEAR(std::abs(u.z()), 3.00e-6, 0.01e-6);
  // Stresses of Code_Aster are extrapolated from integration points, ours are those at the node.
  const Mat3 stress = c.stress(X);
  EXPECT_NEAR(stress(0, 0), 2.265e7, 0.01 * 2.265e7);
  EXPECT_NEAR(stress(1, 1), 2.265e7, 0.01 * 2.265e7);
}

/// The same in plane strain: Lamé, u(a) = p a (1 + ν)/E a²/(b² − a²) (1 − 2ν + b²/a²).
TEST_P(Vessels, Bm07PlaneStrain)
{
  const double E = 2e11, nu = 0.3, a = 0.1, b = 0.2, p = 6e4;
  std::vector<double> found;
  for (const int n : {5, 10, 20}) {
    StaticCase c(quarter_pipe(a, b, 0.02, n, n, 1), {E, nu, 7820}, GetParam());
    c.fix(plane(0, 0), "x");
    c.fix(plane(1, 0), "y");
    c.fix([](const Vec3&) { return true; }, "z");
    c.pull(left, -p);
    EXPECT_EQ(c.solve().unconverged_steps, 0);
    found.push_back(c.displacement({a, 0, 0}).x());
  }
  const double theory = p * a * (1 + nu) / E / 3 * (1 - 2 * nu + 4);
  EXPECT_NEAR(found[2] / theory, 1, 0.005);
  EXPECT_NEAR(order(std::abs(found[1] - theory), std::abs(found[2] - theory)), 2, 0.2);
}

/// BM08, the deck: the shell is held along its inner edges only, so that it bends; the node (0, 1, 0) keeps
/// it from turning about (1, 1). Stresses of Code_Aster are extrapolated from integration points, ours are
/// those at the node.
TEST_P(Vessels, Bm08ShellOfTheDeck)
{
  StaticCase c(quarter_pipe(1, 1.02, 2, 1, 20, 20), {2.1e11, 0.3, 7820}, GetParam());
  EXPECT_EQ(c.body.node_count(), 882U);
  const Where inner = [](const Vec3& X) { return X.head<2>().norm() < 1.01; };
  c.fix(both(inner, plane(0, 0)), "x");
  c.fix(both(inner, plane(1, 0)), "y");
  c.fix(plane(2, 0), "z");
  c.fix([](const Vec3& X) { return (X - Vec3(0, 1, 0)).norm() < 1e-9; }, "y");
  c.pull(left, -1e4);
  EXPECT_EQ(c.solve().unconverged_steps, 0);
  const Mat3 stress = c.stress({0.6494, 0.7604, 1});
  EXPECT_NEAR(stress(0, 0) / 4.97435e5, 1, 0.004);
  EXPECT_NEAR(stress(1, 1) / 3.88269e5, 1, 0.004);
  EXPECT_NEAR(stress(2, 2) / 1.17299e5, 1, 0.008);
}

/// BM08 with symmetry planes: the membrane, hoop stress p R/t at the mean radius.
TEST_P(Vessels, Bm08Membrane)
{
  StaticCase c(quarter_pipe(1, 1.02, 2, 1, 20, 20), {2.1e11, 0.3, 7820}, GetParam());
  c.fix(plane(0, 0), "x");
  c.fix(plane(1, 0), "y");
  c.fix(plane(2, 0), "z");
  c.pull(left, -1e4);
  EXPECT_EQ(c.solve().unconverged_steps, 0);
  const double hoop = 0.5 * (c.stress({1, 0, 1})(1, 1) + c.stress({1.02, 0, 1})(1, 1));
  EXPECT_NEAR(hoop, 1e4 / 0.02,
              0.01 * 1e4 / 0.02);  // a polygon of 20 sides is shorter than its circle by 0.1 %
}

/// BM10 with its symmetry planes and a uniform end stress (the nodes that the deck holds are not known): F L
/// / E A, and ρ g L² / 2E under its weight.
TEST_P(Vessels, Bm10TubePulledAndUnderGravity)
{
  const double E = 2.1e11, L = 4, sigma = 12173.7 / (0.02 * pi / 2), rho = 7820;
  for (const bool pulled : {true, false}) {
    StaticCase c(quarter_pipe(0.99, 1.01, L, 2, 10, 20), {E, 0.3, rho}, GetParam());
    EXPECT_EQ(c.body.node_count(), 693U);
    c.fix(plane(0, 0), "x");
    c.fix(plane(1, 0), "y");
    c.fix(plane(2, 0), "z");
    if (pulled)
      c.pull(top, sigma);
    else
      set_gravity(c.simulation, {0, 0, -10});
    EXPECT_EQ(c.solve().unconverged_steps, 0);
    const double theory = pulled ? sigma * L / E : -rho * 10 * L * L / (2 * E);
    EXPECT_NEAR(c.displacement({1.01, 0, L}).z() / theory, 1, pulled ? 1e-5 : 0.01);
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, Vessels, ::testing::Values("TL", "BC"));

}  // namespace
}  // namespace corbel::testing
