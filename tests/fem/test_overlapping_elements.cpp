// SPDX-License-Identifier: MIT
#include "corbel/fem/overlapping_elements.hpp"

#include "meshes.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

namespace corbel::testing {
namespace {

using Pair = std::pair<int, int>;

/// Both in one mesh, without a common node.
Mesh side_by_side(const Mesh& a, const Mesh& b, const Vec3& offset)
{
  Mesh mesh = a;
  const int first = static_cast<int>(a.nodes.size());
  for (const Vec3& X : b.nodes)
    mesh.nodes.push_back(X + offset);
  for (Element element : b.elements) {
    for (int& n : element.node_span())
      n += first;
    mesh.elements.push_back(element);
  }
  return mesh;
}

Mesh cube()
{
  return make_hex_mesh(
      std::vector<double>{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1}, 1, 1, 1, 0,
      std::vector<int>(6, 0), {}, {}, {});
}

TEST(OverlappingElements, MeshesWithoutAnyAreLeftAlone)
{
  for (const Kind kind : all_kinds)
    for (const double distortion : {0.0, 0.15, 0.25})
      EXPECT_EQ(overlapping_elements(distorted_block(kind, distortion)), std::nullopt)
          << name(kind) << " " << distortion;
}

TEST(OverlappingElements, ElementsOfTheSameCorners)
{
  for (const int k : {4, 5, 6, 8})
    EXPECT_EQ(overlapping_elements(side_by_side(single_element(k), single_element(k), Vec3::Zero())),
              Pair(0, 1))
        << k;
}

TEST(OverlappingElements, CubesThatTouchOrReachIntoEachOther)
{
  for (const double x : {1.0, -1.0, 1.5})
    EXPECT_EQ(overlapping_elements(side_by_side(cube(), cube(), {x, 0.3, 0.2})), std::nullopt) << x;
  for (const double x : {0.8, 0.5, -0.7, 0.1})
    EXPECT_EQ(overlapping_elements(side_by_side(cube(), cube(), {x, 0.1, -0.1})), Pair(0, 1)) << x;
}

/// A small element deep inside a large one, and the reverse: points of one of them lie in the other.
TEST(OverlappingElements, OneWithinTheOther)
{
  Mesh small = cube();
  for (Vec3& X : small.nodes)
    X *= 0.1;
  EXPECT_EQ(overlapping_elements(side_by_side(cube(), small, {0.3, 0.6, 0.2})), Pair(0, 1));
  EXPECT_EQ(overlapping_elements(side_by_side(small, cube(), {-0.3, -0.6, -0.2})), Pair(0, 1));
}

/// The second of two blocks begins in the middle of the last cell of the first.
TEST(OverlappingElements, BlocksOfManyElements)
{
  const auto block = [](Kind kind) { return distorted_block(kind, 0, 3); };
  for (const Kind kind : all_kinds) {
    const auto found = overlapping_elements(side_by_side(block(kind), block(kind), {1 - 0.5 / 3, 0, 0}));
    ASSERT_TRUE(found) << name(kind);
    const int of_one = static_cast<int>(block(kind).elements.size());
    EXPECT_LT(found->first, of_one);
    EXPECT_GE(found->second, of_one);
  }
}

}  // namespace
}  // namespace corbel::testing
