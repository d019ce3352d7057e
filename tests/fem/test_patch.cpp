// SPDX-License-Identifier: MIT
// Patch tests: an affine displacement of any mesh is a state of constant stress, in balance inside.
#include "corbel/fem/solid.hpp"

#include "meshes.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <numbers>
#include <set>

namespace corbel::testing {
namespace {

Mat3 rotation(double angle)
{
  return Eigen::AngleAxisd(angle, Vec3(2, -1, 0.7).normalized()).toRotationMatrix();
}

/// Cauchy stress by Hooke's law in Young's modulus and Poisson's ratio.
Mat3 exact_cauchy(const Mat3& F)
{
  const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
  const Mat3 S = young / (1 + poisson) * (E + poisson / (1 - 2 * poisson) * E.trace() * Mat3::Identity());
  return F * S * F.transpose() / F.determinant();
}

std::vector<Mat3> gradients()
{
  Mat3 stretch;  // all six components
  stretch << 1.05, 0.04, -0.03, 0.01, 0.93, 0.06, 0.02, -0.05, 1.1;
  Mat3 small = Mat3::Identity() + 1e-4 * (stretch - Mat3::Identity());
  return {stretch, rotation(2.5) * stretch, small, rotation(std::numbers::pi / 2) * small};
}

class Patch : public ::testing::TestWithParam<Kind> {};

TEST_P(Patch, AffineDisplacementGivesTheExactStressEverywhere)
{
  const Solid solid = make_solid(distorted_block(GetParam()));
  for (const Mat3& F : gradients()) {
    const Eigen::VectorXd q = affine(solid.mesh(), F, Vec3(3, -2, 1));
    const Mat3 sigma = exact_cauchy(F);
    const double tolerance = 1e-13 * young;
    for (std::size_t e = 0; e < solid.mesh().elements.size(); ++e)
      for (const QuadraturePoint& point : solid.mesh().elements[e].kind->stiffness_rule) {
        const int number = static_cast<int>(e);
        EXPECT_LT((solid.deformation_gradient(number, point.xi, q) - F).norm(), 1e-13);
        EXPECT_LT((solid.cauchy(number, point.xi, q) - sigma).norm(), tolerance);
      }
    for (const Mat3& nodal : solid.nodal_stress(q))
      EXPECT_LT((nodal - sigma).norm(), tolerance);
    EXPECT_EQ(solid.nodal_stress(q)[7], solid.nodal_cauchy(7, q));
    EXPECT_LT((solid.mean_gradient(q) - F).norm(), 1e-14 * 10);
  }
}

TEST_P(Patch, InteriorNodesAreInBalanceAndTheBoundaryCarriesTheTraction)
{
  const Mesh mesh = distorted_block(GetParam());
  const Solid solid = make_solid(mesh);
  const std::vector<int> interior = interior_nodes(mesh);
  ASSERT_FALSE(interior.empty());
  for (const Mat3& F : gradients()) {
    Eigen::VectorXd f;
    solid.internal_force(affine(mesh, F, Vec3(3, -2, 1)), f);
    const double scale = f.cwiseAbs().maxCoeff();
    const double round_off = 1e-14 * young + 1e-12 * scale;
    for (const int n : interior)
      EXPECT_LT(f.segment<3>(3 * n).norm(), round_off);
    EXPECT_GT(scale, 1e3 * round_off);
    // Virtual work with the affine field itself: Σ f_a ⊗ X_a = V P.
    Mat3 work = Mat3::Zero();
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
      work += f.segment<3>(3 * static_cast<Eigen::Index>(n)) * mesh.nodes[n].transpose();
    const Mat3 P = F.determinant() * exact_cauchy(F) * F.inverse().transpose();
    EXPECT_LT((work - solid.volume() * P).norm(), 1e-13 * young);
  }
}

TEST_P(Patch, EnergyIsThatOfTheConstantStrain)
{
  const Solid solid = make_solid(distorted_block(GetParam()));
  for (const Mat3& F : gradients()) {
    const Mat3 E = 0.5 * (F.transpose() * F - Mat3::Identity());
    const Mat3 S = F.determinant() * F.inverse() * exact_cauchy(F) * F.inverse().transpose();
    const double exact = 0.5 * (E.transpose() * S).trace() * solid.volume();
    EXPECT_NEAR(solid.energy(affine(solid.mesh(), F)) / exact, 1, 1e-10);
  }
}

TEST_P(Patch, RigidMotionsAreWithoutForceStressAndEnergy)
{
  const Solid solid = make_solid(distorted_block(GetParam()));
  for (const double angle : {std::numbers::pi / 2, 4 * std::numbers::pi, 1.0}) {
    const Eigen::VectorXd q = affine(solid.mesh(), rotation(angle), Vec3(1, 2, 3));
    Eigen::VectorXd f;
    solid.internal_force(q, f);
    EXPECT_LT(f.cwiseAbs().maxCoeff(), 1e-14 * young);
    EXPECT_LT(solid.energy(q), 1e-26 * young);
    for (const Mat3& sigma : solid.nodal_stress(q))
      EXPECT_LT(sigma.norm(), 1e-13 * young);
    EXPECT_LT((solid.mean_gradient(q) - rotation(angle)).norm(), 1e-13);
  }
}

INSTANTIATE_TEST_SUITE_P(Meshes, Patch, ::testing::ValuesIn(all_kinds),
                         [](const auto& kind) { return name(kind.param); });

TEST(PatchMeshes, MixedHasAllFourKinds)
{
  std::set<const ElementKind*> kinds;
  for (const Element& element : distorted_block(Kind::mixed).elements)
    kinds.insert(element.kind);
  EXPECT_EQ(kinds, (std::set<const ElementKind*>{&tet4(), &pyramid5(), &wedge6(), &hex8()}));
}

TEST(NodalStress, OfACornerWithoutVolumeIsFinite)
{
  // A hexahedron with a corner of 180°: node 2 in the middle between 1 and 3.
  Mesh mesh = single_element(8);
  const std::array<Vec3, 8> x{
      {{0, 0, 0}, {1, 0, 0}, {0.5, 0.5, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0.5, 0.5, 1}, {0, 1, 1}}};
  mesh.nodes.assign(x.begin(), x.end());
  const Solid solid = make_solid(mesh);
  const Mat3 F = gradients()[0];
  EXPECT_LT((solid.nodal_cauchy(2, affine(mesh, F)) - exact_cauchy(F)).norm(), 1e-12 * young);
}

TEST(VonMises, OfTensionShearAndPressure)
{
  Mat3 sigma = Mat3::Zero();
  sigma(1, 1) = -3;
  EXPECT_NEAR(von_mises(sigma), 3, 1e-15);
  sigma = Mat3::Zero();
  sigma(1, 2) = sigma(2, 1) = 2;
  EXPECT_NEAR(von_mises(sigma), 2 * std::sqrt(3.0), 1e-15);
  EXPECT_NEAR(von_mises(Mat3(5 * Mat3::Identity())), 0, 1e-14);
  sigma << 4, 1, 2, 1, -3, 0.5, 2, 0.5, 6;  // sqrt(½[(4+3)² + (4−6)² + (6+3)² + 6(1 + 4 + ¼)])
  EXPECT_NEAR(von_mises(sigma), std::sqrt(0.5 * (49 + 4 + 81 + 6 * 5.25)), 1e-14);
}

}  // namespace
}  // namespace corbel::testing
