// SPDX-License-Identifier: MIT
// Mass, volume, moments, neighbours, and how mistakes are named.
#include "corbel/fem/solid.hpp"

#include "meshes.hpp"

#include "corbel/core/error.hpp"

#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

TEST(Solid, MassAndMomentsOfPlaneFacedElementsAreThoseOfThePolyhedron)
{
  for (const int k : {4, 5, 6, 8}) {
    const Mesh mesh = frustum(k);
    const Moments exact = moments(mesh);
    const Solid solid = make_solid(mesh);
    EXPECT_NEAR(solid.volume() / exact.V, 1, 1e-14) << k;
    EXPECT_NEAR(solid.mass() / (density * exact.V), 1, 1e-14);
    EXPECT_LT((solid.center() - exact.center()).norm(), 1e-14);
    EXPECT_LT((solid.euler_tensor() - density * exact.central_euler()).norm(), 1e-14 * density);
  }
}

TEST(Solid, MassIsThatOfTheBlockHoweverItIsDivided)
{
  for (const Kind kind : all_kinds) {
    const Solid solid = make_solid(distorted_block(kind, 0));
    EXPECT_NEAR(solid.volume(), 1, 1e-13) << name(kind);
    EXPECT_NEAR(solid.lumped_mass().sum(), density, 1e-12 * density);
    EXPECT_GT(solid.lumped_mass().minCoeff(), 0);
    EXPECT_LT((solid.center() - Vec3::Constant(0.5)).norm(), 1e-14);
    EXPECT_LT((solid.euler_tensor() - density / 12 * Mat3::Identity()).norm(), 1e-13 * density);
    // First moments of the lumped mass are exact too.
    Vec3 moment = Vec3::Zero();
    for (std::size_t n = 0; n < solid.node_count(); ++n)
      moment += solid.lumped_mass()[static_cast<Eigen::Index>(n)] * solid.mesh().nodes[n];
    EXPECT_LT((moment - density * Vec3::Constant(0.5)).norm(), 1e-12 * density);
  }
}

TEST(Solid, MomentsDoNotLoseDigitsFarFromTheOrigin)
{
  Mesh mesh = distorted_block(Kind::hexahedra, 0);
  for (Vec3& x : mesh.nodes)
    x += Vec3(4096, -8192, 16384);
  const Solid solid = make_solid(mesh);
  EXPECT_LT((solid.center() - Vec3(4096.5, -8191.5, 16384.5)).norm(), 1e-11);
  EXPECT_LT((solid.euler_tensor() - density / 12 * Mat3::Identity()).norm(), 1e-10 * density);
}

TEST(Solid, ConsistentMassHasTheLumpedMassAsRowSumsAndTheExactKineticEnergyOfARotation)
{
  for (const Kind kind : all_kinds) {
    const Solid solid = make_solid(distorted_block(kind, 0));
    const Eigen::SparseMatrix<double> M = solid.consistent_mass();
    const Eigen::VectorXd rows = M * Eigen::VectorXd::Ones(M.cols());
    EXPECT_LT((rows - solid.lumped_mass()).norm(), 1e-13 * density) << name(kind);
    // xᵀ M y = ∫ ρ X Y dV, over the unit cube ρ/4, and xᵀ M x = ρ/3.
    Eigen::VectorXd x(M.cols()), y(M.cols());
    for (std::size_t n = 0; n < solid.node_count(); ++n) {
      x[static_cast<Eigen::Index>(n)] = solid.mesh().nodes[n].x();
      y[static_cast<Eigen::Index>(n)] = solid.mesh().nodes[n].y();
    }
    EXPECT_NEAR(x.dot(M * y), density / 4, 1e-12 * density);
    EXPECT_NEAR(x.dot(M * x), density / 3, 1e-12 * density);
  }
}

TEST(Solid, MassOfOneHexahedronIsThatOfTheTextbook)
{
  // A brick of mass m: ∫ρ N_a N_b = m/216 (8, 4, 2, 1) for nodes that differ in 0, 1, 2, 3 coordinates.
  Mesh mesh = frustum(8);
  const std::array<Vec3, 8> corners{
      {{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}, {0, 0, 1}, {2, 0, 1}, {2, 3, 1}, {0, 3, 1}}};
  mesh.nodes.assign(corners.begin(), corners.end());
  const Solid solid = make_solid(mesh);
  const Eigen::MatrixXd M = solid.consistent_mass();
  const double m = 6 * density;
  for (int a = 0; a < 8; ++a)
    for (int b = 0; b < 8; ++b) {
      const Vec3 d = corners[static_cast<std::size_t>(a)] - corners[static_cast<std::size_t>(b)];
      const int differ = (d.x() != 0) + (d.y() != 0) + (d.z() != 0);
      EXPECT_NEAR(M(a, b), m / 216 * (8 >> differ), 1e-13 * m);
    }
  for (const double mass : solid.lumped_mass())
    EXPECT_NEAR(mass, m / 8, 1e-13 * m);
}

TEST(Solid, EachElementHasItsMaterial)
{
  const Mesh mesh = distorted_block(Kind::hexahedra, 0);
  std::vector<int> material(mesh.elements.size(), 0);
  for (std::size_t e = 0; e < 9; ++e)  // the lowest layer
    material[e] = 1;
  const auto law = SaintVenantKirchhoff::from_young_poisson(1e7, 0.3);
  const Solid solid(mesh, {{law, 1000.0}, {law, 4000.0}}, material);
  EXPECT_NEAR(solid.mass(), 2000, 1e-10);  // ⅔ of 1000 and ⅓ of 4000
  EXPECT_NEAR(solid.center().z(), (4000.0 / 3 / 6 + 2000.0 / 3 * 2 / 3) / 2000, 1e-14);
  EXPECT_EQ(solid.material(0).density, 4000);
  EXPECT_EQ(solid.material(20).density, 1000);
}

TEST(Solid, KnowsTheElementsOfANode)
{
  const Solid solid = make_solid(distorted_block(Kind::mixed));
  std::size_t total = 0, expected = 0;
  for (std::size_t n = 0; n < solid.node_count(); ++n)
    for (const int e : solid.elements_of_node(static_cast<int>(n))) {
      const auto nodes = solid.mesh().elements[static_cast<std::size_t>(e)].node_span();
      EXPECT_NE(std::find(nodes.begin(), nodes.end(), static_cast<int>(n)), nodes.end());
      ++total;
    }
  for (const Element& element : solid.mesh().elements)
    expected += static_cast<std::size_t>(element.node_count());
  EXPECT_EQ(total, expected);
}

void expect_named(const Mesh& mesh, const std::string& words)
{
  try {
    make_solid(mesh);
    ADD_FAILURE() << "accepted";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
  }
}

TEST(Solid, InvertedAndFlatElementsAreNamed)
{
  for (const int k : {4, 5, 6, 8}) {
    Mesh mesh = frustum(k);
    for (Vec3& x : mesh.nodes)
      x.z() = -x.z();
    expect_named(mesh, "element 0 ");
    expect_named(mesh, "inverted");
    for (Vec3& x : mesh.nodes)
      x.z() = 0.25;
    expect_named(mesh, "flat");
  }
  Mesh mesh = distorted_block(Kind::hexahedra, 0);
  // The middle cell, pulled through itself: its first corner far beyond the opposite one.
  mesh.nodes[static_cast<std::size_t>(mesh.elements[26].nodes[6])] = Vec3(0.4, 0.4, 0.4);
  expect_named(mesh, "element 26 with its centre at (0.758333, 0.758333, 0.758333)");
}

TEST(Solid, MaterialsThatDoNotFitAreNamed)
{
  const Mesh mesh = frustum(8);
  const auto law = SaintVenantKirchhoff::from_young_poisson(1e7, 0.3);
  EXPECT_THROW(Solid(mesh, {{law, 1000.0}}, {}), InputError);
  EXPECT_THROW(Solid(mesh, {{law, 1000.0}}, {1}), InputError);
  EXPECT_THROW(Solid(mesh, {{law, 1000.0}}, {-1}), InputError);
  EXPECT_THROW(Solid(mesh, {{law, 0.0}}, {0}), InputError);
  EXPECT_THROW(Solid(Mesh{}, {{law, 1000.0}}, {}), InputError);
}

}  // namespace
}  // namespace corbel::testing
