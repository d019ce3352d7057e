// SPDX-License-Identifier: MIT
// Plates of the BM series of Solfec-1.0 (manual). References are values of Code_Aster quoted in those
// decks, of linear elasticity: where the displacements of the deck are not small (BM05, BM12) the load is
// scaled down and the displacement up.
#include "statics/static_scene.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

class Plates : public ::testing::TestWithParam<const char*> {};

/// BM05: quarters of square plates, one hexahedron thick, fixed along the upper edges, a force in the middle.
/// The mesh is that of the deck, so all five digits of the reference are met.
TEST_P(Plates, Bm05PointLoads)
{
  const double scale = 1e-6;
  for (const auto& [t, reference] : {std::pair(0.1, -4.0984e-5),
                                     {0.05, -2.8612e-4},
                                     {0.025, -2.0862e-3},
                                     {0.015, -9.2098e-3},
                                     {0.01, -3.0381e-2}}) {
    StaticCase c(straight_brick({0, 0, -t}, {1, 1, t}, 15, 15, 1), {2.1e11, 0.3, 7820}, GetParam());
    const auto inner = [](const Vec3& X) { return X.x() > 1e-9 && X.y() > 1e-9 && X.z() > -1e-9; };
    EXPECT_EQ(c.fix([](const Vec3& X) { return X.head<2>().minCoeff() < 1e-9 && X.z() > -1e-9; }, "xyz"), 31);
    c.fix(both(inner, plane(0, 1)), "x");
    c.fix(both(inner, plane(1, 1)), "y");
    c.push({1, 1, 0}, {0, 0, -2500 * scale});
    EXPECT_EQ(c.solve().unconverged_steps, 0);
    EXPECT_NEAR(c.displacement({1, 1, 0}).z() / scale / reference, 1, 3e-5) << "thickness " << t;
  }
}

/// BM09: a quarter of a plate 0.2 m wide with a hole of radius 0.01 m, pulled along y by σ. Mesh finer than
/// the deck's, of one layer. At the hole 3.03 σ beside it (Heywood: 2 + (1 − d/W)³ of the net section, d/W =
/// 0.1) and −σ at its poles (Kirsch; the finite width adds to it some 0.1). Nodal stresses of these elements:
/// 4 %.
TEST_P(Plates, Bm09HoleConcentratesStress)
{
  const double a = 0.01, W = 0.1, t = 0.001, pull = 2.5e6;
  const Mesh mesh = brick(24, 24, 1, [&](double r, double s, double z) -> Vec3 {
    const double angle = s * pi / 2;
    const Vec3 in(a * std::cos(angle), a * std::sin(angle), 0);
    const Vec3 out(s < 0.5 ? W : 2 * W * (1 - s), s < 0.5 ? 2 * W * s : W, 0);
    const double graded = (std::pow(50, r) - 1) / 49;
    return in + graded * (out - in) + Vec3(0, 0, t * z);
  });
  StaticCase c(mesh, {3e10, 0.25, 7820}, GetParam());
  c.fix(plane(0, 0), "x");
  c.fix(plane(1, 0), "y");
  c.fix(plane(2, 0), "z");
  for (std::size_t i = 0; i < c.body.node_count(); ++i) {  // consistent forces on the edge y = W, 12 cells
    const Vec3 X = c.body.reference_node(i);
    if (std::abs(X.y() - W) > 1e-9) continue;
    const bool end = X.x() < 1e-9 || X.x() > W - 1e-9;
    c.push(X, {0, pull * t / 2 * W / 12 * (end ? 0.5 : 1), 0});
  }
  EXPECT_EQ(c.solve().unconverged_steps, 0);
  EXPECT_NEAR(c.stress({a, 0, 0})(1, 1) / pull, (2 + 0.729) / 0.9, 0.04 * 3);
  EXPECT_NEAR(c.stress({0, a, 0})(0, 0) / pull, -1.05, 0.1);
}

/// BM11: NAFEMS LE1, an elliptic membrane under outward pressure; σ_yy = 92.7 MPa where the inner ellipse
/// meets the x axis. Meshes of one layer, finer than those of the deck, whose own values are between 57
/// and 92.
TEST_P(Plates, Bm11EllipticMembrane)
{
  const Mesh mesh = brick(32, 32, 1, [](double r, double s, double z) -> Vec3 {
    const double angle = s * pi / 2;
    return {(2 + 1.25 * r) * std::cos(angle), (1 + 1.75 * r) * std::sin(angle), 0.01 * z};
  });
  StaticCase c(mesh, {2.1e11, 0.3, 7820}, GetParam());
  c.fix(plane(0, 0), "x");
  c.fix(plane(1, 0), "y");
  c.fix([](const Vec3& X) { return (X - Vec3(0, 2.75, 0)).norm() < 1e-9; }, "z");
  c.pull(right, 1e7);
  EXPECT_EQ(c.solve().unconverged_steps, 0);
  // the stress of a single element at its corner on the boundary: first order
  EXPECT_NEAR(c.stress({2, 0, 0})(1, 1), 92.7e6, 0.025 * 92.7e6);
}

/// BM12: a cantilever plate bent in its plane; mesh and forces are the deck's.
TEST_P(Plates, Bm12InPlaneBending)
{
  StaticCase c(straight_brick({0, -0.006, -0.0005}, {0.048, 0.012, 0.001}, 20, 5, 2), {3e10, 0.25, 7820},
               GetParam());
  EXPECT_EQ(c.fix(plane(0, 0), "xyz"), 18);
  const double scale = 1e-5;
  const std::array<double, 6> force = {0.32, 2.4, 3.68, 3.68, 2.4, 0.32};
  for (std::size_t j = 0; j < force.size(); ++j)
    for (const double z : {-0.0005, 0.0, 0.0005})
      c.push({0.048, -0.006 + 0.0024 * static_cast<double>(j), z}, {0, -scale * force[j], 0});
  EXPECT_EQ(c.solve().unconverged_steps, 0);
  const Vec3 u = c.displacement({0.048, -0.006, 0}) / scale;
  EXPECT_NEAR(u.x() / -6.0105e-5, 1, 3e-5);
  EXPECT_NEAR(u.y() / -3.3287e-4, 1, 3e-5);
  EXPECT_NEAR(u.z(), 0, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Forms, Plates, ::testing::Values("TL", "BC"));

}  // namespace
}  // namespace corbel::testing
