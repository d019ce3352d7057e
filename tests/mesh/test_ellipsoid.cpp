// SPDX-License-Identifier: MIT
// ELLIP_MESH: error bound by sampling, soundness, quality, limits.
#include "corbel/mesh/generators.hpp"

#include "mesh/mesh_checks.hpp"

#include <cmath>
#include <numbers>

namespace corbel::testing {
namespace {

Mesh ellipsoid(const Vec3& radii, double error) { return make_ellipsoid_mesh({1, 2, 3}, radii, error, 4, 5); }

/// Distance from x, given in the ellipsoid's frame, to its surface: the nearest point is x_i r_i² / (r_i² +
/// t) with t from Σ (x_i r_i / (r_i² + t))² = 1, found by bisection.
double distance_to_surface(const Vec3& x, const Vec3& radii)
{
  const Eigen::Array3d r2 = radii.array().square();
  double lo = -r2.minCoeff() * (1 - 1e-12);
  double hi = x.norm() * radii.maxCoeff() + r2.maxCoeff();
  for (int i = 0; i < 200; ++i) {
    const double t = 0.5 * (lo + hi);
    const double f = (x.array() * radii.array() / (r2 + t)).square().sum() - 1;
    (f > 0 ? lo : hi) = t;
  }
  const Vec3 y = (x.array() * r2 / (r2 + lo)).matrix();
  return (x - y).norm();
}

double largest_distance(const Mesh& mesh, const Vec3& radii)
{
  double largest = 0;
  constexpr int m = 6;  // points on each triangle, corners and middle included
  for (const BoundaryFace& face : mesh.boundary) {
    const auto x = face_points(mesh, face);
    for (int i = 0; i <= m; ++i)
      for (int j = 0; i + j <= m; ++j) {
        const Vec3 p = (i * x[0] + j * x[1] + (m - i - j) * x[2]) / m - Vec3(1, 2, 3);
        largest = std::max(largest, distance_to_surface(p, radii));
      }
  }
  return largest;
}

TEST(EllipsoidMesh, KeepsItsErrorAndIsSound)
{
  for (const Vec3& radii : {Vec3(1, 1, 1), Vec3(1, 2, 3), Vec3(0.5, 0.5, 4), Vec3(2, 2, 0.5)})
    for (const double error : {0.5, 0.1, 0.03, 0.01}) {
      const Mesh mesh = ellipsoid(radii, error);
      expect_sound(mesh);
      EXPECT_LE(largest_distance(mesh, radii), error);
      for (const BoundaryFace& face : mesh.boundary)
        for (const Vec3& x : face_points(mesh, face))
          EXPECT_NEAR((x - Vec3(1, 2, 3)).cwiseQuotient(radii).norm(), 1, 1e-14);
    }
}

/// Of a ball no coarser mesh of the kind would do: half as many cells along an edge break the bound, and the
/// bound is used up to the next n.
TEST(EllipsoidMesh, OfABallIsNoFinerThanNeeded)
{
  const double error = 0.01;
  const Mesh mesh = ellipsoid(Vec3::Ones(), error);
  const int n = static_cast<int>(std::lround(std::sqrt(static_cast<double>(mesh.boundary.size()) / 20)));
  EXPECT_EQ(mesh.boundary.size(), 20u * static_cast<unsigned>(n * n));
  EXPECT_EQ(mesh.elements.size(), 20u * static_cast<unsigned>(n * n * n));
  // Sagitta of the middle triangle falls as 1/n²; the error asked for is between those of n − 1 and n.
  EXPECT_GT(largest_distance(mesh, Vec3::Ones()) * n * n / ((n - 1.0) * (n - 1.0)), 0.9 * error);
  EXPECT_EQ(ellipsoid(Vec3::Ones(), 10).elements.size(), 20u);  // an icosahedron
}

/// A regular icosahedron of circumradius 1 has edge a = 4/√(10 + 2√5) and volume 5 (3 + √5) a³/12.
TEST(EllipsoidMesh, CoarsestIsAnIcosahedron)
{
  const double a = 4 / std::sqrt(10 + 2 * std::sqrt(5.0));
  const Mesh mesh = ellipsoid({1, 2, 3}, 5);
  const Moments m = moments(mesh);
  const double V = 6 * 5 * (3 + std::sqrt(5.0)) * a * a * a / 12;
  EXPECT_NEAR(m.V, V, 1e-13);
  expect_near(m.center(), {1, 2, 3}, 1e-14);
}

/// Volume and Euler tensor of the ellipsoid, V = 4π/3 abc, E = V/5 diag(a², b², c²), as h².
TEST(EllipsoidMesh, MomentsConverge)
{
  const Vec3 radii(1, 0.7, 0.5);
  const double V = 4 * std::numbers::pi / 3 * radii.prod();
  double previous = 0;
  for (const double error : {0.02, 0.005, 0.00125}) {
    const Moments m = moments(ellipsoid(radii, error));
    const double off = 1 - m.V / V;
    EXPECT_GT(off, 0);  // inscribed
    EXPECT_LT(off, 4 * error);
    if (previous > 0) {
      EXPECT_NEAR(previous / off, 4, 1.2);
    }
    previous = off;
    expect_near(m.center(), {1, 2, 3}, 1e-14);
    expect_near(m.central_euler(), Mat3((V / 5 * radii.cwiseProduct(radii)).asDiagonal()), 8 * error * V / 5);
  }
}

/// Of a ball: normalised ratio of inscribed to circumscribed sphere, 3 r/R, is 1 for a regular tetrahedron.
TEST(EllipsoidMesh, TetrahedraAreWellShaped)
{
  const Mesh mesh = ellipsoid(Vec3::Ones(), 0.005);
  double worst = 1;
  for (const Element& e : mesh.elements) {
    const Vec3 a = node(mesh, e.nodes[1]) - node(mesh, e.nodes[0]);
    const Vec3 b = node(mesh, e.nodes[2]) - node(mesh, e.nodes[0]);
    const Vec3 c = node(mesh, e.nodes[3]) - node(mesh, e.nodes[0]);
    const double six_v = a.dot(b.cross(c));
    const double surface =
        0.5 * (a.cross(b).norm() + b.cross(c).norm() + c.cross(a).norm() + (b - a).cross(c - a).norm());
    const double inscribed = 0.5 * six_v / surface;
    const double circumscribed =
        (a.squaredNorm() * b.cross(c) + b.squaredNorm() * c.cross(a) + c.squaredNorm() * a.cross(b)).norm() /
        (2 * six_v);
    worst = std::min(worst, 3 * inscribed / circumscribed);
  }
  EXPECT_GT(worst, 0.4);
}

TEST(EllipsoidMesh, RefusesTooSmallErrors)
{
  EXPECT_INPUT_ERROR(ellipsoid({1, 2, 3}, 1e-9), "error", "tetrahedra; the limit is four million");
  EXPECT_INPUT_ERROR(ellipsoid({1, 2, 3}, 1e-300), "error", "at least");
}

TEST(EllipsoidMesh, NamesBadArguments)
{
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_INPUT_ERROR(ellipsoid({1, 0, 1}, 0.1), "radii", "got 0");
  EXPECT_INPUT_ERROR(ellipsoid({1, 1, nan}, 0.1), "radii", "nan");
  EXPECT_INPUT_ERROR(ellipsoid({1, 1, 1}, 0), "error", "got 0");
  EXPECT_INPUT_ERROR(ellipsoid({1, 1, 1}, nan), "error", "nan");
  EXPECT_INPUT_ERROR(make_ellipsoid_mesh({nan, 0, 0}, {1, 1, 1}, 0.1, 0, 0), "center", "nan");
}

}  // namespace
}  // namespace corbel::testing
