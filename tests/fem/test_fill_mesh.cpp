// SPDX-License-Identifier: MIT
// Shapes inside of meshes: volumes of the pieces, rules of few points, solids that are integrated over their
// shape only.
#include "corbel/fem/fill_mesh.hpp"

#include "corbel/fem/reduce_rule.hpp"
#include "corbel/fem/tetrahedra.hpp"
#include "corbel/geometry/mass_properties.hpp"
#include "corbel/math/rotation.hpp"
#include "geometry/bodies.hpp"
#include "meshes.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

namespace corbel::testing {
namespace {

Mesh grid(const Vec3& lo, const Vec3& hi, int i, int j, int k)
{
  return make_hex_mesh(box_corners(lo, hi), i, j, k, 0, std::vector<int>{1, 2, 3, 4, 5, 6}, {}, {}, {});
}

Solid filled_solid(const Mesh& mesh, const std::vector<Convex>& convexes)
{
  FilledMesh filled = fill_mesh(mesh, convexes);
  const std::vector<int> material(filled.mesh.elements.size(), 0);
  return Solid(filled.mesh, {{SaintVenantKirchhoff::from_young_poisson(young, poisson), density}}, material,
               filled.rules);
}

/// Points of a ball, the same in each run.
Convex ball_hull(const Vec3& center, double radius, int count, unsigned seed = 5)
{
  Random random(seed);
  std::vector<double> points;
  for (int i = 0; i < count; ++i)
    for (const double x : Vec3(center + radius * random.vector(-1, 1).normalized()))
      points.push_back(x);
  return convex_hull(points, 0, 0);
}

void expect_moments(const Solid& solid, const std::vector<Convex>& convexes, double tolerance)
{
  Moments exact;
  for (const Convex& convex : convexes)
    exact += moments(convex);
  EXPECT_NEAR(solid.volume(), exact.V, tolerance * exact.V);
  EXPECT_NEAR(solid.mass(), density * exact.V, tolerance * density * exact.V);
  expect_near(solid.center(), exact.center(), tolerance);
  expect_near(solid.euler_tensor(), Mat3(density * exact.central_euler()),
              tolerance * density * exact.central_euler().norm());
}

TEST(Tetrahedra, ClippingKeepsTheVolumeOfBothSides)
{
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    Tetrahedron t;
    for (Vec3& corner : t)
      corner = random.vector(-1, 1);
    CutPlane plane{random.vector(-0.3, 0.3), random.vector(-1, 1).normalized()};
    if (i % 4 == 0) plane.point = t[0];                                       // through a corner
    if (i % 8 == 0) plane.n = (t[1] - t[0]).cross(t[2] - t[0]).normalized();  // along a face
    std::vector<Tetrahedron> below, above;
    clip(t, plane, below);
    clip(t, {plane.point, -plane.n}, above);
    double sum = 0;
    for (const auto* side : {&below, &above})
      for (const Tetrahedron& piece : *side) {
        sum += std::abs(volume(piece));
        for (const Vec3& x : piece)
          EXPECT_LT((side == &below ? 1 : -1) * plane.distance(x), 1e-14);
      }
    EXPECT_NEAR(sum, std::abs(volume(t)), 1e-14);
  }
}

TEST(Tetrahedra, OfAConvexFillIt)
{
  const Convex hull = ball_hull({1, 2, 3}, 0.7, 30);
  double sum = 0;
  for (const Tetrahedron& t : cut_into_tetrahedra(hull)) {
    EXPECT_GT(volume(t), 0);
    sum += volume(t);
  }
  EXPECT_NEAR(sum, moments(hull).V, 1e-14);
}

TEST(ReduceRule, FewPointsIntegrateTheSame)
{
  Random random(9);
  for (const ElementKind* kind : {&tet4(), &hex8()}) {
    ElementRule rule;
    for (int i = 0; i < 500; ++i)
      rule.push_back({random.vector(0.1, 0.3), random.uniform(0.1, 1)});
    const ElementRule few = reduce_rule(*kind, rule);
    EXPECT_LE(few.size(), kind == &tet4() ? 10u : 27u);
    const auto integral = [](const ElementRule& of, int a, int b, int c) {
      double sum = 0;
      for (const QuadraturePoint& p : of)
        sum += p.weight * std::pow(p.xi.x(), a) * std::pow(p.xi.y(), b) * std::pow(p.xi.z(), c);
      return sum;
    };
    for (int a = 0; a < 3; ++a)
      for (int b = 0; b < 3; ++b)
        for (int c = 0; c < 3; ++c)
          if (kind == &hex8() || a + b + c <= 2) {
            EXPECT_NEAR(integral(few, a, b, c), integral(rule, a, b, c), 1e-11 * integral(rule, a, b, c));
          }
    for (const QuadraturePoint& p : few)
      EXPECT_GT(p.weight, 0);
  }
  const ElementRule three(3, {{0, 0, 0}, 1});
  EXPECT_EQ(reduce_rule(hex8(), three).size(), 3u);
}

/// The box in its own mesh, and cut into convexes that share elements, is the plain mesh.
TEST(FillMesh, AFilledMeshIsThePlainMesh)
{
  const Mesh mesh = grid({0, 0, 0}, {3, 2, 1}, 3, 2, 2);
  const Solid plain = make_solid(mesh);
  const std::vector<Convex> whole = {make_box({0, 0, 0}, {3, 2, 1})};
  const std::vector<Convex> halves = {make_box({0, 0, 0}, {1.3, 2, 1}), make_box({1.3, 0, 0}, {3, 2, 1})};
  for (const auto& convexes : {whole, halves}) {
    const Solid solid = filled_solid(mesh, convexes);
    ASSERT_EQ(solid.node_count(), plain.node_count());
    EXPECT_LT((solid.lumped_mass() - plain.lumped_mass()).norm(), 1e-12 * plain.mass());
    expect_moments(solid, convexes, 1e-12);
    const Eigen::VectorXd q = 0.05 * noise(3 * static_cast<Eigen::Index>(solid.node_count()), 3);
    Eigen::VectorXd f1, f2;
    Eigen::SparseMatrix<double> K1 = solid.tangent_pattern(), K2 = plain.tangent_pattern();
    solid.force_and_tangent(q, f1, K1);
    plain.force_and_tangent(q, f2, K2);
    EXPECT_LT((f1 - f2).norm(), 1e-12 * f2.norm());
    EXPECT_LT((K1 - K2).norm(), 1e-12 * K2.norm());
    expect_near(solid.mean_gradient(q), plain.mean_gradient(q), 1e-13);
  }
}

TEST(FillMesh, MomentsOfAHullInOneHexahedronAreExact)
{
  const std::vector<Convex> ball = {ball_hull({0.4, 0.5, 0.6}, 0.35, 40)};
  const Solid solid = filled_solid(grid({0, 0, 0}, {1, 1, 1}, 1, 1, 1), ball);
  EXPECT_LE(solid.rules()[0].size(), 27u);
  expect_moments(solid, ball, 1e-12);
}

TEST(FillMesh, MomentsOfAHullInMeshesOfAllKinds)
{
  const std::vector<Convex> ball = {ball_hull({0.5, 0.5, 0.5}, 0.4, 40)};
  for (const Kind kind : all_kinds) {
    const Solid solid = filled_solid(distorted_block(kind, 0), ball);
    EXPECT_NEAR(solid.volume(), moments(ball[0]).V, 1e-12) << name(kind);
    if (kind != Kind::pyramids && kind != Kind::mixed)
      expect_moments(solid, ball, 1e-11);  // X is quadratic in ξ there
    EXPECT_GT(solid.lumped_mass().minCoeff(), 0);
  }
}

TEST(FillMesh, WarpedElementsShareWhatIsCutBetweenThem)
{
  const std::vector<Convex> ball = {ball_hull({0.5, 0.5, 0.5}, 0.38, 40)};
  for (const Kind kind : all_kinds) {
    const Solid solid = filled_solid(distorted_block(kind, 0.12), ball);
    EXPECT_NEAR(solid.volume(), moments(ball[0]).V, 1e-9 * moments(ball[0]).V) << name(kind);
    expect_near(solid.center(), moments(ball[0]).center(), 1e-3);
    EXPECT_GT(solid.lumped_mass().minCoeff(), 0);
  }
}

TEST(FillMesh, ElementsWithoutShapeAreLeftOut)
{
  const std::vector<Convex> ell = {make_box({0, 0, 0}, {3, 1, 1}), make_box({0, 1, 0}, {1, 2.5, 1})};
  const FilledMesh filled = fill_mesh(grid({0, 0, 0}, {3, 3, 1}, 3, 3, 1), ell);
  ASSERT_EQ(filled.mesh.elements.size(), 5u);
  EXPECT_EQ(filled.mesh.nodes.size(), 24u);  // of 32
  int cut = 0;
  for (const ElementRule& rule : filled.rules)
    cut += rule.empty() ? 0 : 1;
  EXPECT_EQ(cut, 1);                                    // the one from y = 2 to 3
  EXPECT_EQ(filled.mesh.boundary.size(), 5u * 2 + 12);  // a chain of five: 4 sides each, less 2 at 4 joints
  for (const BoundaryFace& face : filled.mesh.boundary) {
    double x = 0;
    for (int i = 0; i < 4; ++i)
      x += filled.mesh.nodes[static_cast<std::size_t>(face.nodes[static_cast<std::size_t>(i)])].x();
    if (x == 0) {
      EXPECT_EQ(face.surface_id, 2);  // it was on x = 0
    }
  }
  expect_moments(filled_solid(grid({0, 0, 0}, {3, 3, 1}, 3, 3, 1), ell), ell, 1e-12);
}

TEST(FillMesh, RotationsMakeNoStressAndStretchesTheEnergyOfTheShapeAlone)
{
  const std::vector<Convex> ball = {ball_hull({1.4, 1.5, 1.1}, 0.9, 30)};
  const Solid solid = filled_solid(grid({0, 0, 0}, {3, 3, 3}, 3, 3, 3), ball);
  Eigen::VectorXd f;
  solid.internal_force(affine(solid.mesh(), exp_map(Vec3(1, 2, -1)), Vec3(3, 4, 5)), f);
  EXPECT_LT(f.norm(), 1e-12 * young);
  // Uniaxial F = diag(1 + e, 1, 1): E11 = e + e²/2, Ψ = (λ/2 + μ) E11²
  const double e = 0.1, E11 = e + 0.5 * e * e;
  const auto law = SaintVenantKirchhoff::from_young_poisson(young, poisson);
  const Eigen::VectorXd q = affine(solid.mesh(), Vec3(1 + e, 1, 1).asDiagonal());
  const double exact = moments(ball[0]).V * (0.5 * law.lambda + law.mu) * E11 * E11;
  EXPECT_NEAR(solid.energy(q), exact, 1e-12 * exact);
  expect_near(solid.mean_gradient(q), Mat3(Vec3(1 + e, 1, 1).asDiagonal()), 1e-13);
  // K is the derivative of f
  const Eigen::VectorXd at = 0.05 * noise(q.size(), 1), d = noise(q.size(), 2);
  Eigen::SparseMatrix<double> K = solid.tangent_pattern();
  Eigen::VectorXd f1, f2;
  solid.tangent(at, K);
  solid.internal_force(at + 1e-6 * d, f1);
  solid.internal_force(at - 1e-6 * d, f2);
  EXPECT_LT((K * d - (f1 - f2) / 2e-6).norm(), 1e-8 * (K * d).norm());
}

TEST(FillMesh, AShapeThatSticksOutIsNamed)
{
  const Mesh mesh = grid({0, 0, 0}, {2, 2, 2}, 2, 2, 2);
  const std::vector<Convex> out = {make_box({0, 0, 0}, {1, 1, 1}), make_box({1, 1, 1}, {2, 2, 2.25})};
  EXPECT_INPUT_ERROR(fill_mesh(mesh, out), "mesh", "does not contain its shape");
  EXPECT_INPUT_ERROR(fill_mesh(mesh, out), "mesh",
                     "20 % of the volume of convex 1 is outside the mesh; its vertex");
  EXPECT_INPUT_ERROR(fill_mesh(mesh, out), "mesh", "2.25) is 0.25 m outside");
  // All corners inside, but the mesh has a hole between them.
  Mesh holed = fill_mesh(grid({0, 0, 0}, {3, 1, 1}, 3, 1, 1),
                         std::vector<Convex>{make_box({0, 0, 0}, {1, 1, 1}), make_box({2, 0, 0}, {3, 1, 1})})
                   .mesh;
  EXPECT_EQ(holed.elements.size(), 2u);
  EXPECT_INPUT_ERROR(fill_mesh(holed, std::vector<Convex>{make_box({0.5, 0, 0}, {2.5, 1, 1})}), "mesh",
                     "50 % of the volume of convex 0 is outside the mesh.");
}

}  // namespace
}  // namespace corbel::testing
