// SPDX-License-Identifier: MIT
// Nodes at the same place, and elements on the same side of a face: what was accepted with a wrong volume or
// with nothing between its parts.
#include "corbel/mesh/merge_nodes.hpp"

#include "geometry/bodies.hpp"

#include <algorithm>

namespace corbel::testing {
namespace {

using Action = CoincidentNodes::Action;

/// Two unit cubes side by side along x with eight nodes each; `gap` between them.
struct UnsharedCubes {
  std::vector<double> nodes = box_corners(Vec3::Zero(), Vec3::Ones());
  std::vector<int> elements = {8, 0, 1, 2, 3, 4, 5, 6, 7, 1, 8, 8, 9, 10, 11, 12, 13, 14, 15, 2};
  explicit UnsharedCubes(double gap = 0)
  {
    const std::vector<double> other = box_corners({1 + gap, 0, 0}, {2 + gap, 1, 1});
    nodes.insert(nodes.end(), other.begin(), other.end());
  }
  Mesh mesh(const CoincidentNodes& coincident = {}, const std::vector<int>& surfaces = {7}) const
  {
    return make_mesh(nodes, elements, surfaces, coincident);
  }
};

TEST(CoincidentNodes, AreRefusedUnlessSomethingIsSaid)
{
  EXPECT_INPUT_ERROR(UnsharedCubes().mesh(), "nodes",
                     "4 nodes of other elements at the place of a node before");
  EXPECT_INPUT_ERROR(UnsharedCubes().mesh(), "nodes", "1 and 8 at (1, 0, 0)");
  EXPECT_INPUT_ERROR(UnsharedCubes().mesh(), "nodes", "merge_nodes=True");
  EXPECT_INPUT_ERROR(UnsharedCubes(1e-7).mesh(), "nodes", "4 nodes");  // round-off of another program
  EXPECT_EQ(UnsharedCubes(1e-3).mesh().boundary.size(), 12u);          // two pieces a little apart
}

TEST(CoincidentNodes, AreKeptWhereACrackIsMeant)
{
  const Mesh mesh = UnsharedCubes().mesh({Action::keep});
  EXPECT_EQ(mesh.nodes.size(), 16u);
  EXPECT_EQ(mesh.boundary.size(), 12u);
  EXPECT_EQ(coincident_nodes(mesh, coincidence_tolerance(mesh)),
            (std::vector<std::pair<int, int>>{{1, 8}, {2, 11}, {5, 12}, {6, 15}}));
}

TEST(CoincidentNodes, AreMerged)
{
  const Mesh mesh = UnsharedCubes().mesh({Action::merge});
  EXPECT_EQ(mesh.nodes.size(), 12u);
  EXPECT_EQ(mesh.boundary.size(), 10u);
  EXPECT_NEAR(moments(mesh).V, 2, 1e-15);
  expect_near(moments(mesh).center(), {1, 0.5, 0.5}, 1e-15);
  EXPECT_TRUE(std::ranges::equal(mesh.elements[1].node_span(), std::vector<int>{1, 8, 9, 2, 5, 10, 11, 6}));
  EXPECT_EQ(mesh.elements[1].volume_id, 2);
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(mesh.nodes[i], Vec3(UnsharedCubes().nodes[3 * i], UnsharedCubes().nodes[3 * i + 1],
                                  UnsharedCubes().nodes[3 * i + 2]));  // the first ones stay
}

TEST(CoincidentNodes, AreMergedUpToADistance)
{
  EXPECT_EQ(UnsharedCubes(1e-3).mesh({Action::merge}).nodes.size(), 16u);
  EXPECT_EQ(UnsharedCubes(1e-3).mesh({Action::merge, 2e-3}).nodes.size(), 12u);
  EXPECT_INPUT_ERROR(UnsharedCubes().mesh({Action::merge, 1.5}), "merge_nodes",
                     "1.5 m, which joins nodes 0 and 1 of element 0");
}

/// Faces are listed with the numbers that were given; those between the cubes are no surface any more.
TEST(CoincidentNodes, MergingKeepsSurfaces)
{
  const std::vector<int> surfaces = {7, 4, 9, 10, 14, 13, 30, 4, 1, 2, 6, 5, 31, 4, 8, 11, 15, 12, 32};
  const Mesh mesh = UnsharedCubes().mesh({Action::merge}, surfaces);
  for (const BoundaryFace& face : mesh.boundary) {
    const bool right = std::ranges::all_of(
        face.node_span(), [&](int n) { return mesh.nodes[static_cast<std::size_t>(n)].x() == 2; });
    EXPECT_EQ(face.surface_id, right ? 30 : 7);
  }
  EXPECT_INPUT_ERROR(UnsharedCubes().mesh({Action::merge}, {7, 3, 0, 1, 2, 8}), "surfaces", "face 0");
}

/// A hexahedron collapsed to a wedge has two nodes at each of two places, and that is no mistake.
TEST(CoincidentNodes, OfOneElementAreLeftAlone)
{
  std::vector<Vec3> corners;
  Mesh mesh;
  for (const double z : {0.0, 1.0})
    for (const Vec3& X : {Vec3(0, 0, z), Vec3(1, 0, z), Vec3(0, 1, z), Vec3(0, 1, z)})
      mesh.nodes.push_back(X);
  mesh.elements = {make_element(hex8(), std::array{0, 1, 2, 3, 4, 5, 6, 7}, 0)};
  EXPECT_EQ(coincident_nodes(mesh, coincidence_tolerance(mesh)).size(), 0u);
}

// ------------------------------------------------------------------ elements given twice

const std::vector<double> tetrahedron = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

TEST(SameSide, ElementsGivenTwice)
{
  for (const std::vector<int>& second : {std::vector<int>{0, 1, 2, 3}, {1, 2, 0, 3}, {1, 0, 2, 3}}) {
    std::vector<int> elements = {4, 0, 1, 2, 3, 0, 4};
    elements.insert(elements.end(), second.begin(), second.end());
    elements.push_back(0);
    EXPECT_INPUT_ERROR(make_mesh(tetrahedron, elements, std::vector<int>{0}), "elements",
                       "elements 0 and 1 on the same side of the face they share");
  }
}

TEST(SameSide, ElementsGivenTwiceWithNodesOfTheirOwn)
{
  std::vector<double> nodes = tetrahedron;
  nodes.insert(nodes.end(), tetrahedron.begin(), tetrahedron.end());
  const std::vector<int> elements = {4, 0, 1, 2, 3, 0, 4, 4, 5, 6, 7, 0};
  EXPECT_INPUT_ERROR(make_mesh(nodes, elements, std::vector<int>{0}), "nodes", "4 nodes of other elements");
  EXPECT_INPUT_ERROR(make_mesh(nodes, elements, std::vector<int>{0}, {Action::merge}), "elements",
                     "elements 0 and 1 on the same side");
}

/// One within the other, on a common base.
TEST(SameSide, ElementsOnACommonFace)
{
  std::vector<double> nodes = tetrahedron;
  nodes.insert(nodes.end(), {0.2, 0.2, 0.3});
  EXPECT_INPUT_ERROR(
      make_mesh(nodes, std::vector<int>{4, 0, 1, 2, 3, 0, 4, 0, 1, 2, 4, 0}, std::vector<int>{0}), "elements",
      "on the same side of the face they share (nodes 0, 2, 1)");
  nodes[14] = -0.3;  // below it is a neighbour
  EXPECT_NEAR(
      moments(make_mesh(nodes, std::vector<int>{4, 0, 1, 2, 3, 0, 4, 0, 1, 2, 4, 0}, std::vector<int>{0})).V,
      1.3 / 6, 1e-15);
}

/// Four corners in another order are another face.
TEST(SameSide, TwistedNeighbours)
{
  std::vector<double> nodes = box_corners(Vec3::Zero(), Vec3::Ones());
  nodes.insert(nodes.end(), {0.5, 0.5, 2});
  const auto with_base = [&](const std::vector<int>& base) {
    std::vector<int> elements = {8, 0, 1, 2, 3, 4, 5, 6, 7, 0, 5};
    elements.insert(elements.end(), base.begin(), base.end());
    elements.insert(elements.end(), {8, 0});
    return make_mesh(nodes, elements, std::vector<int>{0});
  };
  EXPECT_EQ(with_base({4, 5, 6, 7}).boundary.size(), 9u);
  EXPECT_EQ(with_base({6, 7, 4, 5}).boundary.size(), 9u);
  EXPECT_THROW(with_base({4, 6, 5, 7}), InputError);
}

}  // namespace
}  // namespace corbel::testing
