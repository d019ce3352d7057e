// SPDX-License-Identifier: MIT
// PIPE meshes: form, identifiers, moments of the polygonal ring, mistakes.
#include "corbel/mesh/generators.hpp"

#include "mesh/mesh_checks.hpp"

#include <cmath>
#include <numbers>

namespace corbel::testing {
namespace {

constexpr double pi = std::numbers::pi;
const std::vector<int> ids = {1, 2, 3, 4};  // bottom, top, inner, outer

/// Area and second moment about a diameter of a regular n-gon with circumradius r (any diameter: the tensor
/// of a regular polygon is a multiple of the identity).
double polygon_area(int n, double r) { return 0.5 * n * r * r * std::sin(2 * pi / n); }
double polygon_second_moment(int n, double r)
{
  return n * std::pow(r, 4) / 24 * std::sin(2 * pi / n) * (2 + std::cos(2 * pi / n));
}

TEST(PipeMesh, IsSoundForAllSmallCounts)
{
  for (const int ndir : {1, 3})
    for (const int nrad : {3, 4, 7})
      for (const int nthi : {1, 2})
        expect_sound(make_pipe_mesh({1, 2, 3}, {0.3, -0.2, 2}, 0.5, 0.25, ndir, nrad, nthi, 1, ids), {0});
}

TEST(PipeMesh, IdentifiersSitOnTheirSides)
{
  const Vec3 p(1, 2, 3);
  const Vec3 d(0.3, -0.2, 2);
  const Mesh mesh = make_pipe_mesh(p, d, 0.5, 0.25, 4, 12, 2, 9, ids);
  EXPECT_EQ(mesh.nodes.size(), 5u * 12 * 3);
  EXPECT_EQ(mesh.elements.size(), 96u);
  EXPECT_TRUE(std::ranges::all_of(mesh.elements, [](const Element& e) { return e.volume_id == 9; }));
  std::map<int, int> count;
  for (const BoundaryFace& face : mesh.boundary) {
    ++count[face.surface_id];
    for (const Vec3& x : face_points(mesh, face)) {
      const double along = (x - p).dot(d) / d.squaredNorm();
      const double radius = (x - p - along * d).norm();
      const std::array<double, 4> off = {along, along - 1, radius - 0.5, radius - 0.75};
      EXPECT_NEAR(off[static_cast<std::size_t>(face.surface_id - 1)], 0, 1e-14);
    }
  }
  EXPECT_EQ(count, (std::map<int, int>{{1, 24}, {2, 24}, {3, 48}, {4, 48}}));
}

TEST(PipeMesh, MomentsOfAPolygonalRing)
{
  const double r = 0.5, R = 0.8, L = 2;
  for (const int n : {3, 5, 24}) {
    const Mesh mesh = make_pipe_mesh({1, 0, -1}, {0, 0, L}, r, R - r, 3, n, 2, 0, ids);
    const double A = polygon_area(n, R) - polygon_area(n, r);
    const double I = polygon_second_moment(n, R) - polygon_second_moment(n, r);
    const Moments m = moments(mesh);
    EXPECT_NEAR(m.V, A * L, 1e-14);
    expect_near(m.center(), {1, 0, -1 + L / 2}, 1e-14);
    expect_near(m.central_euler(), Mat3(Vec3(I * L, I * L, A * L * L * L / 12).asDiagonal()), 1e-14);
    EXPECT_NEAR(boundary_area(mesh), 2 * A + 2 * n * (r + R) * std::sin(pi / n) * L, 1e-13);
  }
}

TEST(PipeMesh, RunsAlongEveryAxis)
{
  for (const Vec3& d : {Vec3(2, 0, 0), Vec3(0, -3, 0), Vec3(0, 0, 1e-3), Vec3(1, 1, 1)}) {
    const Mesh mesh = make_pipe_mesh(Vec3::Zero(), d, 0.1, 0.1, 2, 6, 1, 0, ids);
    expect_sound(mesh, {0});
    expect_near(moments(mesh).center(), d / 2, 1e-14);
  }
}

TEST(PipeMesh, NamesBadArguments)
{
  const auto pipe = [](const Vec3& p, const Vec3& d, double rin, double thi, int ndir, int nrad, int nthi) {
    return make_pipe_mesh(p, d, rin, thi, ndir, nrad, nthi, 0, ids);
  };
  const Vec3 o = Vec3::Zero();
  const Vec3 z = Vec3::UnitZ();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_INPUT_ERROR(pipe({0, nan, 0}, z, 1, 1, 1, 3, 1), "point", "nan");
  EXPECT_INPUT_ERROR(pipe(o, o, 1, 1, 1, 3, 1), "direction", "zero vector");
  EXPECT_INPUT_ERROR(pipe(o, z, 0, 1, 1, 3, 1), "inner_radius", "got 0");
  EXPECT_INPUT_ERROR(pipe(o, z, 1, -1, 1, 3, 1), "thickness", "got -1");
  EXPECT_INPUT_ERROR(pipe(o, z, 1, nan, 1, 3, 1), "thickness", "nan");
  EXPECT_INPUT_ERROR(pipe(o, z, 1, 1, 0, 3, 1), "ndir", "got 0");
  EXPECT_INPUT_ERROR(pipe(o, z, 1, 1, 1, 2, 1), "nrad", "got 2");
  EXPECT_INPUT_ERROR(pipe(o, z, 1, 1, 1, 3, -4), "nthi", "got -4");
  EXPECT_INPUT_ERROR(pipe(o, z, 1, 1, 100000, 100000, 10), "ndir", "2^31");
  EXPECT_INPUT_ERROR(make_pipe_mesh(o, z, 1, 1, 1, 3, 1, 0, std::vector<int>{1, 2}), "surfaces",
                     "2 identifiers");
}

}  // namespace
}  // namespace corbel::testing
