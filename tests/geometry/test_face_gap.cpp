// SPDX-License-Identifier: MIT
// The distance of facing faces at a point, also where they are apart.
#include "corbel/geometry/face_gap.hpp"

#include "bodies.hpp"

#include <Eigen/Geometry>

#include <numbers>

namespace corbel::testing {
namespace {

using std::numbers::pi;
const Vec3 up = Vec3::UnitZ();

TEST(FaceGap, OfBoxesAboveEachOther)
{
  const Placed low = placed_box({0, 0, 0}, {1, 1, 1});
  for (const double gap : {-1e-3, 0.0, 2e-3}) {
    const Placed high = placed_box({0.3, 0.2, 1 + gap}, {1.3, 1.2, 2});
    for (const Vec3& x : {Vec3(0.5, 0.5, 1), Vec3(1, 1, 0.9), Vec3(0.3, 0.2, 1.2)})
      EXPECT_NEAR(face_gap(low.view(), high.view(), up, x).value(), gap, 1e-15);
  }
}

/// Two planes that are tilted against each other by a rotation about y: their distance along the normal of one of them.
TEST(FaceGap, OfTiltedFacesIsThatAtThePoint)
{
  const double tilt = 0.05;
  const Placed low = placed_box({0, 0, 0}, {1, 1, 1});
  const Placed high =
      placed_box({0, 0, 0}, {1, 1, 1}, {exp_map({0, -tilt, 0}), {0, 0, 1}});  // about its lower edge x = 0
  for (const double x : {0.0, 0.25, 0.9})
    EXPECT_NEAR(face_gap(low.view(), high.view(), up, {x, 0.5, 1}).value(), x * std::tan(tilt), 1e-14);
}

/// z = 1 + 0.1 u v on the upper face of an element, u and v from 0 to 1: bilinear, exact at its corners, on its edges and in between.
TEST(FaceGap, OfWarpedFacesIsBilinear)
{
  Placed low = placed_box({0, 0, 0}, {2, 3, 1});
  low.x[6] += Vec3(0, 0, 0.1);  // the corner (2, 3, 1)
  compute_planes(low.convex, low.x, low.planes);
  const Placed high = placed_box({-1, -1, 1.2}, {3, 4, 2});
  for (const double u : {0.0, 0.3, 1.0})
    for (const double v : {0.0, 0.6, 1.0})
      EXPECT_NEAR(face_gap(low.view(), high.view(), up, {2 * u, 3 * v, 1}).value(), 0.2 - 0.1 * u * v, 1e-13)
          << u << ' ' << v;
}

/// A face whose sides are not parallel: the point that its coordinates belong to has to be found.
TEST(FaceGap, OfSkewFaces)
{
  Placed low = placed_box({0, 0, 0}, {1, 1, 1});
  low.x[5] = {1.4, -0.2, 1.05};
  low.x[6] = {0.9, 1.3, 0.97};
  compute_planes(low.convex, low.x, low.planes);
  const Placed high = placed_box({-1, -1, 1.2}, {3, 4, 2});
  const double u = 0.37, v = 0.81;
  const Vec3 x =
      (1 - u) * (1 - v) * low.x[4] + u * (1 - v) * low.x[5] + u * v * low.x[6] + (1 - u) * v * low.x[7];
  EXPECT_NEAR(face_gap(low.view(), high.view(), up, x).value(), 1.2 - x.z(), 1e-13);
  EXPECT_NEAR(face_gap(high.view(), low.view(), -up, x).value(), 1.2 - x.z(), 1e-13);
}

/// An edge below a flat face: on either side of it the face that is there counts, not the other one's plane beyond the edge.
TEST(FaceGap, OfAnEdge)
{
  const Placed low = placed_box({-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}, {exp_map({0, pi / 4, 0}), {0, 0, 0}});
  const double top = std::sqrt(0.5), gap = 1e-3;
  const Placed high = placed_box({-1, -1, top + gap}, {1, 1, 2});
  for (const double x : {-0.1, 0.0, 0.1})
    EXPECT_NEAR(face_gap(low.view(), high.view(), up, {x, 0, top}).value(), gap + std::abs(x), 1e-14);
}

TEST(FaceGap, EdgesThatCrossAreNoFaces)
{
  const Motion on_edge{exp_map({0.8, 0, 0}), {0, 0, 0}}, across{exp_map({0, 0.8, 0}), {0, 0, 1.4}};
  const Placed low = placed_box({-1, -0.5, -0.5}, {1, 0.5, 0.5}, on_edge);
  const Placed high = placed_box({-0.5, -1, -0.5}, {0.5, 1, 0.5}, across);
  EXPECT_FALSE(face_gap(low.view(), high.view(), up, {0, 0, 0.7}));
}

TEST(FaceGap, InnerFacesOfAMeshAreNotSeen)
{
  Placed low = placed_box({0, 0, 0}, {1, 1, 1});
  for (std::size_t f = 0; f < low.convex.face_count(); ++f)
    if (low.planes[f].n.z() > 0.5) low.convex.face_boundary[f] = 0;
  const Placed high = placed_box({0, 0, 1}, {1, 1, 2});
  EXPECT_FALSE(face_gap(low.view(), high.view(), up, {0.5, 0.5, 1}));
}

}  // namespace
}  // namespace corbel::testing
