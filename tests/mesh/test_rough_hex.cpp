// SPDX-License-Identifier: MIT
// ROUGH_HEX meshes: what they span, and along which axes.
#include "corbel/mesh/generators.hpp"

#include "mesh/mesh_checks.hpp"

namespace corbel::testing {
namespace {

Mesh rough(const std::vector<Convex>& convexes, int i = 1, int j = 1, int k = 1)
{
  return make_rough_hex_mesh(convexes, i, j, k, {}, {}, {});
}

Convex moved(Convex convex, const Motion& motion)
{
  for (Vec3& x : convex.vertices)
    x = motion(x);
  return convex;
}

/// A box is its own rough mesh, wherever it lies; a small turn keeps i along the edge nearest to x.
TEST(RoughHexMesh, OfABoxIsThatBox)
{
  Random random(3);
  for (int trial = 0; trial < 20; ++trial) {
    const Motion motion{exp_map(random.vector(-0.4, 0.4)), random.vector(-5, 5)};
    const Mesh mesh = rough({moved(make_box({0, 0, 0}, {1, 2, 4}), motion)}, 2, 3, 4);
    expect_sound(mesh);
    expect_near(mesh.nodes.front(), motion({0, 0, 0}), 1e-12);
    expect_near(mesh.nodes[2], motion({1, 0, 0}), 1e-12);
    expect_near(mesh.nodes[9], motion({0, 2, 0}), 1e-12);
    expect_near(mesh.nodes.back(), motion({1, 2, 4}), 1e-12);
  }
}

/// Equal edges leave the axes free: those of space are kept.
TEST(RoughHexMesh, TiesKeepTheAxesOfSpace)
{
  for (const Vec3& size : {Vec3(1, 1, 1), Vec3(1, 1, 3), Vec3(3, 1, 1), Vec3(1, 3, 1)}) {
    const Mesh mesh = rough({make_box(Vec3::Zero(), size)});
    expect_near(mesh.nodes.front(), Vec3::Zero(), 1e-14);
    expect_near(mesh.nodes.back(), size, 1e-14);
  }
}

/// No vertex is outside the box, and every side of it touches one. Sides are found from the mesh itself.
TEST(RoughHexMesh, SpansRandomShapesExactly)
{
  Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<Convex> shape = {moved(random.hull(20, 1), random.motion(2)),
                                       moved(random.hull(12, 0.5), random.motion(2))};
    const Mesh mesh = rough(shape, 3, 2, 2);
    expect_sound(mesh);
    Moments sum = moments(shape[0]);
    sum += moments(shape[1]);
    const Vec3 o = mesh.nodes.front();
    for (const Vec3& edge : {Vec3(mesh.nodes[3] - o), Vec3(mesh.nodes[8] - o), Vec3(mesh.nodes[24] - o)}) {
      const Vec3 a = edge.normalized();
      const Vec3 Ea = sum.central_euler() * a;
      expect_near(Ea, a.dot(Ea) * a, 1e-12 * Ea.norm() + 1e-13);  // a principal axis
      double lo = 1e9, hi = -1e9;
      for (const Convex& convex : shape)
        for (const Vec3& x : convex.vertices) {
          lo = std::min(lo, a.dot(x - o));
          hi = std::max(hi, a.dot(x - o));
        }
      EXPECT_NEAR(lo, 0, 1e-13);
      EXPECT_NEAR(hi, edge.norm(), 1e-13);
    }
  }
}

TEST(RoughHexMesh, HasTheLargestIdentifiers)
{
  const Mesh mesh = rough({make_box(Vec3::Zero(), {1, 2, 3})});
  EXPECT_EQ(mesh.elements[0].volume_id, 2147483647);
  EXPECT_TRUE(std::ranges::all_of(mesh.boundary, [](const auto& f) { return f.surface_id == 2147483647; }));
}

TEST(RoughHexMesh, NamesBadArguments)
{
  const std::vector<Convex> box = {make_box(Vec3::Zero(), {1, 2, 3})};
  EXPECT_INPUT_ERROR(rough({}), "shape", "no convexes");
  EXPECT_INPUT_ERROR(rough(box, 1, 0, 1), "j", "got 0");
  EXPECT_INPUT_ERROR(make_rough_hex_mesh(box, 3, 1, 1, std::vector<double>{1, 2}, {}, {}), "dx", "2 numbers");
}

}  // namespace
}  // namespace corbel::testing
