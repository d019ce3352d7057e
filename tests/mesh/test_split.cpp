// SPDX-License-Identifier: MIT
// Cutting meshes: both parts are sound, together the whole, with the right identifiers.
#include "corbel/mesh/split.hpp"

#include "mesh/mesh_checks.hpp"

#include "corbel/mesh/generators.hpp"

#include <cmath>

namespace corbel::testing {
namespace {

const std::vector<int> sides = {10, 11, 12, 13, 14, 15};
constexpr CutSurfaces cut{70, 80};

Mesh box_mesh(std::vector<double> corners = box_corners({-1, -1, -1}, {1, 1, 1}))
{
  return make_hex_mesh(corners, 3, 2, 4, 5, sides, std::vector<double>{1, 2, 1}, {}, {});
}

/// A skew box: warped faces inside and outside.
Mesh warped_mesh()
{
  std::vector<double> corners = box_corners({-1, -1, -1}, {1, 1, 1});
  corners[20] += 0.4;
  corners[9] -= 0.3;
  return box_mesh(corners);
}

/// A cube, a pyramid on its top, a wedge beside it, a tetrahedron on the wedge.
Mesh mixed_mesh()
{
  std::vector<double> nodes = box_corners(Vec3::Zero(), Vec3::Ones());
  nodes.insert(nodes.end(), {0.5, 0.5, 1.6, 2, 0, 0, 2, 1, 0, 1.3, -1, 0.3});
  const std::vector<int> elements = {8, 0, 1, 2, 3, 4, 5,  6, 7, 1, 5, 4, 5, 6,  7, 8,
                                     2, 6, 1, 9, 5, 2, 10, 6, 3, 4, 1, 9, 5, 11, 4};
  return make_mesh(nodes, elements, std::vector<int>{21, 4, 0, 3, 2, 1, 22});
}

Mesh ball_mesh() { return make_ellipsoid_mesh(Vec3::Zero(), {1, 1.2, 0.8}, 0.05, 3, 10); }

Mesh pipe_mesh()
{
  return make_pipe_mesh({0, 0, -1}, {0, 0, 2}, 0.6, 0.4, 3, 8, 2, 3, std::vector<int>{10, 11, 12, 13});
}

double size_of(const Mesh& mesh)
{
  Aabb box;
  for (const Vec3& x : mesh.nodes)
    box.extend(x);
  return box.size().norm();
}

std::map<int, double> area_by_surface(const Mesh& mesh)
{
  std::map<int, double> sum;
  for (const BoundaryFace& face : mesh.boundary)
    sum[face.surface_id] += area(face_points(mesh, face));
  return sum;
}

Vec3 vector_area(const Mesh& mesh, bool of_cut)
{
  Vec3 sum = Vec3::Zero();
  for (const BoundaryFace& face : mesh.boundary) {
    if ((face.surface_id == cut.below || face.surface_id == cut.above) != of_cut) continue;
    const auto x = face_points(mesh, face);
    for (std::size_t i = 1; i + 1 < x.size(); ++i)
      sum += 0.5 * (x[i] - x[0]).cross(x[i + 1] - x[0]);
  }
  return sum;
}

/// All that must hold of the two parts of a mesh. `boundary`: of each part.
void check_parts(const Mesh& whole, const SplitMesh& parts, const CutPlane& plane, const Boundary& boundary)
{
  const double size = size_of(whole);
  Moments sum;
  std::map<int, double> areas;
  for (const auto& [part, side, id] :
       {std::tuple(&parts.below, -1, cut.below), {&parts.above, 1, cut.above}}) {
    if (!*part) continue;
    expect_sound(**part, boundary);
    sum += moments(**part);
    for (const Vec3& x : (*part)->nodes)
      EXPECT_GE(side * plane.distance(x), -1e-4 * size);
    for (const BoundaryFace& face : (*part)->boundary) {
      if (face.surface_id != id) continue;
      for (const Vec3& x : face_points(**part, face))
        EXPECT_NEAR(plane.distance(x), 0, 1e-4 * size);
    }
    for (const auto& [surface, area] : area_by_surface(**part))
      areas[surface] += area;
    // closed, so the cut is as large as what else of it the normal sees
    EXPECT_NEAR(vector_area(**part, true).norm(), vector_area(**part, false).norm(), 1e-13 * size * size);
  }
  expect_same_moments(moments(whole), sum, size);
  EXPECT_NEAR(areas[cut.below], areas[cut.above], 1e-12 * size * size);
  for (const auto& [surface, area] : area_by_surface(whole))
    EXPECT_NEAR(areas[surface], area, 1e-12 * size * size) << surface;
}

SplitMesh check_split(const Mesh& mesh, const Vec3& point, const Vec3& normal,
                      const Boundary& boundary = {std::nullopt})
{
  const CutPlane plane{point, normal.normalized()};
  SplitMesh parts = split(mesh, plane, cut, true);
  check_parts(mesh, parts, plane, boundary);
  return parts;
}

std::vector<Mesh> all_meshes() { return {box_mesh(), warped_mesh(), mixed_mesh(), ball_mesh(), pipe_mesh()}; }

TEST(SplitMeshes, RandomPlanes)
{
  Random random(11);
  for (const Mesh& mesh : all_meshes())
    for (int trial = 0; trial < 25; ++trial)
      check_split(mesh, random.vector(-0.9, 0.9), random.vector(-1, 1));
}

/// Convex bodies fall into two balls.
TEST(SplitMeshes, PartsOfConvexMeshesAreWhole)
{
  Random random(12);
  for (const Mesh& mesh : {box_mesh(), ball_mesh()})
    for (int trial = 0; trial < 10; ++trial) {
      const SplitMesh parts = check_split(mesh, random.vector(-0.5, 0.5), random.vector(-1, 1), {2});
      EXPECT_TRUE(parts.below && parts.above);
    }
}

/// Through one node, an edge, a face, three nodes anywhere. Parts of a body that is not convex may touch
/// along an edge then.
TEST(SplitMeshes, PlanesThroughNodes)
{
  Random random(13);
  const Boundary touching{std::nullopt, false};
  for (const Mesh& mesh : all_meshes())
    for (int trial = 0; trial < 15; ++trial) {
      const auto any_node = [&] {
        return mesh.nodes[static_cast<std::size_t>(
            random.uniform(0, static_cast<double>(mesh.nodes.size()) - 1e-9))];
      };
      const auto& element = mesh.elements[static_cast<std::size_t>(
          random.uniform(0, static_cast<double>(mesh.elements.size()) - 1e-9))];
      const auto face = faces_by_the_manual(element)[static_cast<std::size_t>(random.uniform(0, 4 - 1e-9))];
      const Vec3& a = node(mesh, face[0]);
      const Vec3& b = node(mesh, face[1]);
      const Vec3& c = node(mesh, face[2]);
      check_split(mesh, any_node(), random.vector(-1, 1), touching);
      check_split(mesh, a, (b - a).cross(random.vector(-1, 1)), touching);
      check_split(mesh, a, (b - a).cross(c - a), touching);
      const Vec3 p = any_node(), q = any_node(), r = any_node();
      if (const Vec3 n = (q - p).cross(r - p); n.norm() > 1e-3) check_split(mesh, p, n, touching);
    }
}

/// Between elements nothing is remeshed, with or without leave.
TEST(SplitMeshes, AlignedPlaneSortsElements)
{
  const Mesh mesh = box_mesh();
  for (const bool remesh : {true, false})
    for (const double shift : {0.0, 1e-6, -1e-6}) {
      const CutPlane plane{Vec3(0, 0, shift), Vec3::UnitZ()};
      const SplitMesh parts = split(mesh, plane, cut, remesh);
      check_parts(mesh, parts, plane, {2});
      EXPECT_EQ(parts.below->elements.size(), 12u);
      EXPECT_EQ(parts.above->elements.size(), 12u);
      EXPECT_TRUE(
          std::ranges::all_of(parts.below->elements, [](const auto& e) { return e.kind == &hex8(); }));
      EXPECT_NEAR(boundary_area(*parts.below, cut.below), 4, 1e-14);
    }
}

/// Only crossed elements and their neighbours change.
TEST(SplitMeshes, FarElementsStayHexahedra)
{
  const Mesh mesh = make_hex_mesh(box_corners(Vec3::Zero(), {1, 1, 8}), 1, 1, 8, 5, sides, {}, {}, {});
  const SplitMesh parts = check_split(mesh, {0, 0, 3.5}, {0, 0, 1}, {2});
  const auto hexahedra = [](const Mesh& m) {
    return std::ranges::count_if(m.elements, [](const Element& e) { return e.kind == &hex8(); });
  };
  EXPECT_EQ(hexahedra(*parts.below), 2);
  EXPECT_EQ(hexahedra(*parts.above), 3);
  EXPECT_NEAR(moments(*parts.below).V, 3.5, 1e-13);
  EXPECT_TRUE(std::ranges::all_of(parts.below->elements, [](const Element& e) { return e.volume_id == 5; }));
}

TEST(SplitMeshes, VolumeIdentifiersAreInherited)
{
  const SplitMesh parts = check_split(mixed_mesh(), {0, 0, 0.31}, {0.05, 0.02, 1});
  std::map<int, double> below;
  for (const Element& e : parts.below->elements)
    below[e.volume_id] += volume(*parts.below, faces_by_the_manual(e), node(*parts.below, e.nodes[0]));
  EXPECT_EQ(below.size(), 3u);  // the pyramid is above
  EXPECT_FALSE(below.contains(2));
}

TEST(SplitMeshes, PlaneThatMissesLeavesTheMesh)
{
  const Mesh mesh = box_mesh();
  for (const double z : {1.0, 1.5}) {  // on the top face, and beyond
    const SplitMesh parts = split(mesh, {Vec3(0, 0, z), Vec3::UnitZ()}, cut, false);
    EXPECT_FALSE(parts.above);
    ASSERT_TRUE(parts.below);
    EXPECT_EQ(parts.below->nodes, mesh.nodes);
    EXPECT_NEAR(boundary_area(*parts.below, 15), 4, 1e-14);  // not a cut
    EXPECT_EQ(parts.below->elements.size(), mesh.elements.size());
  }
  EXPECT_FALSE(split(mesh, {Vec3(0, 0, -1), Vec3::UnitZ()}, cut, false).below);
}

TEST(SplitMeshes, PipeFallsIntoHalves)
{
  const SplitMesh parts = check_split(pipe_mesh(), {0.05, 0, 0}, {1, 0.1, 0}, {2});
  EXPECT_TRUE(parts.below && parts.above);
  check_split(pipe_mesh(), {0, 0, 0.1}, {0.1, 0, 1}, {0});
}

TEST(SplitMeshes, CanBeCutAgain)
{
  Random random(14);
  Mesh mesh = box_mesh();
  for (int trial = 0; trial < 6; ++trial) {
    const SplitMesh parts =
        check_split(mesh, moments(mesh).center() + random.vector(-0.05, 0.05), random.vector(-1, 1), {2});
    mesh = *parts.below;
    for (BoundaryFace& face : mesh.boundary)
      if (face.surface_id == cut.below) face.surface_id = 99;
  }
}

/// Flat and long elements, planes close to nodes.
TEST(SplitMeshes, FlatElementsAndNearlyAlignedPlanes)
{
  Random random(15);
  const Mesh mesh = make_hex_mesh(box_corners(Vec3::Zero(), {10, 1, 0.05}), 5, 4, 2, 5, sides, {}, {}, {});
  for (int trial = 0; trial < 300; ++trial) {
    const Vec3 n = trial % 3 == 0 ? Vec3(Vec3::Unit(trial / 3 % 3)) : random.vector(-1, 1).normalized();
    const Vec3& x = mesh.nodes[static_cast<std::size_t>(trial * 7) % mesh.nodes.size()];
    check_split(mesh, x + std::pow(10, random.uniform(-7, -2)) * n, n);
  }
}

TEST(SplitMeshes, RefusesToRemesh)
{
  EXPECT_INPUT_ERROR(split(box_mesh(), {Vec3(0, 0, 0.1), Vec3::UnitZ()}, cut, false), "remesh",
                     "crosses 6 elements");
}

}  // namespace
}  // namespace corbel::testing
