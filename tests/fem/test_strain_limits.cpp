// SPDX-License-Identifier: MIT
// Limits of strain: where the material loses its stiffness, what the co-rotated form leaves out, and that the
// worst point of a solid is found in whatever element it is.
#include "corbel/fem/strain_limits.hpp"

#include "meshes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <random>

namespace corbel::testing {
namespace {

Mat3 rotation(double angle, const Vec3& axis = Vec3(1, -2, 0.5))
{
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

Mat3 stretched(double s) { return rotation(0.7) * Vec3(s, 1, 1).asDiagonal() * rotation(-1.1); }

TEST(StrainLimits, CompressionBelowTheLimitTakesLessForce)
{
  const auto law = SaintVenantKirchhoff::from_young_poisson(1e7, 0.3);
  const auto P = [&](double s) { return law.stress(Vec3(s, 1, 1).asDiagonal())(0, 0); };
  const double limit = std::sqrt(least_stretch_squared);
  EXPECT_GT(P(limit * 1.001), P(limit));  // a minimum on both sides: the greatest force there is
  EXPECT_GT(P(limit * 0.999), P(limit));
  for (double s = 0.6; s < 3; s += 0.1)
    EXPECT_GT(P(s + 0.01), P(s)) << s;  // and no other one above it
}

TEST(StrainLimits, StretchesAreJudgedWhateverTheRotation)
{
  const auto judge = [](double s) { return judge_stretch(stretched(s) - Mat3::Identity()); };
  for (const double s : {0.578, 0.9, 1.0, 1.5, 1.999})
    EXPECT_EQ(judge(s).state, StrainState::sound) << s;
  for (const double s : {0.3, 0.577, 2.001, 5.0}) {
    EXPECT_EQ(judge(s).state, StrainState::beyond_limits) << s;
    EXPECT_NEAR(judge(s).value, s, 1e-12);
  }
  for (const double s : {0.0, -0.2, -1.0}) {
    EXPECT_EQ(judge(s).state, StrainState::inverted) << s;
    EXPECT_NEAR(judge(s).value, s, 1e-12);
  }
  EXPECT_GT(judge(0.4).excess, judge(0.5).excess);
  EXPECT_GT(judge(3).excess, judge(2.5).excess);
}

/// The shortcut of the kernels never differs: also for mirror images, whose Green strain is zero.
TEST(StrainLimits, ShortcutAgreesWithEigenvalues)
{
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-1, 1);
  std::array<int, 3> count = {};
  for (int i = 0; i < 20000; ++i) {
    Mat3 F;
    for (double& f : F.reshaped())
      f = number(random);
    F = rotation(3 * number(random)) * (Mat3::Identity() + std::abs(number(random)) * F);
    if (i % 10 == 0) F = rotation(i) * Vec3(1, 1, -1).asDiagonal();
    const Mat3 H = F - Mat3::Identity();
    const StrainState state = judge_stretch(H).state;
    EXPECT_EQ(stretch_state(H, green_strain(H)), state);
    ++count[static_cast<std::size_t>(state)];
  }
  for (const int n : count)
    EXPECT_GT(n, 500);
}

TEST(StrainLimits, CorotatedGradientsAreStrainsAndRotations)
{
  const Mat3 Lambda = rotation(2.2);
  const auto judge = [&](const Mat3& in_body_axes) {
    return judge_corotated(Lambda * in_body_axes - Mat3::Identity(), Lambda);
  };
  for (const double strain : {0.1, 0.199, -0.199})
    EXPECT_EQ(judge(Vec3(1 + strain, 1, 1).asDiagonal()).state, StrainState::sound) << strain;
  for (const double strain : {0.201, -0.201, 0.5}) {
    const StrainFinding found = judge(Vec3(1 + strain, 1, 1).asDiagonal());
    EXPECT_EQ(found.state, StrainState::beyond_limits) << strain;
    EXPECT_NEAR(found.value, std::abs(strain), 1e-12);
  }
  const auto turned = [&](double angle) { return judge(rotation(angle)); };  // σ = 2 sin(angle/2)
  EXPECT_EQ(turned(0.2).state, StrainState::sound);
  EXPECT_EQ(turned(0.202).state, StrainState::beyond_limits);
  EXPECT_NEAR(turned(0.5).value, 2 * std::sin(0.25), 1e-12);
  EXPECT_EQ(judge(Vec3(-0.1, 1, 1).asDiagonal()).state, StrainState::inverted);
}

class WorstStrain : public ::testing::TestWithParam<Kind> {};

/// Forces, tangents and the search over all points agree for homogeneous strains.
TEST_P(WorstStrain, HomogeneousStrains)
{
  const Mesh mesh = distorted_block(GetParam());
  const Solid solid = make_solid(mesh);
  for (const auto& [s, state] : {std::pair(0.6, StrainState::sound),
                                 {1.9, StrainState::sound},
                                 {0.55, StrainState::beyond_limits},
                                 {2.1, StrainState::beyond_limits},
                                 {-0.5, StrainState::inverted}}) {
    const Eigen::VectorXd q = affine(mesh, stretched(s), {3, 4, 5});
    Eigen::VectorXd f;
    Eigen::SparseMatrix<double> K = solid.tangent_pattern();
    EXPECT_EQ(solid.internal_force(q, f), state) << s;
    EXPECT_EQ(solid.force_and_tangent(q, f, K), state) << s;
    const StrainFinding found = solid.worst_stretch(q);
    EXPECT_EQ(found.state, state) << s;
    if (state != StrainState::sound) {
      EXPECT_NEAR(found.value, s, 1e-9);
    }
  }
  const Mat3 Lambda = rotation(1);
  const StrainFinding found =
      solid.worst_corotated_gradient(affine(mesh, Lambda * Vec3(1, 1.3, 1).asDiagonal()), Lambda);
  EXPECT_EQ(found.state, StrainState::beyond_limits);
  EXPECT_NEAR(found.value, 0.3, 1e-9);
}

/// A node pushed through an element: that one is named.
TEST_P(WorstStrain, TheElementIsNamed)
{
  const Mesh mesh = distorted_block(GetParam());
  const Solid solid = make_solid(mesh);
  const int node = interior_nodes(mesh).front();
  Eigen::VectorXd q = Eigen::VectorXd::Zero(3 * static_cast<Eigen::Index>(mesh.nodes.size()));
  q.segment<3>(3 * node) = Vec3(0.6, 0.1, 0.1);  // cells of 1/3
  Eigen::VectorXd f;
  EXPECT_EQ(solid.internal_force(q, f), StrainState::inverted);
  const StrainFinding found = solid.worst_stretch(q);
  EXPECT_EQ(found.state, StrainState::inverted);
  EXPECT_LT(found.value, 0);
  const auto nodes = mesh.elements.at(static_cast<std::size_t>(found.element)).node_span();
  EXPECT_NE(std::find(nodes.begin(), nodes.end(), node), nodes.end());
  EXPECT_EQ(solid.worst_corotated_gradient(q, Mat3::Identity()).element, found.element);
}

INSTANTIATE_TEST_SUITE_P(Kinds, WorstStrain, ::testing::ValuesIn(all_kinds),
                         [](const auto& one) { return name(one.param); });

}  // namespace
}  // namespace corbel::testing
