// SPDX-License-Identifier: MIT
// The patch test through the whole engine: an affine displacement of the boundary, prescribed by joints,
// gives the same affine displacement inside and one stress everywhere, on distorted meshes of each kind of
// element.
#include "statics/static_scene.hpp"

#include "fem/meshes.hpp"  // after the scene: its names are short

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

using Case = std::tuple<const char*, Kind>;
class StaticPatch : public ::testing::TestWithParam<Case> {};

TEST_P(StaticPatch, AffineBoundaryGivesConstantStress)
{
  const auto& [form, kind] = GetParam();
  const Mesh mesh = distorted_block(kind);
  StaticCase c(mesh, {young, poisson, density}, form);
  Mat3 G;  // symmetric, so that the co-rotated frame of BC does not turn
  G << 1.0, 0.3, -0.2, 0.3, -0.7, 0.5, -0.2, 0.5, 0.4;
  G *= 1e-3;
  std::vector<char> inside(mesh.nodes.size(), 0);
  for (const int node : interior_nodes(mesh))
    inside[static_cast<std::size_t>(node)] = 1;
  for (std::size_t i = 0; i < mesh.nodes.size(); ++i) {
    if (inside[i]) continue;
    const Vec3& X = mesh.nodes[i];
    for (int k = 0; k < 3; ++k)
      c.simulation.model.add_prescribed_motion(c.body, X, Vec3::Unit(k), MotionKind::displacement,
                                               series({0, 1}, {0, (G * X)[k]}));
  }
  ASSERT_EQ(c.solve().unconverged_steps, 0);

  const double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)),
               mu = young / (2 * (1 + poisson));
  const auto hooke = [&](const Mat3& E) -> Mat3 {
    return lambda * E.trace() * Mat3::Identity() + 2 * mu * E;
  };
  const Mat3 F = Mat3::Identity() + G;
  const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
  const Mat3 expected = F * hooke(E) * F.transpose() / F.determinant();  // Cauchy, of both forms
  double worst = 0;
  for (const Mat3& stress : c.body.nodal_stress())
    worst = std::max(worst, (stress - expected).norm() / expected.norm());
  EXPECT_LT(worst, 1e-8);
  for (const int node : interior_nodes(mesh)) {
    const Vec3& X = mesh.nodes[static_cast<std::size_t>(node)];
    EXPECT_LT((c.displacement(X) - G * X).norm(), 1e-11);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, StaticPatch,
                         ::testing::Combine(::testing::Values("TL", "BC"), ::testing::ValuesIn(all_kinds)),
                         [](const auto& it) { return std::get<0>(it.param) + name(std::get<1>(it.param)); });

}  // namespace
}  // namespace corbel::testing
