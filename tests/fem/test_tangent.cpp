// SPDX-License-Identifier: MIT
// Forces and tangent against differences, rigid modes, and the same bits from any number of threads.
#include "corbel/fem/solid.hpp"

#include "meshes.hpp"

#include "corbel/core/error.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

/// A large rotation with a disorder of its own at each node.
Eigen::VectorXd disorder(const Mesh& mesh, double amount)
{
  const Mat3 R = Eigen::AngleAxisd(1.3, Vec3(1, 1, -0.4).normalized()).toRotationMatrix();
  const Eigen::VectorXd q = affine(mesh, R);
  return q + amount * noise(q.size(), 3);
}

class Tangent : public ::testing::TestWithParam<Kind> {};

TEST_P(Tangent, ForceIsTheDerivativeOfTheEnergy)
{
  const Solid solid = make_solid(distorted_block(GetParam()));
  const Eigen::VectorXd q = disorder(solid.mesh(), 0.02);
  Eigen::VectorXd f;
  solid.internal_force(q, f);
  const double h = 1e-5;
  for (unsigned seed = 20; seed < 24; ++seed) {
    const Eigen::VectorXd d = noise(q.size(), seed);
    const double slope = (solid.energy(q + h * d) - solid.energy(q - h * d)) / (2 * h);
    EXPECT_NEAR(slope, f.dot(d), 1e-6 * f.norm() * d.norm());
  }
}

TEST_P(Tangent, IsTheDerivativeOfTheForceAndSymmetric)
{
  const Solid solid = make_solid(distorted_block(GetParam()));
  const Eigen::VectorXd q = disorder(solid.mesh(), 0.02);
  Eigen::SparseMatrix<double> K = solid.tangent_pattern();
  Eigen::VectorXd f, f_alone, ahead, behind;
  solid.force_and_tangent(q, f, K);
  solid.internal_force(q, f_alone);
  EXPECT_LT((f - f_alone).norm(), 1e-13 * f.norm());
  const Eigen::SparseMatrix<double> transposed = K.transpose();
  EXPECT_EQ((K - transposed).norm(), 0);
  const double h = 1e-6;
  for (Eigen::Index c = 0; c < q.size(); c += 7) {
    Eigen::VectorXd dq = Eigen::VectorXd::Zero(q.size());
    dq[c] = h;
    solid.internal_force(q + dq, ahead);
    solid.internal_force(q - dq, behind);
    const Eigen::VectorXd difference = (ahead - behind) / (2 * h), column = K.col(c);
    EXPECT_LT((difference - column).norm(), 1e-7 * column.norm()) << c;
  }
  Eigen::SparseMatrix<double> again = solid.tangent_pattern();
  solid.tangent(q, again);
  EXPECT_EQ((K - again).norm(), 0);
}

TEST_P(Tangent, PatternHasABlockForEachTwoNodesOfAnElement)
{
  const Solid solid = make_solid(distorted_block(GetParam()));
  const Eigen::SparseMatrix<double> K = solid.tangent_pattern();
  const auto n = static_cast<int>(solid.node_count());
  ASSERT_EQ(K.rows(), 3 * n);
  EXPECT_TRUE(K.isCompressed());
  Eigen::MatrixXi expected = Eigen::MatrixXi::Zero(n, n), stored = expected;
  for (const Element& element : solid.mesh().elements)
    for (const int a : element.node_span())
      for (const int b : element.node_span())
        expected(a, b) = 9;
  for (int c = 0; c < K.outerSize(); ++c) {
    Eigen::Index last = -1;
    for (Eigen::SparseMatrix<double>::InnerIterator entry(K, c); entry; ++entry) {
      EXPECT_GT(entry.row(), last);
      EXPECT_EQ(entry.value(), 0);
      last = entry.row();
      ++stored(entry.row() / 3, c / 3);
    }
  }
  EXPECT_EQ(stored, expected);
}

TEST_P(Tangent, SameBitsForAnyNumberOfThreads)
{
  const Mesh mesh = distorted_block(GetParam(), 0.15, 8);  // groups of several colours
  ASSERT_GT(ElementGroups(mesh).color_count(), 1u);
  const Solid solid = make_solid(mesh);
  const Eigen::VectorXd q = disorder(mesh, 0.02);
  const auto with = [&](int threads) {
    const ThreadLimit limit(threads);
    std::tuple<Eigen::VectorXd, Eigen::VectorXd, Eigen::VectorXd, double> result;
    Eigen::SparseMatrix<double> K = solid.tangent_pattern();
    solid.internal_force(q, std::get<0>(result));
    solid.force_and_tangent(q, std::get<1>(result), K);
    std::get<2>(result) = Eigen::Map<const Eigen::VectorXd>(K.valuePtr(), K.nonZeros());
    std::get<3>(result) = solid.energy(q);
    return result;
  };
  EXPECT_EQ(with(1), with(2));
  EXPECT_EQ(with(1), with(4));
}

INSTANTIATE_TEST_SUITE_P(Meshes, Tangent, ::testing::ValuesIn(all_kinds),
                         [](const auto& kind) { return name(kind.param); });

TEST(ElementTangent, OfOneElementHasSixZeroModesAndNoMore)
{
  for (const int k : {4, 5, 6, 8}) {
    const Solid solid = make_solid(single_element(k));
    Eigen::SparseMatrix<double> K = solid.tangent_pattern();
    solid.tangent(Eigen::VectorXd::Zero(3 * k), K);
    const Eigen::VectorXd values =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(Eigen::MatrixXd(K)).eigenvalues();
    EXPECT_LT(values.head(6).cwiseAbs().maxCoeff(), 1e-14 * values.maxCoeff() * k) << k;
    EXPECT_GT(values[6], 1e-3 * values.maxCoeff()) << k;
  }
}

TEST(ElementTangent, OfATetrahedronIsThatOfTheTextbook)
{
  // K_ab = V [λ g_a ⊗ g_b + μ g_b ⊗ g_a + μ (g_a·g_b) I] with constant gradients g, here −1 1 along the axes.
  Mesh mesh = single_element(4);
  const std::array<Vec3, 4> x{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  mesh.nodes.assign(x.begin(), x.end());
  const std::array<Vec3, 4> g{{{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)),
               mu = young / (2 * (1 + poisson));
  const Solid solid = make_solid(mesh);
  Eigen::SparseMatrix<double> K = solid.tangent_pattern();
  solid.tangent(Eigen::VectorXd::Zero(12), K);
  const Eigen::MatrixXd dense = K;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 4; ++b) {
      const Vec3 &ga = g[static_cast<std::size_t>(a)], &gb = g[static_cast<std::size_t>(b)];
      const Mat3 exact =
          (lambda * ga * gb.transpose() + mu * gb * ga.transpose() + mu * ga.dot(gb) * Mat3::Identity()) / 6;
      const Mat3 block = dense.block<3, 3>(3 * a, 3 * b);
      EXPECT_LT((block - exact).norm(), 1e-14 * young);
    }
}

TEST(InternalForce, KeepsSmallStrainsFarAway)
{
  // A strain of 1E-10 after a translation of 1000 m: displacements of 1000 hold it to 1E-13 / 1E-10.
  const Mesh mesh = distorted_block(Kind::hexahedra);
  const Solid solid = make_solid(mesh);
  Eigen::VectorXd q = 1e-10 * noise(3 * static_cast<Eigen::Index>(mesh.nodes.size()), 9), near, far;
  solid.internal_force(q, near);
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
    q.segment<3>(3 * static_cast<Eigen::Index>(n)) += Vec3(1000, -1000, 500);
  solid.internal_force(q, far);
  EXPECT_LT((far - near).norm(), 5e-3 * near.norm());
}

TEST(TangentPattern, AForeignMatrixIsRefused)
{
  const Solid solid = make_solid(single_element(8)), other = make_solid(single_element(6));
  Eigen::SparseMatrix<double> K = other.tangent_pattern();
  EXPECT_THROW(solid.tangent(Eigen::VectorXd::Zero(24), K), InternalError);
}

}  // namespace
}  // namespace corbel::testing
