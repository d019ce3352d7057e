// SPDX-License-Identifier: MIT
// Construction of convexes: what is accepted, and how each mistake is named.
#include "bodies.hpp"

#include <algorithm>
#include <limits>

namespace corbel::testing {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> unit_corners() { return box_corners(Vec3::Zero(), Vec3::Ones()); }

/// Record `f` of box_faces taken out.
std::vector<int> faces_without(std::size_t f)
{
  std::vector<int> faces = box_faces;
  const auto begin = faces.begin() + static_cast<std::ptrdiff_t>(6 * f);
  faces.erase(begin, begin + 6);
  return faces;
}

TEST(MakeConvex, KeepsVerticesFacesAndIdentifiers)
{
  const Convex box = make_convex(box_corners({1, 2, 3}, {2, 4, 6}), box_faces, 7);
  EXPECT_EQ(box.volume_id, 7);
  ASSERT_EQ(box.face_count(), 6u);
  ASSERT_EQ(box.vertices.size(), 8u);
  EXPECT_EQ(box.vertices[6], Vec3(2, 4, 6));
  EXPECT_EQ(box.face_surface, (std::vector<int>{10, 11, 12, 13, 14, 15}));
  const auto face = box.face(2);
  EXPECT_EQ(std::vector<int>(face.begin(), face.end()), (std::vector<int>{0, 1, 5, 4}));
  EXPECT_TRUE(std::ranges::all_of(box.face_boundary, [](char b) { return b == 1; }));
}

TEST(MakeConvex, PlanesAreOutwardUnitAndThroughTheFace)
{
  const Placed box = placed_box({1, 2, 3}, {2, 4, 6});
  EXPECT_EQ(box.planes[0].n, Vec3(0, 0, -1));
  EXPECT_EQ(box.planes[0].offset, -3);
  EXPECT_EQ(box.planes[3].n, Vec3(1, 0, 0));
  EXPECT_EQ(box.planes[3].offset, 2);
}

TEST(MakeConvex, WarpedFaceGetsItsMeanPlaneThroughTheFarthestVertex)
{
  Convex box = make_box(Vec3::Zero(), Vec3::Ones());
  box.vertices[6].z() += 0.1;
  const Placed warped(box);
  const Plane& plane = warped.planes[1];
  EXPECT_GT(plane.n.z(), 0.99);
  double highest = -1;
  for (const int v : box.face(1))
    highest = std::max(highest, plane.distance(box.vertices[static_cast<std::size_t>(v)]));
  EXPECT_NEAR(highest, 0, 1e-15);
}

TEST(MakeConvex, FaceWithoutAreaNeverSeparatesNorIsNearest)
{
  const Convex box = make_box(Vec3::Zero(), Vec3::Ones());
  const std::vector<Vec3> x(8, Vec3(1, 2, 3));
  std::vector<Plane> planes(6);
  compute_planes(box, x, planes);
  EXPECT_EQ(planes[0].distance({100, 100, 100}), -std::numeric_limits<double>::infinity());
}

TEST(MakeConvex, AcceptsCoordinatesOfSixDigits)
{
  const Motion motion{exp_map({0.3, 1.2, -0.7}), {12.3456, -4.5, 100}};
  std::vector<double> rounded;
  for (const Vec3& x : placed_box(Vec3::Zero(), Vec3::Ones(), motion).x)
    for (const double c : x)
      rounded.push_back(std::round(c * 1e5) / 1e5);
  EXPECT_EQ(make_convex(rounded, box_faces, 0).face_count(), 6u);
}

TEST(MakeConvex, NamesBadVertices)
{
  EXPECT_INPUT_ERROR(make_convex(std::vector<double>(9, 0.0), box_faces, 0), "vertices", "9 numbers");
  EXPECT_INPUT_ERROR(make_convex(std::vector<double>(13, 0.0), box_faces, 0), "vertices", "13 numbers");
  std::vector<double> corners = unit_corners();
  corners[10] = nan;
  EXPECT_INPUT_ERROR(make_convex(corners, box_faces, 0), "vertices", "point 3");
  corners[10] = std::numeric_limits<double>::infinity();
  EXPECT_INPUT_ERROR(make_convex(corners, box_faces, 0), "vertices", "point 3");
}

TEST(MakeConvex, NamesUnusedVertex)
{
  std::vector<double> corners = unit_corners();
  corners.insert(corners.end(), {0.5, 0.5, 0.5});
  EXPECT_INPUT_ERROR(make_convex(corners, box_faces, 0), "vertices", "vertex 8 that belongs to no face");
}

TEST(MakeConvex, NamesBadFaceRecords)
{
  const auto corners = unit_corners();
  EXPECT_INPUT_ERROR(make_convex(corners, std::vector<int>{}, 0), "faces", "0 faces");
  EXPECT_INPUT_ERROR(make_convex(corners, std::vector<int>{3, 0, 1, 2, 0}, 0), "faces", "1 faces");
  std::vector<int> faces = box_faces;
  faces[6] = 2;
  EXPECT_INPUT_ERROR(make_convex(corners, faces, 0), "faces", "a count of 2 in face 1");
  faces = box_faces;
  faces[8] = 8;
  EXPECT_INPUT_ERROR(make_convex(corners, faces, 0), "faces", "the index 8 in face 1");
  faces[8] = -1;
  EXPECT_INPUT_ERROR(make_convex(corners, faces, 0), "faces", "the index -1 in face 1");
  faces[8] = 4;
  EXPECT_INPUT_ERROR(make_convex(corners, faces, 0), "faces", "the index 4 twice in face 1");
  faces = box_faces;
  faces.pop_back();
  EXPECT_INPUT_ERROR(make_convex(corners, faces, 0), "faces", "only 5 of 6 numbers in face 5");
}

TEST(MakeConvex, NamesOpenSurface)
{
  EXPECT_INPUT_ERROR(make_convex(unit_corners(), faces_without(1), 0), "faces", "only face");
}

TEST(MakeConvex, NamesOneClockwiseFace)
{
  std::vector<int> faces = box_faces;
  std::reverse(faces.begin() + 7, faces.begin() + 11);
  EXPECT_INPUT_ERROR(make_convex(unit_corners(), faces, 0), "faces",
                     "both contain the directed edge from vertex");
}

TEST(MakeConvex, SaysWhenAllFacesAreClockwise)
{
  std::vector<int> faces = box_faces;
  for (std::ptrdiff_t f = 0; f < 6; ++f)
    std::reverse(faces.begin() + 6 * f + 1, faces.begin() + 6 * f + 5);
  EXPECT_INPUT_ERROR(make_convex(unit_corners(), faces, 0), "faces", "clockwise");
}

TEST(MakeConvex, NamesFlatPolyhedron)
{
  EXPECT_INPUT_ERROR(make_convex(box_corners(Vec3::Zero(), {1, 1, 0}), box_faces, 0), "vertices", "flat");
  EXPECT_INPUT_ERROR(make_convex(std::vector<double>(24, 1.0), box_faces, 0), "vertices", "flat");
}

TEST(MakeConvex, NamesWarpedFace)
{
  std::vector<double> corners = unit_corners();
  corners[3 * 6 + 2] += 0.01;
  EXPECT_INPUT_ERROR(make_convex(corners, box_faces, 0), "faces", "from its plane");
}

/// A box with a notch: a pyramid pushed into its top face.
TEST(MakeConvex, NamesVertexOutsideAFace)
{
  std::vector<double> corners = unit_corners();
  corners.insert(corners.end(), {0.5, 0.5, 0.5});
  std::vector<int> faces = faces_without(1);
  faces.insert(faces.end(), {3, 4, 5, 8, 0, 3, 5, 6, 8, 0, 3, 6, 7, 8, 0, 3, 7, 4, 8, 0});
  EXPECT_INPUT_ERROR(make_convex(corners, faces, 0), "vertices", "outside face 5");
  corners[26] = 1.5;  // a roof instead
  EXPECT_EQ(make_convex(corners, faces, 0).face_count(), 9u);
}

TEST(MakeConvex, NamesFaceWithoutArea)
{
  // A vertex in the middle of an edge, and a triangle of the three vertices on it.
  std::vector<double> corners = unit_corners();
  corners.insert(corners.end(), {0.5, 0, 1});
  std::vector<int> faces = faces_without(1);
  faces.insert(faces.end(), {5, 4, 8, 5, 6, 7, 0, 3, 4, 5, 8, 0});
  EXPECT_INPUT_ERROR(make_convex(corners, faces, 0), "faces", "face 6 without area");
}

TEST(MakeSphere, NamesBadNumbers)
{
  EXPECT_EQ(make_sphere({1, 2, 3}, 0.5, 1, 2).surface_id, 2);
  EXPECT_INPUT_ERROR(make_sphere({1, nan, 3}, 0.5, 1, 2), "center", "nan");
  for (const double radius : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()})
    EXPECT_INPUT_ERROR(make_sphere(Vec3::Zero(), radius, 1, 2), "radius", "> 0");
}

}  // namespace
}  // namespace corbel::testing
