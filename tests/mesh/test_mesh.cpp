// SPDX-License-Identifier: MIT
// Meshes from flat lists: elements, boundary, moments, convexes, and how each mistake is named.
#include "corbel/mesh/mesh.hpp"

#include "geometry/bodies.hpp"

#include "corbel/geometry/convex.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <limits>

namespace corbel::testing {
namespace {

/// One element of each kind, with its volume.
struct Sample {
  int node_count;
  std::vector<double> nodes;
  double volume;
};

const std::vector<Sample> samples = {
    {4, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}, 1.0 / 6},
    {5, {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, 1}, 1.0 / 3},
    {6, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1}, 0.5},
    {8, box_corners(Vec3::Zero(), Vec3::Ones()), 1.0},
};

std::vector<int> one_element(int node_count, int volume_id = 0)
{
  std::vector<int> record{node_count};
  for (int i = 0; i < node_count; ++i)
    record.push_back(i);
  record.push_back(volume_id);
  return record;
}

/// Two unit cubes side by side along x, sharing the nodes 1, 2, 5, 6.
struct TwoCubes {
  std::vector<double> nodes = box_corners(Vec3::Zero(), Vec3::Ones());
  std::vector<int> elements = {8, 0, 1, 2, 3, 4, 5, 6, 7, 1, 8, 1, 8, 9, 2, 5, 10, 11, 6, 2};
  TwoCubes() { nodes.insert(nodes.end(), {2, 0, 0, 2, 1, 0, 2, 0, 1, 2, 1, 1}); }
  Mesh mesh(const std::vector<int>& surfaces = {7}) const { return make_mesh(nodes, elements, surfaces); }
};

/// Outward faces: the face normals point away from the element's middle.
void expect_outward(const Mesh& mesh)
{
  for (const BoundaryFace& face : mesh.boundary) {
    const auto x = [&](int i) -> const Vec3& {
      return mesh.nodes[static_cast<std::size_t>(face.nodes[static_cast<std::size_t>(i)])];
    };
    Vec3 middle = Vec3::Zero();
    const Element& element = mesh.elements[static_cast<std::size_t>(face.element)];
    for (const int n : element.node_span())
      middle += mesh.nodes[static_cast<std::size_t>(n)] / element.node_count();
    EXPECT_GT((x(1) - x(0)).cross(x(2) - x(0)).dot(x(0) - middle), 0);
  }
}

TEST(MakeMesh, EveryKindOfElementIsClosedOutwardAndHasItsVolume)
{
  for (const Sample& sample : samples) {
    const Mesh mesh = make_mesh(sample.nodes, one_element(sample.node_count, 3), std::vector<int>{9});
    EXPECT_EQ(mesh.elements[0].volume_id, 3);
    EXPECT_EQ(mesh.boundary.size(), find_kind(solid_kinds(), sample.node_count)->faces.size());
    expect_outward(mesh);
    EXPECT_NEAR(moments(mesh).V, sample.volume, 1e-15);
    std::vector<int> element_of;
    const std::vector<Convex> convexes = boundary_convexes(mesh, element_of);
    ASSERT_EQ(convexes.size(), 1u);
    EXPECT_EQ(convexes[0].volume_id, 3);
    EXPECT_EQ(convexes[0].face_surface, std::vector<int>(convexes[0].face_count(), 9));
    check_closed(convexes[0]);
    check_convex(convexes[0]);
    EXPECT_NEAR(moments(convexes[0]).V, sample.volume, 1e-15);
  }
}

/// Mirrored nodes make every element left-handed.
TEST(MakeMesh, MendsElementsNumberedUpsideDown)
{
  for (const Sample& sample : samples) {
    std::vector<double> mirrored = sample.nodes;
    for (std::size_t i = 2; i < mirrored.size(); i += 3)
      mirrored[i] = -mirrored[i];
    const Mesh mesh = make_mesh(mirrored, one_element(sample.node_count), std::vector<int>{0});
    expect_outward(mesh);
    EXPECT_NEAR(moments(mesh).V, sample.volume, 1e-15);
    std::vector<int> nodes(mesh.elements[0].node_span().begin(), mesh.elements[0].node_span().end());
    EXPECT_NE(nodes[0] * 100 + nodes[1], 1);  // renumbered
    std::ranges::sort(nodes);
    for (int i = 0; i < sample.node_count; ++i)
      EXPECT_EQ(nodes[static_cast<std::size_t>(i)], i);
  }
}

TEST(MakeMesh, SharedFacesAreNotBoundary)
{
  const Mesh mesh = TwoCubes().mesh();
  EXPECT_EQ(mesh.boundary.size(), 10u);
  expect_outward(mesh);
  EXPECT_TRUE(std::ranges::is_sorted(mesh.boundary, {}, &BoundaryFace::element));
  EXPECT_TRUE(std::ranges::all_of(mesh.boundary, [](const auto& face) { return face.surface_id == 7; }));
}

TEST(MakeMesh, ListedFacesGetTheirIdentifierInAnyNodeOrder)
{
  const Mesh mesh = TwoCubes().mesh({7, 4, 8, 11, 9, 10, 30, 4, 7, 6, 5, 4, 31});
  int right = 0;
  int top_left = 0;
  for (const BoundaryFace& face : mesh.boundary) {
    const bool is_right = std::ranges::all_of(face.node_span(), [](int n) { return n >= 8; });
    const bool is_top_left = std::ranges::all_of(face.node_span(), [](int n) { return n >= 4 && n <= 7; });
    EXPECT_EQ(face.surface_id, is_right ? 30 : is_top_left ? 31 : 7);
    right += is_right;
    top_left += is_top_left;
  }
  EXPECT_EQ(right, 1);
  EXPECT_EQ(top_left, 1);
}

TEST(MakeMesh, NamesBadNodes)
{
  EXPECT_INPUT_ERROR(make_mesh(std::vector<double>(9, 0.0), one_element(4), std::vector<int>{0}), "nodes",
                     "9 numbers");
  std::vector<double> nodes = samples[0].nodes;
  nodes[5] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_INPUT_ERROR(make_mesh(nodes, one_element(4), std::vector<int>{0}), "nodes", "point 1");
  nodes = samples[0].nodes;
  nodes.insert(nodes.end(), {5, 5, 5});
  EXPECT_INPUT_ERROR(make_mesh(nodes, one_element(4), std::vector<int>{0}), "nodes",
                     "node 4 that belongs to no element");
}

TEST(MakeMesh, NamesBadElements)
{
  TwoCubes cubes;
  const auto with = [&](std::size_t position, int value) {
    TwoCubes changed = cubes;
    changed.elements[position] = value;
    return changed;
  };
  EXPECT_INPUT_ERROR(with(10, 7).mesh(), "elements", "a count of 7 in element 1");
  EXPECT_INPUT_ERROR(with(11, 12).mesh(), "elements", "the index 12 in element 1");
  EXPECT_INPUT_ERROR(with(11, -1).mesh(), "elements", "the index -1 in element 1");
  EXPECT_INPUT_ERROR(with(11, 8).mesh(), "elements", "the index 8 twice in element 1");
  TwoCubes cut = cubes;
  cut.elements.pop_back();
  EXPECT_INPUT_ERROR(cut.mesh(), "elements", "only 9 of 10 numbers in element 1");
  EXPECT_INPUT_ERROR(make_mesh(cubes.nodes, std::vector<int>{}, std::vector<int>{0}), "elements",
                     "no elements");
}

TEST(MakeMesh, NamesSelfInvertedAndFlatElements)
{
  TwoCubes twisted;  // two top nodes of the second cube exchanged
  std::swap(twisted.elements[15], twisted.elements[16]);
  EXPECT_INPUT_ERROR(twisted.mesh(), "elements", "element 1 that intersects itself");
  for (const Sample& sample : samples) {
    std::vector<double> flat = sample.nodes;
    for (std::size_t i = 2; i < flat.size(); i += 3)
      flat[i] = 0;
    EXPECT_INPUT_ERROR(make_mesh(flat, one_element(sample.node_count), std::vector<int>{0}), "elements",
                       "element 0 without volume");
  }
}

TEST(MakeMesh, NamesAFaceOfThreeElements)
{
  // three tetrahedra on the triangle 0 1 2
  const std::vector<double> nodes = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0.2, 0.2, 2};
  const std::vector<int> elements = {4, 0, 1, 2, 3, 0, 4, 0, 1, 2, 4, 0, 4, 0, 1, 2, 5, 0};
  EXPECT_INPUT_ERROR(make_mesh(nodes, elements, std::vector<int>{0}), "elements",
                     "a face shared by elements 0, 1 and 2");
}

TEST(MakeMesh, NamesBadSurfaces)
{
  const TwoCubes cubes;
  EXPECT_INPUT_ERROR(cubes.mesh({}), "surfaces", "empty");
  EXPECT_INPUT_ERROR(cubes.mesh({7, 5, 0, 1, 2, 3, 4, 9}), "surfaces", "a count of 5 in face 0");
  EXPECT_INPUT_ERROR(cubes.mesh({7, 4, 0, 1, 2, 12, 9}), "surfaces", "the index 12 in face 0");
  EXPECT_INPUT_ERROR(cubes.mesh({7, 4, 0, 1, 2, 3}), "surfaces", "only 5 of 6 numbers in face 0");
  // the face between the cubes, after a good record
  EXPECT_INPUT_ERROR(cubes.mesh({7, 4, 0, 1, 2, 3, 8, 4, 1, 2, 6, 5, 9}), "surfaces",
                     "face 1 with nodes 1, 2, 6, 5");
}

// ------------------------------------------------------------------ moments and convexes

TEST(MeshMoments, BoxOfTwoCubes)
{
  const Moments m = moments(TwoCubes().mesh());
  EXPECT_NEAR(m.V, 2, 1e-15);
  expect_near(m.center(), {1, 0.5, 0.5}, 1e-15);
  expect_near(m.central_euler(), Mat3(Vec3(2.0 * 4 / 12, 2.0 / 12, 2.0 / 12).asDiagonal()), 1e-15);
}

/// A warped common face does not change the sum over both cubes.
TEST(MeshMoments, WarpedInteriorFaceCancels)
{
  TwoCubes cubes;
  cubes.nodes[3 * 6] += 0.3;  // node 6 moves along the common edge line of top and back
  const Moments m = moments(cubes.mesh());
  EXPECT_NEAR(m.V, 2, 1e-14);
  expect_near(m.center(), {1, 0.5, 0.5}, 1e-14);
}

TEST(BoundaryConvexes, MarkInteriorFaces)
{
  std::vector<int> element_of;
  const Mesh mesh = TwoCubes().mesh({7, 4, 8, 9, 11, 10, 30});
  const std::vector<Convex> convexes = boundary_convexes(mesh, element_of);
  ASSERT_EQ(convexes.size(), 2u);
  EXPECT_EQ(element_of, (std::vector<int>{0, 1}));
  EXPECT_EQ(convexes[0].face_boundary, (std::vector<char>{1, 1, 0, 1, 1, 1}));  // x = 1 inside
  EXPECT_EQ(convexes[1].face_boundary, (std::vector<char>{1, 1, 1, 1, 0, 1}));
  EXPECT_EQ(convexes[1].face_surface, (std::vector<int>{7, 7, 30, 7, 0, 7}));
  for (std::size_t i = 0; i < 8; ++i)
    EXPECT_EQ(convexes[1].vertices[i], mesh.nodes[static_cast<std::size_t>(mesh.elements[1].nodes[i])]);
}

TEST(BoundaryConvexes, LeaveOutElementsInside)
{
  const std::vector<int> ids(6, 0);
  const Mesh mesh = make_hex_mesh(box_corners(Vec3::Zero(), Vec3::Ones()), 3, 3, 3, 0, ids, {}, {}, {});
  std::vector<int> element_of;
  EXPECT_EQ(boundary_convexes(mesh, element_of).size(), 26u);
  EXPECT_EQ(std::ranges::find(element_of, 13), element_of.end());
}

/// One top corner up or down: the top splits along the diagonal that keeps the element convex.
TEST(BoundaryConvexes, WarpedFacesAreSplitConvexly)
{
  for (const double lift : {0.2, -0.2}) {
    std::vector<double> nodes = samples[3].nodes;
    nodes[3 * 6 + 2] += lift;
    std::vector<int> element_of;
    const Mesh mesh = make_mesh(nodes, one_element(8), std::vector<int>{5});
    const Convex convex = boundary_convexes(mesh, element_of)[0];
    EXPECT_EQ(convex.face_count(), 7u);
    EXPECT_EQ(convex.face_surface, std::vector<int>(7, 5));
    check_closed(convex);
    check_convex(convex);
  }
}

TEST(BoundaryConvexes, SlightWarpStaysOneFace)
{
  std::vector<double> nodes = samples[3].nodes;
  nodes[3 * 6 + 2] += 5e-4;
  std::vector<int> element_of;
  const Mesh mesh = make_mesh(nodes, one_element(8), std::vector<int>{5});
  EXPECT_EQ(boundary_convexes(mesh, element_of)[0].face_count(), 6u);
}

TEST(ElementConvexes, AreAllElementsWithTheirBoundaryMarked)
{
  const std::vector<int> ids = {1, 2, 3, 4, 5, 6};
  const Mesh mesh = make_hex_mesh(box_corners(Vec3::Zero(), {3, 3, 3}), 3, 3, 3, 8, ids, {}, {}, {});
  const std::vector<Convex> convexes = element_convexes(mesh);
  ASSERT_EQ(convexes.size(), 27u);
  Moments sum;
  std::size_t boundary_faces = 0;
  for (std::size_t e = 0; e < convexes.size(); ++e) {
    check_closed(convexes[e]);
    check_convex(convexes[e]);
    EXPECT_EQ(convexes[e].volume_id, 8);
    sum += moments(convexes[e]);
    for (std::size_t f = 0; f < convexes[e].face_count(); ++f)
      boundary_faces += convexes[e].face_boundary[f] != 0;
    for (std::size_t i = 0; i < 8; ++i)
      EXPECT_EQ(convexes[e].vertices[i], mesh.nodes[static_cast<std::size_t>(mesh.elements[e].nodes[i])]);
  }
  EXPECT_EQ(boundary_faces, mesh.boundary.size());
  EXPECT_EQ(convexes[13].face_boundary, std::vector<char>(6, 0));
  const Moments whole = moments(mesh);
  EXPECT_NEAR(sum.V, whole.V, 1e-13);
  expect_near(sum.center(), whole.center(), 1e-13);
  expect_near(sum.central_euler(), whole.central_euler(), 1e-12);
}

TEST(ElementConvexes, NothingTouchesAnElementInside)
{
  const std::vector<int> ids(6, 0);
  const Mesh mesh = make_hex_mesh(box_corners(Vec3::Zero(), {3, 3, 3}), 3, 3, 3, 8, ids, {}, {}, {});
  const Placed inside(element_convexes(mesh)[13]);  // 1 … 2 along each axis
  for (const double x : {-0.5, 0.2, 1.2, 1.9}) {    // apart, crossing, contained, crossing
    const Placed box = placed_box({x, 1.1, 1.1}, {x + 0.7, 1.8, 1.8});
    EXPECT_FALSE(touch(inside.view(), box.view(), 1e-6));
    EXPECT_FALSE(touch(box.view(), inside.view(), 1e-6));
  }
  const Placed around = placed_box({0.5, 0.5, 0.5}, {2.5, 2.5, 2.5});
  EXPECT_FALSE(touch(inside.view(), around.view(), 1e-6));
  for (const double x : {0.9, 1.5, 2.2})
    EXPECT_FALSE(touch(inside.view(), Sphere{{x, 1.5, 1.5}, 0.3, 0, 0}, 1e-6));
}

}  // namespace
}  // namespace corbel::testing
