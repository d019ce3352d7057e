// SPDX-License-Identifier: MIT
// HEX meshes: numbering, identifiers, grading, orientation, mistakes.
#include "corbel/mesh/mesh.hpp"

#include "mesh/mesh_checks.hpp"

#include <limits>
#include <map>

namespace corbel::testing {
namespace {

const std::vector<int> ids = {10, 11, 12, 13, 14, 15};

Mesh hex(const std::vector<double>& corners, int i, int j, int k, const std::vector<double>& dx = {},
         const std::vector<double>& dy = {}, const std::vector<double>& dz = {})
{
  return make_hex_mesh(corners, i, j, k, 1, ids, dx, dy, dz);
}

const std::vector<double> unit = box_corners(Vec3::Zero(), Vec3::Ones());

TEST(HexMesh, NodesRunAlongXFirst)
{
  const Mesh mesh = hex(box_corners(Vec3::Zero(), {2, 3, 4}), 2, 3, 4);
  ASSERT_EQ(mesh.nodes.size(), 60u);
  ASSERT_EQ(mesh.elements.size(), 24u);
  expect_near(mesh.nodes[1], {1, 0, 0}, 1e-15);
  expect_near(mesh.nodes[3], {0, 1, 0}, 1e-15);
  expect_near(mesh.nodes[12], {0, 0, 1}, 1e-15);
  expect_near(mesh.nodes[59], {2, 3, 4}, 1e-15);
  EXPECT_TRUE(std::ranges::equal(mesh.elements[1].node_span(), std::array{1, 2, 5, 4, 13, 14, 17, 16}));
  EXPECT_EQ(mesh.elements[1].volume_id, 1);
  EXPECT_NEAR(moments(mesh).V, 24, 1e-12);
}

/// Order of identifiers: bottom, i = 0, j = max, i = max, j = 0, top.
TEST(HexMesh, IdentifiersSitOnTheirSides)
{
  const Mesh mesh = hex(unit, 2, 3, 4);
  std::map<int, int> count;
  for (const BoundaryFace& face : mesh.boundary) {
    Vec3 middle = Vec3::Zero();
    for (const int n : face.node_span())
      middle += 0.25 * mesh.nodes[static_cast<std::size_t>(n)];
    const int side = middle.z() < 1e-9       ? 10
                     : middle.x() < 1e-9     ? 11
                     : middle.y() > 1 - 1e-9 ? 12
                     : middle.x() > 1 - 1e-9 ? 13
                     : middle.y() < 1e-9     ? 14
                                             : 15;
    EXPECT_EQ(face.surface_id, side);
    ++count[face.surface_id];
  }
  EXPECT_EQ(count, (std::map<int, int>{{10, 6}, {11, 12}, {12, 8}, {13, 12}, {14, 8}, {15, 6}}));
}

TEST(HexMesh, RelativeSizesAreNormalisedAndExtraOnesIgnored)
{
  const Mesh mesh = hex(unit, 2, 1, 3, {1, 3}, {}, {2, 1, 1, 50});
  expect_near(mesh.nodes[1], {0.25, 0, 0}, 1e-15);
  expect_near(mesh.nodes[6], {0, 0, 0.5}, 1e-15);
  expect_near(mesh.nodes[12], {0, 0, 0.75}, 1e-15);
  expect_near(mesh.nodes[18], {0, 0, 1}, 1e-15);
}

TEST(HexMesh, UpsideDownCornersChangeBottomAndTop)
{
  std::vector<double> corners(unit.begin() + 12, unit.end());
  corners.insert(corners.end(), unit.begin(), unit.begin() + 12);
  const Mesh mesh = hex(corners, 2, 2, 2);
  expect_near(mesh.nodes[0], Vec3::Zero(), 0);
  EXPECT_NEAR(moments(mesh).V, 1, 1e-14);
}

TEST(HexMesh, TrilinearInside)
{
  std::vector<double> corners = unit;
  corners[18] = corners[19] = corners[20] = 2;  // corner 6
  const Mesh mesh = hex(corners, 2, 2, 2);
  expect_near(mesh.nodes[13], Vec3::Constant(0.5 + 0.125), 1e-15);
}

TEST(HexMesh, GradedAndSkewMeshesAreSound)
{
  std::vector<double> corners = unit;
  corners[18] = corners[19] = corners[20] = 2;  // corner 6
  const Mesh graded = hex(unit, 3, 2, 4, {1, 3, 9}, {2, 1}, {1, 1, 5, 5});
  expect_sound(graded);
  EXPECT_NEAR(boundary_area(graded), 6, 1e-14);
  expect_sound(hex(corners, 3, 2, 4, {1, 3, 9}));
}

TEST(HexMesh, NamesBadArguments)
{
  EXPECT_INPUT_ERROR(hex(std::vector<double>(23, 0.0), 1, 1, 1), "corners", "23 numbers");
  EXPECT_INPUT_ERROR(hex(std::vector<double>(27, 0.0), 1, 1, 1), "corners", "27 numbers");
  std::vector<double> corners = unit;
  corners[7] = std::numeric_limits<double>::infinity();
  EXPECT_INPUT_ERROR(hex(corners, 1, 1, 1), "corners", "point 2");
  EXPECT_INPUT_ERROR(hex(unit, 0, 1, 1), "i", "got 0");
  EXPECT_INPUT_ERROR(hex(unit, 1, -2, 1), "j", "got -2");
  EXPECT_INPUT_ERROR(hex(unit, 1, 1, 0), "k", "got 0");
  EXPECT_INPUT_ERROR(hex(unit, 100000, 100000, 1000), "i", "2^31");
  EXPECT_INPUT_ERROR(make_hex_mesh(unit, 1, 1, 1, 0, std::vector<int>(5, 0), {}, {}, {}), "surfaces",
                     "5 identifiers");
}

TEST(HexMesh, NamesBadSizes)
{
  EXPECT_INPUT_ERROR(hex(unit, 3, 1, 1, {1, 2}), "dx", "2 numbers");
  EXPECT_INPUT_ERROR(hex(unit, 1, 2, 1, {}, {1, 0}), "dy", "got 0");
  EXPECT_INPUT_ERROR(hex(unit, 1, 1, 2, {}, {}, {-1, 2}), "dz", "got -1");
  EXPECT_INPUT_ERROR(hex(unit, 1, 1, 2, {}, {}, {1, std::numeric_limits<double>::quiet_NaN()}), "dz", "nan");
}

TEST(HexMesh, NamesCornersOfNoBox)
{
  EXPECT_INPUT_ERROR(hex(box_corners(Vec3::Zero(), {1, 1, 0}), 1, 1, 1), "corners", "flat or inverted");
  std::vector<double> crossed = unit;  // bottom numbered like a bow tie
  std::swap_ranges(crossed.begin() + 6, crossed.begin() + 9, crossed.begin() + 9);
  EXPECT_INPUT_ERROR(hex(crossed, 2, 2, 2), "corners", "flat or inverted");
}

}  // namespace
}  // namespace corbel::testing
