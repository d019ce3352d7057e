// SPDX-License-Identifier: MIT
// (1) to (3) of bodies/reduced_kinematics.hpp: against nodal kinematics, finite differences and dense matrices; and the
// dense operator over it.
#include "fe_reference.hpp"

#include "corbel/bodies/dense_operator.hpp"
#include "corbel/bodies/reduced_kinematics.hpp"
#include "corbel/core/error.hpp"

using namespace corbel;
using namespace corbel::testing;

namespace {

/// A distorted block that lies turned and moved relative to its template, in r random coordinates.
struct Reduced {
  Mesh mesh = turned_block(2, {0.3, -0.8, 0.5}, {3, -2, 1});
  Shape shape{mesh};
  TemplateMatch match = [&] {
    TemplateLibrary library;
    library.find_or_add(make_solid(distorted_block(Kind::hexahedra, 0.1, 2)));
    return library.find_or_add(make_solid(mesh));
  }();
  ContactSurface surface = contact_surface(shape);
  NodalKinematics nodal{match, surface, shape};
  ReducedBasis E;
  ReducedKinematics reduced;
  Eigen::VectorXd q;

  explicit Reduced(Eigen::Index r, bool identity = false)
      : E(basis(3 * static_cast<Eigen::Index>(mesh.nodes.size()), r, identity)),
        reduced(nodal, match, std::make_shared<ReducedBasis>(E), {0.4, 0.5, 0.6}), q(reduced.at_rest())
  {
  }
  static ReducedBasis basis(Eigen::Index rows, Eigen::Index r, bool identity)
  {
    if (identity) return ReducedBasis::Identity(rows, r);
    return noise(rows * r, 3).reshaped(rows, r);
  }
  void move(unsigned seed)
  {
    const Eigen::VectorXd random = noise(q.size(), seed);
    Eigen::Map<Mat3>(q.data()) = exp_map(2 * random.head<3>());
    q.segment<3>(9) = 5 * random.segment<3>(3);
    q.tail(reduced.size()) = 0.01 * random.tail(reduced.size());
  }
  MaterialPoint point(int element, const Vec3& xi) const { return nodal.point_in(element, xi, -1); }
  std::vector<MaterialPoint> points() const
  {
    return {point(0, {0.1, -0.3, 0.7}), point(3, {-1, -1, -1}), point(7, {0.9, 0.2, -0.4})};
  }
  /// N Λ E, in dense matrices.
  Eigen::MatrixXd S(const MaterialPoint& X) const
  {
    const NodeWeights w = nodal.weights(X);
    const Mat3 Lambda = Eigen::Map<const Mat3>(q.data());
    Eigen::MatrixXd S = Eigen::MatrixXd::Zero(3, E.cols());
    for (std::size_t k = 0; k < static_cast<std::size_t>(w.count); ++k)
      S += w.N[k] * Lambda * E.middleRows(3 * w.node[k], 3);
    return S;
  }
};

Eigen::MatrixXd random_definite(Eigen::Index r)
{
  const Eigen::MatrixXd L = noise(r * r, 9).reshaped(r, r);
  return L * L.transpose() + 0.5 * Eigen::MatrixXd::Identity(r, r);
}

}  // namespace

TEST(ReducedKinematics, AtRestPointsAreWhereTheyAreReferentially)
{
  Reduced s(7);
  for (const MaterialPoint& X : s.points()) {
    EXPECT_LT((s.reduced.position(X, s.q) - X.X).norm(), 1e-14);
    EXPECT_LT((s.reduced.gradient(X, s.q) - Mat3::Identity()).norm(), 1e-13);
  }
}

TEST(ReducedKinematics, VelocitiesAreDifferencesOfPositions)
{
  for (unsigned seed = 1; seed < 6; ++seed) {
    Reduced s(7);
    s.move(seed);
    const Eigen::VectorXd u = noise(7, seed + 10);
    for (const MaterialPoint& X : s.points()) {
      Eigen::VectorXd ahead = s.q, behind = s.q;
      ahead.tail(7) += 1e-3 * u;
      behind.tail(7) -= 1e-3 * u;
      const Vec3 difference = (s.reduced.position(X, ahead) - s.reduced.position(X, behind)) / 2e-3;
      EXPECT_LT((s.reduced.gather(X, s.q, u) - difference).norm(), 1e-11);
      EXPECT_LT((s.reduced.gather(X, s.q, u) - s.S(X) * u).norm(), 1e-14);
    }
  }
}

TEST(ReducedKinematics, GatherAndScatterAreAdjoint)
{
  Reduced s(7);
  s.move(2);
  const Eigen::VectorXd u = noise(7, 20);
  const Vec3 p(1, -2, 3);
  for (const MaterialPoint& X : s.points()) {
    Eigen::VectorXd r = Eigen::VectorXd::Constant(7, 0.5);
    s.reduced.scatter(X, s.q, p, r);
    EXPECT_NEAR((r - Eigen::VectorXd::Constant(7, 0.5)).dot(u), p.dot(s.reduced.gather(X, s.q, u)), 1e-13);
  }
}

/// ∂x/∂X by differences of positions: a step in natural coordinates moves X and x.
TEST(ReducedKinematics, GradientIsTheDifferenceOfPositions)
{
  Reduced s(7);
  s.move(3);
  const Vec3 xi(0.1, -0.3, 0.7);
  const Mat3 F = s.reduced.gradient(s.point(0, xi), s.q);
  for (int k = 0; k < 3; ++k) {
    const MaterialPoint ahead = s.point(0, xi + 1e-5 * Vec3::Unit(k)),
                        behind = s.point(0, xi - 1e-5 * Vec3::Unit(k));
    const Vec3 dx = s.reduced.position(ahead, s.q) - s.reduced.position(behind, s.q);
    EXPECT_LT((F * (ahead.X - behind.X) - dx).norm(), 1e-6 * dx.norm());
  }
}

/// With all columns of the identity, Λ = 1 and q_r = displacements: positions, gradients, vertices and nearest points
/// are those of the nodes themselves.
TEST(ReducedKinematics, IdentityBasisIsNodalKinematics)
{
  const Eigen::Index n = Reduced(1).E.rows();
  Reduced s(n, true);
  s.move(4);
  const Eigen::VectorXd x = s.reduced.nodes(s.q), u = noise(n, 5);
  const Mat3 Lambda = Eigen::Map<const Mat3>(s.q.data());
  const Eigen::VectorXd u_space = turned_nodes(Lambda, u);
  for (const MaterialPoint& X : s.points()) {
    EXPECT_LT((s.reduced.position(X, s.q) - s.nodal.position(X, x)).norm(), 1e-13);
    EXPECT_LT((s.reduced.gradient(X, s.q) - s.nodal.gradient(X, x)).norm(), 1e-12);
    EXPECT_LT((s.reduced.gather(X, s.q, u) - s.nodal.gather(X, x, u_space)).norm(), 1e-13);
    Eigen::VectorXd r = Eigen::VectorXd::Zero(n), r_nodal = r;
    s.reduced.scatter(X, s.q, {1, 2, 3}, r);
    s.nodal.scatter(X, x, {1, 2, 3}, r_nodal);
    EXPECT_LT((turned_nodes(Lambda, r) - r_nodal).norm(), 1e-13);
    const auto found = s.reduced.locate(X.X);
    ASSERT_TRUE(found);
    EXPECT_LT((found->X - X.X).norm(), 1e-12);
  }
  for (std::size_t i = 0; i < s.surface.convexes.size(); ++i) {
    const auto& convex = s.surface.convexes[i];
    std::vector<Vec3> placed(convex.vertices.size()), expected = placed;
    s.reduced.place(static_cast<int>(i), convex.vertices, s.q, placed);
    s.nodal.place(static_cast<int>(i), convex.vertices, x, expected);
    Vec3 inside = Vec3::Zero();
    for (std::size_t v = 0; v < placed.size(); ++v) {
      EXPECT_LT((placed[v] - expected[v]).norm(), 1e-13);
      inside += placed[v] / static_cast<double>(placed.size());
    }
    const MaterialPoint a = s.reduced.nearest(inside, static_cast<int>(i), s.q);
    const MaterialPoint b = s.nodal.nearest(inside, static_cast<int>(i), x);
    EXPECT_EQ(a.element, b.element);
    EXPECT_LT((a.X - b.X).norm(), 1e-12);
    EXPECT_LT((s.reduced.position(a, s.q) - inside).norm(), 1e-10);
  }
}

/// The sum of the forces comes first in a load.
TEST(ReducedKinematics, NetForce)
{
  Reduced s(4);
  Eigen::VectorXd load(7);
  load << 1, 2, 3, 40, 50, 60, 70;
  EXPECT_EQ(s.reduced.net_force(load), Vec3(1, 2, 3));
}

TEST(ReducedKinematics, BasesOfOtherMeshesAreRefused)
{
  Reduced s(4);
  const auto wrong = [&](Eigen::Index rows, Eigen::Index columns) {
    ReducedKinematics(s.nodal, s.match, std::make_shared<ReducedBasis>(ReducedBasis::Ones(rows, columns)),
                      Vec3::Zero());
  };
  EXPECT_THROW(wrong(12, 3), InputError);
  EXPECT_THROW(wrong(s.E.rows(), 0), InputError);
  EXPECT_THROW(wrong(s.E.rows(), s.E.rows() + 1), InputError);
}

TEST(DenseOperator, BlocksAreThoseOfTheDenseInverse)
{
  for (const Eigen::Index r : {1, 6, 30, 81}) {
    Reduced s(r);
    s.move(6);
    const Eigen::MatrixXd A = random_definite(r), inverse = A.inverse();
    DenseOperator op(s.reduced);
    op.set(A);
    op.begin_step(s.q);
    EXPECT_EQ(op.factor_width(), r);
    EXPECT_FALSE(op.has_compliant_part());
    Eigen::VectorXd x = noise(r, 7);
    const Eigen::VectorXd expected = inverse * x;
    op.solve(x);
    EXPECT_LT(relative(x, expected), 1e-10);
    for (const MaterialPoint& X : s.points())
      for (const MaterialPoint& Y : s.points())
        EXPECT_LT(relative(compliance(op, X, Y), s.S(X) * inverse * s.S(Y).transpose()), 1e-10);
  }
}

TEST(DenseOperator, IndefiniteMatricesAreRefused)
{
  Reduced s(3);
  DenseOperator op(s.reduced);
  EXPECT_THROW(op.set(Eigen::Vector3d(1, -1, 1).asDiagonal().toDenseMatrix()), RunError);
}
