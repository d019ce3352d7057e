// SPDX-License-Identifier: MIT
// A solid of second-order tetrahedra, whose row is in tet10.hpp and nowhere else: patch tests, energy, masses
// that cannot be lumped, and the operator A₀ of the co-rotated step with them.
#include "corbel/bodies/body_template.hpp"
#include "corbel/elements/shape_functions.hpp"
#include "corbel/fem/solid.hpp"
#include "corbel/fem/surface_load.hpp"

#include "tet10.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <gtest/gtest.h>

namespace corbel::testing {
namespace {

const double lambda = young * poisson / ((1 + poisson) * (1 - 2 * poisson)), mu = young / (2 * (1 + poisson));

Mat3 hooke(const Mat3& E) { return lambda * E.trace() * Mat3::Identity() + 2 * mu * E; }

/// Cauchy stress of the gradient F.
Mat3 exact_cauchy(const Mat3& F)
{
  return F * hooke(0.5 * (F.transpose() * F - Mat3::Identity())) * F.transpose() / F.determinant();
}

/// u_i = A_ij X_j + ½ B_i(j, k) X_j X_k
struct QuadraticField {
  Mat3 A;
  std::array<Mat3, 3> B;

  explicit QuadraticField(double size)
  {
    for (unsigned i = 0; i < 3; ++i) {
      A.row(i) = size * noise(3, i).transpose();
      const Eigen::VectorXd b = size * noise(9, 10 + i);
      const Mat3 any = Eigen::Map<const Mat3>(b.data());
      B[i] = 0.5 * (any + any.transpose());
    }
  }
  Mat3 gradient(const Vec3& X) const
  {
    Mat3 H = A;
    for (int i = 0; i < 3; ++i)
      H.row(i) += (B[static_cast<std::size_t>(i)] * X).transpose();
    return H;
  }
  Eigen::VectorXd at_nodes(const Mesh& mesh) const
  {
    Eigen::VectorXd q(3 * static_cast<Eigen::Index>(mesh.nodes.size()));
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
      q.segment<3>(3 * static_cast<Eigen::Index>(n)) =
          0.5 * (A + gradient(mesh.nodes[n])) * mesh.nodes[n];  // A X + ½ (B X) X
    return q;
  }
  /// Of σ = λ tr(H) I + μ (H + Hᵀ), constant.
  Vec3 stress_divergence() const
  {
    Vec3 sum = Vec3::Zero();
    for (int i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j)
        sum[i] += (lambda + mu) * B[j](static_cast<int>(j), i) +
                  mu * B[static_cast<std::size_t>(i)](static_cast<int>(j), static_cast<int>(j));
    return sum;
  }
};

Mesh straight_block(int cells = 2) { return second_order(distorted_block(Kind::tetrahedra, 0.15, cells)); }
Mesh curved_block(int cells = 2) { return second_order(distorted_block(Kind::tetrahedra, 0.1, cells), 0.02); }

Eigen::SparseMatrix<double> stiffness(const Solid& solid, const Eigen::VectorXd& q)
{
  Eigen::SparseMatrix<double> K = solid.tangent_pattern();
  solid.tangent(q, K);
  return K;
}

Eigen::SparseMatrix<double> stiffness(const Solid& solid)
{
  return stiffness(solid, Eigen::VectorXd::Zero(3 * static_cast<Eigen::Index>(solid.node_count())));
}

Vec3 point_of(const Mesh& mesh, std::size_t e, const Vec3& xi)
{
  const ElementNodes nodes(mesh, mesh.elements[e]);
  return interpolate(*nodes.kind, nodes.span(), xi);
}

TEST(Tet10Patch, AffineDisplacementIsInBalanceWithTheExactStressAlsoWithCurvedEdges)
{
  Mat3 F;
  F << 1.05, 0.04, -0.03, 0.01, 0.93, 0.06, 0.02, -0.05, 1.1;
  for (const Mesh& mesh : {straight_block(), curved_block()}) {
    const Solid solid = make_solid(mesh);
    const Eigen::VectorXd q = affine(mesh, F, Vec3(3, -2, 1));
    for (std::size_t e = 0; e < mesh.elements.size(); ++e)
      for (const QuadraturePoint& point : tet10().stiffness_rule)
        EXPECT_LT((solid.cauchy(static_cast<int>(e), point.xi, q) - exact_cauchy(F)).norm(), 1e-12 * young);
    for (const Mat3& nodal : solid.nodal_stress(q))
      EXPECT_LT((nodal - exact_cauchy(F)).norm(), 1e-12 * young);
    EXPECT_LT((solid.mean_gradient(q) - F).norm(), 1e-13);
    Eigen::VectorXd f;
    solid.internal_force(q, f);
    const std::vector<int> interior = interior_nodes(mesh);
    EXPECT_GT(interior.size(), 20u);
    for (const int n : interior)
      EXPECT_LT(f.segment<3>(3 * n).norm(), 1e-13 * young);
    Mat3 work = Mat3::Zero();
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
      work += f.segment<3>(3 * static_cast<Eigen::Index>(n)) * mesh.nodes[n].transpose();
    const Mat3 P = F.determinant() * exact_cauchy(F) * F.inverse().transpose();
    EXPECT_LT((work - solid.volume() * P).norm(), 1e-12 * young);
  }
}

TEST(Tet10Patch, QuadraticDisplacementHasTheExactStressEverywhere)
{
  const QuadraticField u(0.05);
  const Mesh mesh = straight_block();
  const Solid solid = make_solid(mesh);
  const Eigen::VectorXd q = u.at_nodes(mesh);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e)
    for (unsigned seed = 0; seed < 3; ++seed) {
      const Vec3 xi = 0.1 * (Vec3(noise(3, seed)) + Vec3::Constant(2));
      const Mat3 F = Mat3::Identity() + u.gradient(point_of(mesh, e, xi));
      EXPECT_LT((solid.deformation_gradient(static_cast<int>(e), xi, q) - F).norm(), 1e-13);
      EXPECT_LT((solid.cauchy(static_cast<int>(e), xi, q) - exact_cauchy(F)).norm(), 1e-12 * young);
    }
}

/// ∫ σ:∇N_a dV = ∫ N_a σ n dA − ∫ N_a div σ dV, at all nodes.
TEST(Tet10Patch, StiffnessTimesAQuadraticDisplacementIsTheLoadThatHoldsIt)
{
  const QuadraticField u(1);
  const Mesh mesh = straight_block();
  const Solid solid = make_solid(mesh);
  const Eigen::VectorXd f = stiffness(solid) * u.at_nodes(mesh);
  Eigen::VectorXd load = Eigen::VectorXd::Zero(f.size());
  const auto sigma = [&](const Vec3& X) {
    const Mat3 H = u.gradient(X);
    return hooke(0.5 * (H + H.transpose()));
  };
  add_face_traction(
      mesh, 1, nullptr, [&](const Vec3& n, const Vec3& X) -> Vec3 { return sigma(X) * n; }, load);
  for (Eigen::Index n = 0; n < solid.gravity_load().size(); ++n)
    load.segment<3>(3 * n) -= solid.gravity_load()[n] / density * u.stress_divergence();
  EXPECT_GT(u.stress_divergence().norm(), 0.1 * young);
  EXPECT_LT((f - load).cwiseAbs().maxCoeff(), 1e-13 * young);
}

TEST(Tet10Stiffness, HasSixRigidBodyModesAndNoOthers)
{
  for (const Mesh& mesh :
       {second_order(single_element(4)), second_order(single_element(4), 0.05), curved_block(1)}) {
    const Eigen::MatrixXd K = stiffness(make_solid(mesh));
    EXPECT_LT((K - K.transpose()).norm(), 1e-14 * K.norm());
    const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues();
    EXPECT_LT(values.head(6).cwiseAbs().maxCoeff(), 1e-13 * values.maxCoeff());
    EXPECT_GT(values[6], 1e-4 * values.maxCoeff());
  }
}

TEST(Tet10Stiffness, ForceIsTheDerivativeOfEnergyAndTangentThatOfForce)
{
  const Mesh mesh = second_order(single_element(4), 0.05);
  const Solid solid = make_solid(mesh);
  const Eigen::VectorXd q = 0.05 * noise(30, 3);
  const Eigen::MatrixXd K = stiffness(solid, q);
  Eigen::VectorXd f, ahead, behind;
  solid.internal_force(q, f);
  const double h = 1e-6;
  for (int i = 0; i < 30; ++i) {
    const Eigen::VectorXd step = h * Eigen::VectorXd::Unit(30, i);
    EXPECT_NEAR(f[i], (solid.energy(q + step) - solid.energy(q - step)) / (2 * h), 1e-7 * f.norm());
    solid.internal_force(q + step, ahead);
    solid.internal_force(q - step, behind);
    EXPECT_LT((K.col(i) - (ahead - behind) / (2 * h)).norm(), 1e-8 * K.norm());
  }
}

TEST(Tet10Mass, RowSumsAreNegativeAtCornersSoThatMassIsAMatrix)
{
  const Mesh mesh = second_order(single_element(4));
  const Solid solid = make_solid(mesh);
  for (int n = 0; n < 10; ++n)
    EXPECT_NEAR(solid.lumped_mass()[n], (n < 4 ? -1.0 / 20 : 1.0 / 5) * solid.mass(), 1e-14 * solid.mass());
  EXPECT_FALSE(solid.mass_matrix().is_lumped());
  EXPECT_THROW(solid.mass_matrix().diagonal(), InternalError);
  for (const Kind kind : all_kinds) {
    const Solid first_order = make_solid(distorted_block(kind));
    ASSERT_TRUE(first_order.mass_matrix().is_lumped());
    EXPECT_EQ(first_order.mass_matrix().diagonal(),
              first_order.lumped_mass().replicate(1, 3).reshaped<Eigen::RowMajor>());
    EXPECT_THROW(first_order.mass_matrix().consistent(), InternalError);
  }
}

TEST(Tet10Mass, ConsistentMassHasTheExactKineticEnergyOfQuadraticVelocities)
{
  const Mesh mesh = second_order(distorted_block(Kind::tetrahedra, 0, 2));  // the unit cube
  const Solid solid = make_solid(mesh);
  const Eigen::SparseMatrix<double> M = solid.consistent_mass();
  const auto field = [&](int a, int b, int c) {  // X^a Y^b Z^c at the nodes
    Eigen::VectorXd v(M.cols());
    for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
      v[static_cast<Eigen::Index>(n)] =
          std::pow(mesh.nodes[n].x(), a) * std::pow(mesh.nodes[n].y(), b) * std::pow(mesh.nodes[n].z(), c);
    return v;
  };
  std::vector<std::array<int, 3>> powers;
  for (int a = 0; a <= 2; ++a)
    for (int b = 0; a + b <= 2; ++b)
      for (int c = 0; a + b + c <= 2; ++c)
        powers.push_back({a, b, c});
  ASSERT_EQ(powers.size(), 10u);
  for (const auto& p : powers)
    for (const auto& r : powers) {
      const double exact = density / ((p[0] + r[0] + 1) * (p[1] + r[1] + 1) * (p[2] + r[2] + 1));
      EXPECT_NEAR(field(p[0], p[1], p[2]).dot(M * field(r[0], r[1], r[2])), exact, 1e-13 * density);
    }
  EXPECT_NEAR(solid.mass(), density, 1e-13 * density);
  EXPECT_LT((solid.center() - Vec3::Constant(0.5)).norm(), 1e-14);
  EXPECT_LT((solid.euler_tensor() - density / 12 * Mat3::Identity()).norm(), 1e-13 * density);
}

TEST(Tet10Mass, OfCurvedElementsIsSymmetricPositiveAndComplete)
{
  const Solid solid = make_solid(curved_block());
  const Eigen::MatrixXd M = solid.consistent_mass();
  EXPECT_LT((M - M.transpose()).norm(), 1e-15 * M.norm());
  EXPECT_NEAR(M.sum(), density * solid.volume(), 1e-13 * density);
  EXPECT_GT(std::abs(solid.volume() - 1), 1e-6);
  EXPECT_LT((M.rowwise().sum() - solid.lumped_mass()).norm(), 1e-13 * density);
  EXPECT_GT(
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(M, Eigen::EigenvaluesOnly).eigenvalues().minCoeff(), 0);
}

TEST(Tet10Solid, PointsAreFoundAgainAlsoInCurvedElements)
{
  const Mesh mesh = curved_block();
  const Solid solid = make_solid(mesh);
  for (std::size_t e = 0; e < mesh.elements.size(); ++e) {
    const Vec3 xi(0.2, 0.3, 0.15);
    const auto place = solid.locate(point_of(mesh, e, xi), 0);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->element, static_cast<int>(e));
    EXPECT_LT((place->xi - xi).norm(), 1e-12);
  }
  EXPECT_FALSE(solid.locate(Vec3::Constant(1.2), 0.05));
}

/// A₀ = a M + b K₀ with M for x, y and z of each node.
Eigen::MatrixXd dense_operator(const Solid& solid, OperatorFactors factors)
{
  const Eigen::MatrixXd M = solid.consistent_mass();
  Eigen::MatrixXd A = factors.stiffness * Eigen::MatrixXd(stiffness(solid));
  for (Eigen::Index a = 0; a < M.rows(); ++a)
    for (Eigen::Index b = 0; b < M.cols(); ++b)
      A.block<3, 3>(3 * a, 3 * b) += factors.mass * M(a, b) * Mat3::Identity();
  return A;
}

TEST(Tet10Operator, HasTheConsistentMass)
{
  const OperatorFactors factors{1.1, 1e-5};
  for (const int cells : {2, 3}) {  // 375 and 1029 unknowns: inverted, and factorized
    const BodyTemplate shared(make_solid(straight_block(cells)), std::size_t{1} << 30);
    const auto A0 = shared.with_factors(factors);
    EXPECT_EQ(A0->is_small(), cells == 2);
    const Eigen::MatrixXd A = dense_operator(shared.solid(), factors);
    Eigen::MatrixXd B = Eigen::MatrixXd::Random(A.rows(), 2);
    const Eigen::MatrixXd X = A.ldlt().solve(B);
    A0->solve_in_place(B);
    EXPECT_LT((B - X).norm(), 1e-11 * X.norm()) << cells;
    NodeWeights at;  // one node
    at.node[0] = 40;
    at.N[0] = 1;
    at.count = 1;
    A0->need_columns(std::array{40});
    const Mat3 block = A.inverse().block<3, 3>(120, 120);
    EXPECT_LT((A0->block(at, at) - block).norm(), 1e-11 * block.norm());
  }
}

}  // namespace
}  // namespace corbel::testing
